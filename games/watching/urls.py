"""Addresses for spectators. They hold the key for spectators, not the table's code."""

from django.urls import path

from games.watching import views as watching

urlpatterns = [
    path("watch/<slug:key>/", watching.watch, name="watch"),
    path("watch/<slug:key>/news/", watching.news, name="watch_news"),
    path("watch/<slug:key>/listen/", watching.listen, name="watch_listen"),
]
