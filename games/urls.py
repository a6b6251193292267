"""The addresses of games.

Those of tables come first, because they are asked for most: each pattern before the right one takes time. Those of
moderation come before those of circles, because the last pattern of circles matches any word.
"""

from django.urls import include, path

app_name = "games"

urlpatterns = [
    path("", include("games.tables.urls")),
    path("", include("games.home.urls")),
    path("", include("games.cases.urls")),
    path("", include("games.moderation.urls")),
    path("", include("games.circles.urls")),
    path("", include("games.people.urls")),
    path("", include("games.archive.urls")),
    path("", include("games.notifications.urls")),
    path("", include("games.watching.urls")),
    path("", include("games.site.urls")),
]
