"""The minimal views, and the site's URLs that its templates need."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from tools.bench.bare import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("write/<slug:code>/", views.write),
    path("glance/<slug:code>/", views.glance),
]
if "insidejob" in settings.INSTALLED_APPS:
    urlpatterns.append(path("", include("insidejob.urls")))
