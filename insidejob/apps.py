from django.apps import AppConfig


class InsideJobConfig(AppConfig):
    name = "insidejob"

    def ready(self) -> None:
        from insidejob import checks, templates  # noqa: F401
        from insidejob.logs import configure_structlog

        configure_structlog()
