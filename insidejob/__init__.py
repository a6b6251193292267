"""Loads Celery, which finds its tasks then."""

from insidejob.celery import app as celery_app

__all__ = ["__version__", "celery_app"]
__version__ = "0.1.0"
