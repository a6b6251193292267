"""The Celery application of beat, which only sends the names of tasks.

It does not load the site, so its process takes half the memory.
"""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "insidejob.settings.prod")

# Celery's plug-in for Django would load the whole site.
app = Celery("insidejob", fixups=[])
# At once: Celery's command finds the code only while it imports this module.
app.config_from_object("django.conf:settings", namespace="CELERY", force=True)


@setup_logging.connect
def log_as_the_site_does(**kwargs: Any) -> None:
    """Set up the logs, as Django does where it is loaded."""
    logging.config.dictConfig(settings.LOGGING)
