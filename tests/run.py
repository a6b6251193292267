"""`make test`: pytest on SQLite and on PostgreSQL, with Redis where it answers; the last line says what was covered.

Each back end has a run of its own, and both run at the same time: while the last tests of one wait for a program or a
clock, the other uses the processors. Together they have one worker more than there are processors, or two, and one
more in deep rounds, which wait more; each worker has a database. What the run on PostgreSQL says is shown when the run
on SQLite has ended.
What touches no database, brings its own, or asks of it nothing that others do not, runs with SQLite alone. Of the rest
SQLite runs one test in eight.
Arguments go to pytest: `make test ARGS="-k votes -x"`; where they name files, just those are run, in one process, one
back end after the other. PostgreSQL is the server at DATABASE_URL if one answers there, else one of our own, started
for the run.

`make proofs` plays the deep rounds of `tests.rounds` in the same way, `python -m tests.run --deep`: on SQLite what has
deep rounds, on PostgreSQL what has deep rounds there and some of what is like elsewhere. `make prove` plays the long
ones, `--long`. `--before-proofs` leaves to them what they play on SQLite in more rounds.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import psycopg
import redis

from tests.pooler.bouncer import find_pgbouncer
from tests.postgres import bundled_postgres, has_bundled_postgres
from tests.rounds import DEEP, LONG, VARIABLE
from tests.run_browser import names_files

SELF_CONTAINED = [
    "tests/infra",
    "tests/torture/test_torture.py",
    "tests/cluster",
    "games/titles/insidejob/tests/test_leaks_in_pages.py",
    "tests/tables/pages/test_planted_leaks.py",
    "games/titles/insidejob/tests/test_leaks_in_mails.py",
    "tests/test_translations.py",
]
"""What has a database of its own, or shows that a comparison finds what it must: one back end is enough."""
NEEDS_DATABASE = ["-m", "django_db or postgres"]
BEFORE_PROOFS = "--before-proofs"
"""Leaves out on SQLite what `make proofs`, which is to follow, plays there in more rounds. `.ci/run` asks for it."""
ONLY_DEEP = "deep or long or rounds"
NO_DATABASE = ["tests/rules", "tests/records"]
"""What needs no database: the run on PostgreSQL need not look there."""
TITLES = sorted(str(path) for path in Path("games/titles").glob("*/tests"))
JUNK = ["tests/api/test_fuzz.py", "tests/site/pages/test_bad_requests.py", "tests/site/pages/test_fuzz.py"]
"""What visitors send that cannot be read: PostgreSQL refuses some of what SQLite stores."""
MET_BY_JUNK = ["tests/api", "tests/site/pages"]
PAGES = sorted(str(path) for path in Path("tests").glob("*/pages") if str(path) not in MET_BY_JUNK)
LIKE_OTHERS = [
    "tests/test_access.py",
    "tests/test_newer_rules.py",
    "tests/state/test_wall_clock.py",
    "tests/accounts",
    "tests/clock",
    *PAGES,
    *TITLES,
    *sorted(str(path) for folder in MET_BY_JUNK for path in Path(folder).glob("test_*.py") if str(path) not in JUNK),
]
"""What asks the database for nothing that others do not: every address, pages, the API, accounts, the clock.

On PostgreSQL the deep rounds run one test in eight of it, and `make prove` all.
"""
ON_POSTGRES = sorted(
    str(path)
    for path in Path("tests").rglob("test_*.py")
    if not str(path).startswith((*SELF_CONTAINED, *NO_DATABASE, *LIKE_OTHERS, *JUNK, "tests/browser"))
)
"""What may differ between databases. SQLite runs one in eight of these tests if PostgreSQL runs them, and `make prove`
runs them all there."""
PROCESSORS = os.cpu_count() or 1
MARKED_DEEP = sorted(
    str(path)
    for path in (*Path("tests").rglob("test_*.py"), *Path("games").rglob("test_*.py"))
    if re.search(r"mark\.(deep|long|rounds)|mark\(|one_in\(", path.read_text("utf-8"))
)
"""What has tests that only deep or long rounds have, or that play more rounds then."""
DEEP_ON_POSTGRES = [
    path
    for path in MARKED_DEEP
    if not path.startswith((*NO_DATABASE, *LIKE_OTHERS))
    and re.search(r"mark\.(postgres|again)", Path(path).read_text("utf-8"))
]
"""What else deep rounds run on PostgreSQL: tests with more rounds that need it or are marked `again`."""
LEVELS = {"--deep": DEEP, "--long": LONG}
MORE_JUNK = "junk=1000,junk_api=1000"
"""PostgreSQL refuses some of what SQLite stores."""
DEEP_LIMIT, NO_LIMIT = ["--timeout=1500"], "--timeout=0"
NOTHING_TO_RUN = 5


@dataclass(frozen=True)
class Part:
    """One run of pytest: what it is called, its arguments, and its environment."""

    name: str
    arguments: Sequence[str]
    environment: dict[str, str]

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "pytest", "-rs", *self.arguments]


def main(arguments: list[str]) -> int:
    """Run the suite on every back end at hand, print what was covered, and return an exit code."""
    environment = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    if level := find_level(arguments):
        environment[VARIABLE] = level
    redis_version = find_redis()
    if redis_version:
        environment["REDIS_URL"] = os.environ["REDIS_URL"]
    covered = ["SQLite"]
    with find_postgres() as found:
        on_postgres = {**environment, "DATABASE_URL": found[0]} if found else None
        if found:
            covered.append(found[1])
        parts = list_parts(arguments, environment, on_postgres)
        results = [run_aloud(part) for part in parts] if names_files(arguments) else run_at_once(parts)
    if redis_version:
        covered.append(f"Redis {redis_version}")
    if caddy := find_caddy():
        covered.append(f"Caddy {caddy}")
    if pgbouncer := find_pgbouncer():
        covered.append(read_version(pgbouncer))
    wanted = ("PostgreSQL", "Redis", "Caddy", "PgBouncer")
    missing = [name for name in wanted if not any(name in backend for backend in covered)]
    print(f"Covered: {', '.join(covered)}." + (f" Not at hand: {', '.join(missing)}." if missing else ""))
    return int(any(results))


def list_parts(arguments: list[str], environment: dict[str, str], on_postgres: dict[str, str] | None) -> list[Part]:
    """Return the run on each back end: of all tests by several workers, or of the files that `arguments` name."""
    chosen = [argument for argument in arguments if argument not in (*LEVELS, BEFORE_PROOFS)]
    # What needs PostgreSQL is left out, so that a test that is skipped is one that ran nowhere.
    left_out = [*(["postgres"] if on_postgres else []), *(["rounds"] if BEFORE_PROOFS in arguments else [])]
    on_sqlite = [*(["-m", f"not ({' or '.join(left_out)})"] if left_out else []), *chosen]
    if names_files(chosen):
        parts = [Part("On SQLite", on_sqlite, environment)]
        return [*parts, Part("On PostgreSQL", [*NEEDS_DATABASE, *chosen], on_postgres)] if on_postgres else parts
    level = find_level(arguments)
    limit = {DEEP: DEEP_LIMIT, LONG: [NO_LIMIT]}.get(level, [])
    if level:
        only = ["-m", f"({ONLY_DEEP}) and not postgres" if on_postgres else ONLY_DEEP]
        on_sqlite = [*only, *chosen, *MARKED_DEEP]
    elif on_postgres:
        on_sqlite += sample(ON_POSTGRES)
    workers = PROCESSORS + (not on_postgres) + bool(level)
    parts = [Part("On SQLite", [*share(workers), *limit, *on_sqlite], environment)]
    if on_postgres:
        more = [*share(max(1, PROCESSORS // 2)), *limit, *NEEDS_DATABASE, *chosen]
        rounds = {VARIABLE: f"{level},{MORE_JUNK}"} if level else {}
        parts.append(Part("On PostgreSQL", [*more, *choose_for_postgres(level)], {**on_postgres, **rounds}))
    return parts


def find_level(arguments: list[str]) -> str:
    """Return which rounds are asked for, or nothing if it is not said."""
    return next((level for flag, level in LEVELS.items() if flag in arguments), "")


def share(workers: int) -> list[str]:
    """Return what has pytest share tests among so many workers."""
    return ["-n", str(workers), "--dist", "worksteal", "--durations=20"]


def choose_for_postgres(level: str) -> list[str]:
    """Return which tests run on PostgreSQL, as arguments of pytest."""
    if level:
        chosen = [*LIKE_OTHERS, *DEEP_ON_POSTGRES]
        return [
            *sample(LIKE_OTHERS),
            *(f"--deeper={path}" for path in DEEP_ON_POSTGRES),
            *ignore(SELF_CONTAINED),
            *chosen,
        ]
    return ignore([*SELF_CONTAINED, *NO_DATABASE, *LIKE_OTHERS])


def sample(paths: Sequence[str]) -> list[str]:
    return [f"--sample={path}" for path in paths]


def ignore(paths: Sequence[str]) -> list[str]:
    return [f"--ignore={path}" for path in paths]


def run_pytest(arguments: list[str], environment: dict[str, str]) -> bool:
    """Run pytest on the back end of an environment, for as long as it takes, and return whether anything failed."""
    backend = "PostgreSQL" if "DATABASE_URL" in environment else "SQLite"
    return run_aloud(Part(f"On {backend}", [*arguments, NO_LIMIT], environment))


def run_aloud(part: Part) -> bool:
    """Run a part, showing what it says, and return whether anything failed. Skipped tests are named with the reason."""
    print(f"{part.name}:", flush=True)
    return has_failed(subprocess.run(part.command, env=part.environment, check=False).returncode)


def run_at_once(parts: Sequence[Part]) -> list[bool]:
    """Run parts at the same time, and return of each whether anything failed.

    The first shows what it says while it runs, and each of the others when those before it have ended.
    """
    with ExitStack() as stack:
        files = [None, *(stack.enter_context(TemporaryFile()) for _ in parts[1:])]
        print(f"{parts[0].name}:", flush=True)
        runs = [
            stack.enter_context(subprocess.Popen(part.command, env=part.environment, stdout=file, stderr=file))
            for part, file in zip(parts, files, strict=True)
        ]
        return [has_failed(finish(part, run, file)) for part, run, file in zip(parts, runs, files, strict=True)]


def finish(part: Part, run: subprocess.Popen[bytes], file: IO[bytes] | None) -> int:
    """Wait for the end of a run, show what it wrote to `file`, if anything, and return its exit code."""
    code = run.wait()
    if file:
        file.seek(0)
        print(f"{part.name}:\n{file.read().decode()}", flush=True)
    return code


def has_failed(code: int) -> bool:
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
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            row = connection.execute("SHOW server_version").fetchone()
    except psycopg.OperationalError as error:
        print(f"No PostgreSQL answers at DATABASE_URL: {error}".strip())
        return None
    return str(row[0]).split()[0] if row else None


def find_redis() -> str | None:
    url = os.environ.get("REDIS_URL")
    if not url:
        return None
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            return str(client.info("server")["redis_version"])
    except redis.RedisError as error:
        print(f"No Redis answers at REDIS_URL: {error}")
        return None


def read_version(program: str) -> str:
    """Return the first line of what a program says of its version."""
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def find_caddy() -> str | None:
    if not shutil.which("caddy"):
        return None
    version = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=False).stdout
    return version.split()[0].removeprefix("v") if version else "of no version"


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    sys.exit(main(sys.argv[1:]))
