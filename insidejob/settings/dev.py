"""Development and embedded defaults: SQLite, Celery's file-system broker, mail kept in files. Loopback only."""

from insidejob.keys import keep_secret_key
from insidejob.logs import logging_settings
from insidejob.settings.base import *  # noqa: F403
from insidejob.settings.base import VAR_DIR, env
from insidejob.settings.sqlite import sqlite_database

VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env.bool("INSIDEJOB_DEBUG", default=False)
SECRET_KEY = keep_secret_key(VAR_DIR / "secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

DATABASES = {"default": sqlite_database(VAR_DIR / "db.sqlite3")}
# Files, not memory: the worker and the web server see the same values, and limits outlive a restart.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
    },
}

EMAIL_BACKEND = "insidejob.mailbox.FileBackend"
DEFAULT_FROM_EMAIL = "Inside Job <insidejob@localhost>"
MAILBOX = True

# No remote control: each message of it would be a file that nobody reads.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_URL = "filesystem://"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "data_folder_in": VAR_DIR / "broker" / "queue",
    "data_folder_out": VAR_DIR / "broker" / "queue",
    "control_folder": VAR_DIR / "broker" / "control",
    # Seconds between two looks into the folder; a bot's answer waits that long at most.
    "polling_interval": 0.25,
}
for folder in ("queue", "control"):
    (VAR_DIR / "broker" / folder).mkdir(parents=True, exist_ok=True)

LOGGING = logging_settings(json=False)
