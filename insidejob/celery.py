"""The Celery application: three queues, `clock`, `mail` and `outbound`, tasks found in each app's `tasks.py`."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.prod")

app = Celery("insidejob")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging_as_it_is(**kwargs: Any) -> None:
    """Leave logging to Django's settings: Celery sets up its own unless this signal has a listener."""


@worker_process_init.connect
def begin_lean(**kwargs: Any) -> None:
    """Leave what is loaded out of all garbage collections: one would take 0.1 s, while games are locked."""
    gc.freeze()
