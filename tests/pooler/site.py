"""The site in production behind PgBouncer: two web processes of four threads, and commands beside them."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from insidejob.embedded.runner import HOST, ROOT
from tests.infra.web_server import collect_static_files, inherit, run_web
from tests.pooler.bouncer import Server, make_database, run_pgbouncer, write_url


@dataclass(frozen=True)
class Site:
    """A running site: its port, its environment, and how the pooler is reached."""

    port: int
    environment: Mapping[str, str]
    pooled: Server

    def run(self, *command: str) -> str:
        """Run Python with the site's settings, and return what it says. Raises `subprocess.CalledProcessError`."""
        return run_python(self.environment, *command)


@contextmanager
def run_site(folder: Path, server: Server) -> Iterator[Site]:
    """Run the site in a database made for it."""
    with make_database(server) as direct, run_pgbouncer(direct) as pooled:
        environment = make_environment(pooled)
        collect_static_files(environment)
        run_python(environment, "manage.py", "migrate", "--verbosity", "0")
        with run_web(folder, environment, as_unit=True) as web:
            yield Site(web.port, environment, pooled)


def make_environment(server: Server) -> dict[str, str]:
    """Return the environment of production in plain HTTP, without Redis."""
    return inherit() | {
        "DJANGO_SETTINGS_MODULE": "insidejob.settings.prod",
        "SECRET_KEY": "k0-Mixed-and-long-enough-to-be-taken-for-a-real-one-4f7a9c2e1d",
        "ALLOWED_HOSTS": HOST,
        "DATABASE_URL": write_url(server),
        "DATABASE_POOLER": "1",
        "REDIS_URL": f"redis://{HOST}:1/0",
        "EMAIL_URL": f"smtp://{HOST}:1",
        "DEFAULT_FROM_EMAIL": "Inside Job <hello@insidejob.example>",
        "SECURE_SSL_REDIRECT": "0",
    }


def run_python(environment: Mapping[str, str], *command: str) -> str:
    """Run Python and return what it says. Raises `subprocess.CalledProcessError`."""
    run = subprocess.run(
        [sys.executable, *command], env=dict(environment), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return run.stdout + run.stderr
