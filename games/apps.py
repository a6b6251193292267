"""The app of games: tables, moves, talk, and the pages on which they are played."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tells Django of the app."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the check of the titles, and seat newcomers at the table whose invitation made them sign up."""
        from django.contrib.auth.signals import user_logged_in

        from games import checks  # noqa: F401
        from games.views.lobby import sit_down_after_sign_in

        user_logged_in.connect(sit_down_after_sign_in)
