"""Settings of production and the files of deployment, as tests read them."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent

PRODUCTION = {
    "SECRET_KEY": "k0-Mixed-and-long-enough-to-be-taken-for-a-real-one-4f7a9c2e1d",
    "ALLOWED_HOSTS": "insidejob.example",
    "DATABASE_URL": "postgres://insidejob@db.example/insidejob",
    "REDIS_URL": "redis://redis.example:6379/0",
    "EMAIL_URL": "smtp+tls://user:password@mail.example:587",
    "DEFAULT_FROM_EMAIL": "Inside Job <hello@insidejob.example>",
}


def run_check(settings: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `manage.py check --deploy` in an environment that holds nothing else."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env={**inherited, **environment, "DJANGO_SETTINGS_MODULE": f"insidejob.settings.{settings}"},
        capture_output=True,
        text=True,
        check=False,
    )


REPORTS_TO = "https://key@sentry.example/1"


def read_services() -> dict[str, str]:
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    site, services = re.split(r"^services:\n", text, flags=re.MULTILINE)
    services = re.split(r"^networks:\n", services, flags=re.MULTILINE)[0]
    parts = re.split(r"^  (\w+):\n", services, flags=re.MULTILINE)[1:]
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {name: part.replace("<<: *site", site) for name, part in pairs}


def read_settings(environment: dict[str, str], *names: str) -> list[Any]:
    """Return values of the production settings, as a process with that environment has them."""
    values = load_settings(tuple(sorted(environment.items())))
    return [values[name] for name in names]


@cache
def load_settings(environment: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Return all production settings in an environment; what JSON has no form for is None."""
    code = (
        "import json; from django.conf import settings; settings.DEBUG;"
        "names = [name for name in dir(settings) if name.isupper()];"
        "print(json.dumps({n: getattr(settings, n) for n in names}, default=lambda value: None, skipkeys=True))"
    )
    variables = {**dict(environment), "DJANGO_SETTINGS_MODULE": "insidejob.settings.prod"}
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, env=variables, capture_output=True, text=True, check=True, cwd=ROOT)
    return dict(json.loads(run.stdout))
