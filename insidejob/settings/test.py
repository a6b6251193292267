"""Test settings. Nothing leaves the process."""

import os
import tempfile
from pathlib import Path

from insidejob.settings.base import *  # noqa: F403
from insidejob.settings.base import env
from insidejob.settings.connections import keep_statements
from insidejob.settings.sqlite import sqlite_database

SECRET_KEY = "only-for-tests"  # noqa: S105
PUSH_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
# Without collectstatic.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True

# Shared by threads and processes of a test; one per run.
database = sqlite_database(Path(tempfile.gettempdir()) / "insidejob.sqlite3")
# Test data need not survive a power cut.
database["OPTIONS"]["init_command"] += "PRAGMA synchronous = OFF;"
database["TEST"] = {"NAME": Path(tempfile.gettempdir()) / f"insidejob-{os.getpid()}.sqlite3"}
if env.str("DATABASE_URL", default=""):
    database = {**env.db_url("DATABASE_URL"), "TEST": {"NAME": f"test_insidejob_{os.getpid()}"}}
    if database["ENGINE"].endswith("postgresql"):
        hasty = {"options": "-c synchronous_commit=off"}
        database["OPTIONS"] = {**database.get("OPTIONS", {}), **keep_statements(is_pooled=False), **hasty}
DATABASES = {"default": database}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Tests create hundreds; tests of quotas set their own.
TABLES_A_GUEST = TABLES_A_PERSON = OPENINGS_AN_HOUR = API_REQUESTS_A_MINUTE = 1_000_000

# The order of tests must not matter.
ANNOUNCEMENTS_KEPT = 0

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DEFAULT_FROM_EMAIL = "Inside Job <insidejob@localhost>"
CELERY_BROKER_URL = "memory://"
