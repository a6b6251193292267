"""Settings of development and of embedded sites. They answer only on the same machine."""

from pathlib import Path

from csp.constants import SELF
from kombu.transport import TRANSPORT_ALIASES

from insidejob.embedded.keys import keep_push_key, keep_secret_key
from insidejob.logs import logging_settings
from insidejob.settings.base import *  # noqa: F403
from insidejob.settings.base import CONTENT_SECURITY_POLICY, STATIC_ROOT, STORAGES, VAR_DIR, env
from insidejob.settings.environment import read_switch
from insidejob.settings.sqlite import sqlite_database
from insidejob.settings.var_folder import writing_to

with writing_to(VAR_DIR):
    SECRET_KEY = keep_secret_key(VAR_DIR / "secret_key")
    PUSH_KEY = keep_push_key(VAR_DIR / "push_key")
    for folder in ("queue", "control"):
        (VAR_DIR / "broker" / folder).mkdir(parents=True, exist_ok=True)

# Hosts with ports, such as `localhost:9000`, to which webhooks may go without TLS.
CHANNELS_MAY_REACH = env.list("CHANNELS_MAY_REACH", default=[])
# For tests.
STATIC_ROOT = Path(env.str("INSIDEJOB_STATIC", default=str(STATIC_ROOT)))
DEBUG = read_switch("INSIDEJOB_DEBUG", default=False)
RELOAD = read_switch("INSIDEJOB_RELOAD", default=False)
# `make dev` sets this: files of static/ are served without being collected.
if RELOAD:
    WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
    STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

DATABASES = {"default": sqlite_database(VAR_DIR / "db.sqlite3")}
# Files are shared by web server and workers, and rate limits survive a restart.
CACHES = {
    "default": {
        "BACKEND": "insidejob.embedded.file_cache.FileCache",
        "LOCATION": VAR_DIR / "cache",
    },
}

# No proxy stands before the servers, so streams have a separate port, and `insidejob.embedded.processes` sets
# `STREAMS_AT`.
STREAMS_NEWS = str(VAR_DIR / "news.socket")
CONTENT_SECURITY_POLICY["DIRECTIVES"]["connect-src"] = [SELF, "http://127.0.0.1:*"]

EMAIL_BACKEND = "insidejob.embedded.mailbox.FileBackend"
DEFAULT_FROM_EMAIL = "Inside Job <insidejob@localhost>"
MAILBOX = True

# Each message would be a file that no one reads.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
TRANSPORT_ALIASES["filesystem"] = "insidejob.embedded.broker:Transport"
CELERY_BROKER_URL = "filesystem://"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "data_folder_in": VAR_DIR / "broker" / "queue",
    "data_folder_out": VAR_DIR / "broker" / "queue",
    "control_folder": VAR_DIR / "broker" / "control",
    # Seconds; a bot's answer waits that long at most.
    "polling_interval": 0.25,
}

LOGGING = logging_settings(json=False)
