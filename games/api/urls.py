from django.urls import path

from games.api.views import docs

app_name = "api"

urlpatterns = [
    path("", docs.docs, name="docs"),
    path("guide.md", docs.guide, name="guide"),
    path("openapi.json", docs.openapi, name="openapi"),
]
