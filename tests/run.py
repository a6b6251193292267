"""`make test`: pytest on SQLite, then on PostgreSQL, with Redis where it answers; the last line says what was covered.

Beside them runs what needs to run but once. Arguments go to pytest: `make test ARGS="-k votes -x"`; where they name
files, just those are run, one back end after the other. PostgreSQL is the server at DATABASE_URL if one answers there,
else one of our own, started for the run.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import psycopg
import redis

from tests.postgres import bundled_postgres, has_bundled_postgres

# What has a database of its own, or compares bytes that are the same on every one, need not run on two of them; rules
# and records need none, and take long enough to run beside the others.
ONCE = [
    "tests/rules",
    "tests/records",
    "tests/infra",
    "tests/torture/test_torture.py",
    "tests/pages/test_secrets.py",
    "tests/mail/test_secrets.py",
    "tests/test_translations.py",
]
NEEDS_DATABASE = ["-m", "django_db"]
NOTHING_TO_RUN = 5


def main(arguments: list[str]) -> int:
    """Run the suite on every back end at hand, print what was covered, and return an exit code."""
    environment = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    redis_version = find_redis()
    if redis_version:
        environment["REDIS_URL"] = os.environ["REDIS_URL"]
    skipped = [f"--ignore={path}" for path in ONCE]
    covered, results = ["SQLite"], []
    with ExitStack() as stack:
        found = stack.enter_context(find_postgres())
        beside = (
            stack.enter_context(run_beside([*arguments, *ONCE], environment)) if not names_files(arguments) else None
        )
        results.append(run_pytest([*arguments, *(skipped if beside else [])], environment))
        if found:
            url, description = found
            covered.append(description)
            results.append(run_pytest([*NEEDS_DATABASE, *skipped, *arguments], {**environment, "DATABASE_URL": url}))
        if beside:
            results.append(beside())
    if redis_version:
        covered.append(f"Redis {redis_version}")
    missing = [name for name in ("PostgreSQL", "Redis") if not any(name in backend for backend in covered)]
    print(f"Covered: {', '.join(covered)}." + (f" Not at hand: {', '.join(missing)}." if missing else ""))
    return int(any(results))


def names_files(arguments: list[str]) -> bool:
    """Tell whether arguments for pytest name files or folders."""
    return any(Path(argument.split("::")[0]).exists() for argument in arguments)


def run_pytest(arguments: list[str], environment: dict[str, str]) -> bool:
    """Run pytest and return whether anything failed."""
    backend = "PostgreSQL" if "DATABASE_URL" in environment else "SQLite"
    print(f"On {backend}:", flush=True)
    return has_failed(subprocess.run(command(arguments), env=environment, check=False).returncode)


@contextmanager
def run_beside(arguments: list[str], environment: dict[str, str]) -> Iterator[Callable[[], bool]]:
    """Run pytest while the block runs; gives what waits for its end, prints it, and tells whether anything failed."""
    with TemporaryFile("w+", encoding="utf-8") as said:
        process = subprocess.Popen(command(arguments), env=environment, stdout=said, stderr=subprocess.STDOUT)

        def finish() -> bool:
            code = process.wait()
            said.seek(0)
            print(f"Beside them, once:\n{said.read()}", flush=True)
            return has_failed(code)

        try:
            yield finish
        finally:
            # Whoever stops the run stops it all.
            process.kill()
            process.wait()


def command(arguments: list[str]) -> list[str]:
    """Return the command that runs pytest."""
    return [sys.executable, "-m", "pytest", *arguments]


def has_failed(code: int) -> bool:
    """Tell from pytest's exit code whether something failed."""
    return code not in (0, NOTHING_TO_RUN)


@contextmanager
def find_postgres() -> Iterator[tuple[str, str] | None]:
    """Give the URL of a PostgreSQL and words for it, or None where none can be had."""
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres") and (version := postgres_version(url)):
        yield url, f"PostgreSQL {version} (DATABASE_URL)"
    elif has_bundled_postgres():
        with bundled_postgres() as bundled_url:
            yield bundled_url, f"PostgreSQL {postgres_version(bundled_url)} (bundled)"
    else:
        yield None


def postgres_version(url: str) -> str | None:
    """Return the version of the server at `url`, or None if none answers."""
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            row = connection.execute("SHOW server_version").fetchone()
    except psycopg.OperationalError as error:
        print(f"No PostgreSQL answers at DATABASE_URL: {error}".strip())
        return None
    return str(row[0]).split()[0] if row else None


def find_redis() -> str | None:
    """Return the version of the Redis at REDIS_URL, or None if none answers."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return None
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            return str(client.info("server")["redis_version"])
    except redis.RedisError as error:
        print(f"No Redis answers at REDIS_URL: {error}")
        return None


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    sys.exit(main(sys.argv[1:]))
