"""Environments of the site in production and of a bare project."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tools.bench.http.client import HOST

ROOT = Path(__file__).parents[3]
BARE = "bare"
BARE_SETTINGS = """
from tools.bench.http.settings import DATABASES

DEBUG = False
ALLOWED_HOSTS = ["{host}"]
INSTALLED_APPS += ["tools.bench.bare"]
ROOT_URLCONF = "tools.bench.bare.urls"
TEMPLATES.insert(0, {{"BACKEND": "django.template.backends.jinja2.Jinja2", "APP_DIRS": True}})
"""
"""What is added to the settings of the bare project: the minimal views, Jinja, short error pages, and the same database
as the site."""


def site_environment(folder: Path, database: str, redis_port: int) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "PGPASSWORD", "FAST_OFF") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "tools.bench.http.settings",
        "PYTHONPATH": f"{ROOT}:{folder}",
        "SECRET_KEY": "only-for-measuring-but-long-and-Mixed-enough-4f7a9c2e1d",
        "ALLOWED_HOSTS": HOST,
        "DATABASE_URL": database or "postgres:///none",
        "BENCH_SQLITE": "" if database else str(folder / "site.sqlite3"),
        "REDIS_URL": f"redis://{HOST}:{redis_port}/0",
        "EMAIL_URL": "dummymail://",
        "DEFAULT_FROM_EMAIL": "Inside Job <insidejob@example.org>",
        "SECURE_SSL_REDIRECT": "0",
    }


def bare_environment(site: dict[str, str], folder: Path, database: str) -> dict[str, str]:
    subprocess.run([sys.executable, "-m", "django", "startproject", BARE, str(folder)], check=True)
    with (folder / BARE / "settings.py").open("a") as settings:
        settings.write(BARE_SETTINGS.format(host=HOST))
    return {
        **site,
        "DJANGO_SETTINGS_MODULE": f"{BARE}.settings",
        "DATABASE_URL": database or site["DATABASE_URL"],
        "BENCH_SQLITE": "" if database else str(folder / "bare.sqlite3"),
    }


def prepare_bare(environment: dict[str, str], people: int, things: int) -> list[str]:
    command = [sys.executable, "-m", "tools.bench.bare.prepare", str(people), str(things)]
    told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    keys: list[str] = json.loads(told)
    return keys
