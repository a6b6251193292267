"""`make test`: pytest on SQLite and on PostgreSQL, with Redis where it answers; the last line says what was covered.

The suite goes in parts, two at a time, and what needs to run but once is a part of its own. Arguments go to pytest:
`make test ARGS="-k votes -x"`; where they name files, just those are run, one back end after the other. PostgreSQL is
the server at DATABASE_URL if one answers there, else one of our own, started for the run.
"""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import redis

from tests.postgres import bundled_postgres, has_bundled_postgres

RULES = ["tests/rules", "tests/records"]
"""Rules and records need no database, and take long enough to be parts of their own."""
SELF_CONTAINED = [
    "tests/infra",
    "tests/torture/test_torture.py",
    "tests/pages/test_secrets.py",
    "tests/mail/test_secrets.py",
    "tests/test_translations.py",
]
"""What has a database of its own, or shows that a comparison finds what it must: one back end is enough."""
NEEDS_DATABASE = ["-m", "django_db or postgres"]
RUNS_ON_SQLITE = ["-m", "not postgres"]
"""So that a test that is skipped is one that ran nowhere."""
NOTHING_TO_RUN = 5


@dataclass(frozen=True)
class Part:
    """One run of pytest: what it is called, its arguments, and its environment."""

    name: str
    arguments: Sequence[str]
    environment: dict[str, str]


def main(arguments: list[str]) -> int:
    """Run the suite on every back end at hand, print what was covered, and return an exit code."""
    environment = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    redis_version = find_redis()
    if redis_version:
        environment["REDIS_URL"] = os.environ["REDIS_URL"]
    covered = ["SQLite"]
    with find_postgres() as found:
        on_postgres = {**environment, "DATABASE_URL": found[0]} if found else None
        if found:
            covered.append(found[1])
        parts = list_parts(arguments, environment, on_postgres)
        results = [run_aloud(part) for part in parts] if names_files(arguments) else run_two_at_a_time(parts)
    if redis_version:
        covered.append(f"Redis {redis_version}")
    missing = [name for name in ("PostgreSQL", "Redis") if not any(name in backend for backend in covered)]
    print(f"Covered: {', '.join(covered)}." + (f" Not at hand: {', '.join(missing)}." if missing else ""))
    return int(any(results))


def list_parts(arguments: list[str], environment: dict[str, str], on_postgres: dict[str, str] | None) -> list[Part]:
    """Return the parts of the suite, the longest first; just two back ends if `arguments` name files."""
    is_whole = not names_files(arguments)
    ignored = [f"--ignore={path}" for path in (*RULES, *SELF_CONTAINED)] if is_whole else []
    some = [*ignored, *arguments]
    parts = [Part("On SQLite", [*(RUNS_ON_SQLITE if on_postgres else []), *some], environment)]
    if on_postgres:
        # The longest part of all, but files that were named are looked at on SQLite first.
        parts.insert(0 if is_whole else 1, Part("On PostgreSQL", [*NEEDS_DATABASE, *some], on_postgres))
    if is_whole:
        parts.append(Part("Rules, once", [*arguments, *RULES], environment))
        parts.append(Part("What has a database of its own, once", [*arguments, *SELF_CONTAINED], environment))
    return parts


def names_files(arguments: list[str]) -> bool:
    """Tell whether arguments for pytest name files or folders."""
    return any(Path(argument.split("::")[0]).exists() for argument in arguments)


def run_pytest(arguments: list[str], environment: dict[str, str]) -> bool:
    """Run pytest on the back end of an environment and return whether anything failed."""
    backend = "PostgreSQL" if "DATABASE_URL" in environment else "SQLite"
    return run_aloud(Part(f"On {backend}", arguments, environment))


def run_aloud(part: Part) -> bool:
    """Run a part, showing what it says, and return whether anything failed."""
    print(f"{part.name}:", flush=True)
    return has_failed(subprocess.run(command(part), env=part.environment, check=False).returncode)


def run_two_at_a_time(parts: Sequence[Part]) -> list[bool]:
    """Run parts, one aloud and one whose words are kept until there is silence; return of each whether it failed."""
    left, silent, results = deque(parts), Silent(), list[bool]()
    with ThreadPoolExecutor(1) as pool:
        try:
            beside = pool.submit(silent.run_all, left)
            while part := take(left):
                results.append(run_aloud(part))
                silent.speak()
            results += beside.result()
        finally:
            # Whoever stops the run stops it all.
            left.clear()
            silent.stop()
    silent.speak()
    return results


def take(left: deque[Part]) -> Part | None:
    """Take the next part; None if another thread took the last."""
    with suppress(IndexError):
        return left.popleft()
    return None


@dataclass
class Silent:
    """Runs parts beside another, and keeps what they say."""

    said: deque[str] = field(default_factory=deque)
    running: subprocess.Popen[str] | None = None

    def run_all(self, left: deque[Part]) -> list[bool]:
        """Run what is left, one part after the other, and return of each whether it failed."""
        results = []
        while part := take(left):
            results.append(self.run(part))
        return results

    def run(self, part: Part) -> bool:
        """Run one part and return whether anything failed."""
        self.running = subprocess.Popen(
            command(part), env=part.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        said, _ = self.running.communicate()
        self.said.append(f"{part.name}:\n{said}")
        return has_failed(self.running.returncode)

    def speak(self) -> None:
        """Print what was said, once."""
        while self.said:
            print(self.said.popleft(), flush=True)

    def stop(self) -> None:
        """Stop what runs."""
        if self.running:
            self.running.kill()


def command(part: Part) -> list[str]:
    """Return the command that runs a part; skipped tests are named with the reason."""
    return [sys.executable, "-m", "pytest", "-rs", *part.arguments]


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
