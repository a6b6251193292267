"""The project as an app: its commands and its checks."""

from django.apps import AppConfig


class InsideJobConfig(AppConfig):
    """Loads the checks and sets up logging when Django starts."""

    name = "insidejob"

    def ready(self) -> None:
        """Register what must be known before anything runs."""
        from insidejob import checks, templates  # noqa: F401
        from insidejob.logs import configure_structlog

        configure_structlog()
