from django.apps import AppConfig

# The Celery application must be made first, because tasks use the first one that was made.
from insidejob.celery import app as celery_app  # noqa: F401


class InsideJobConfig(AppConfig):
    name = "insidejob"

    def ready(self) -> None:
        from insidejob import checks, templates  # noqa: F401
        from insidejob.logs import configure_structlog

        configure_structlog()
