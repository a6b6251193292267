"""Imported with the first request to the API: `insidejob.urls` names this module only."""

from django.urls import URLPattern, path

from games.api.endpoints import api
from games.api.views import cases, docs, lobby, playing, reading

# Importing them registers their endpoints.
VIEWS = (reading, playing, lobby, cases)

urlpatterns: list[URLPattern] = [
    path("", docs.docs, name="docs"),
    *(each for each in api.urls[0] if isinstance(each, URLPattern) and each.name != "api-root"),
]
