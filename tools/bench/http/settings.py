"""Production settings; with `BENCH_SQLITE` they use a SQLite file."""

from pathlib import Path

from insidejob.settings.prod import *  # noqa: F403
from insidejob.settings.prod import DATABASES, env
from insidejob.settings.sqlite import sqlite_database

if sqlite_file := env.str("BENCH_SQLITE", default=""):
    DATABASES = {"default": sqlite_database(Path(sqlite_file))}
