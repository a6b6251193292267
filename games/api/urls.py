from django.urls import path

from games.api.views import docs

app_name = "api"

urlpatterns = [
    path("", docs.docs, name="docs"),
    path("guide/", docs.guide, name="guide"),
    path("guide.md", docs.guide_as_markdown, name="guide_as_markdown"),
    path("openapi.json", docs.openapi, name="openapi"),
]
