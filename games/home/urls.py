"""The landing page, my games and the rules."""

from django.urls import path

from games.home.views import landing, manifest, my_games, rules

urlpatterns = [
    path("", landing.home, name="home"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("play/", landing.play_now, name="play"),
    path("games/", my_games.my_games, name="my_games"),
    path("games/listen/", my_games.listen, name="my_games_listen"),
    path("games/next/", my_games.next_game, name="next_game"),
    path("games/waiting/", my_games.count, name="count_waiting"),
    path("games/new/", my_games.choose_title, name="choose_title"),
    path("games/new/<slug:name>/", my_games.open_table, name="open_table"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:name>/", rules.rules_of, name="rules_of"),
]
