"""The Celery application."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.prod")

app = Celery("insidejob")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging_as_it_is(**kwargs: Any) -> None:
    """Do nothing.

    Celery would set up its own logging if this signal had no listener.
    """


@worker_init.connect
def spare_what_is_loaded(**kwargs: Any) -> None:
    """Exclude loaded code from garbage collection, which would take 0.1 s while games are locked.

    It is done before the worker forks. A collection writes to every object, so that processes could not share their
    memory.
    """
    gc.collect()
    gc.freeze()
