"""Health checks."""

from django.urls import path

from games.site.views import health

urlpatterns = [
    path("health/", health.health, name="health"),
]
