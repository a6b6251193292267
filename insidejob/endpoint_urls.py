"""The endpoints of the API. They are imported with the first request, because django-ninja takes 17 MB."""

from django.urls import URLPattern, URLResolver, include, path

from games.api.endpoints import api
from games.api.views import archive, cases, lobby, notes, playing, reading, running, trouble, webhook
from insidejob.urls import handler500
from insidejob.urls import urlpatterns as site_patterns

VIEWS = (reading, playing, running, notes, trouble, lobby, archive, cases, webhook)
endpoints = [each for each in api.urls[0] if isinstance(each, URLPattern) and each.name != "api-root"]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/1/", include((endpoints, "endpoints"))),
    *site_patterns,
]
__all__ = ["handler500", "urlpatterns"]
