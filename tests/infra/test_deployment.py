"""Production settings: complete, clean, and refused when the mailbox would be served."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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


BEHIND_A_PROXY = {"SECURE_PROXY_SSL_HEADER": "X-Forwarded-Proto", "TRUSTED_PROXY_COUNT": "1"}


@pytest.mark.parametrize("proxy", [{}, BEHIND_A_PROXY], ids=["alone", "behind a proxy"])
def test_the_deployment_check_has_nothing_to_say_on_production_settings(proxy: dict[str, str]) -> None:
    run = run_check("prod", PRODUCTION | proxy)
    assert run.returncode == 0, run.stderr
    assert "no issues (0 silenced)" in run.stdout


@pytest.mark.parametrize("name", PRODUCTION)
def test_a_missing_variable_is_named_in_one_line(name: str) -> None:
    run = run_check("prod", {key: text for key, text in PRODUCTION.items() if key != name})
    assert run.returncode != 0
    assert run.stderr.strip().splitlines() == [
        f"Inside Job's production settings need these environment variables: {name}."
    ]


def test_the_deployment_check_refuses_a_site_that_serves_the_mailbox(tmp_path: Path) -> None:
    run = run_check("dev", {"INSIDEJOB_VAR": str(tmp_path)})
    assert run.returncode != 0
    assert "insidejob.E001" in run.stderr


def test_the_deployment_check_warns_of_a_proxy_behind_which_all_visitors_are_one() -> None:
    run = run_check("prod", {**PRODUCTION, **BEHIND_A_PROXY, "TRUSTED_PROXY_COUNT": "0"})
    assert run.returncode != 0
    assert "insidejob.W001" in run.stderr


def read_settings(environment: dict[str, str], *names: str) -> list[Any]:
    """Return values of the production settings, as a process with that environment has them."""
    code = f"import json; from insidejob.settings import prod; print(json.dumps([getattr(prod, n) for n in {names}]))"
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    )
    values: list[Any] = json.loads(run.stdout)
    return values


def test_what_the_address_of_the_database_says_is_added_to_our_time_limits_or_goes_before_them() -> None:
    url = PRODUCTION["DATABASE_URL"]
    databases = read_settings({**PRODUCTION, "DATABASE_URL": f"{url}?sslmode=require&connect_timeout=9"}, "DATABASES")
    (options,) = [database["default"]["OPTIONS"] for database in databases]
    assert options["sslmode"] == "require"
    assert str(options["connect_timeout"]) == "9"
    assert "statement_timeout" in options["options"]
    assert "lock_timeout" in options["options"]
    without = f"{url}?options=-c%20statement_timeout%3D0"
    databases = read_settings({**PRODUCTION, "DATABASE_URL": without}, "DATABASES")
    assert databases[0]["default"]["OPTIONS"]["options"] == "-c statement_timeout=0"


def test_redis_is_set_up_so_that_a_lost_worker_loses_no_message() -> None:
    options, late, on_loss, prefetch = read_settings(
        PRODUCTION,
        "CELERY_BROKER_TRANSPORT_OPTIONS",
        "CELERY_TASK_ACKS_LATE",
        "CELERY_TASK_REJECT_ON_WORKER_LOST",
        "CELERY_WORKER_PREFETCH_MULTIPLIER",
    )
    assert (late, on_loss, prefetch) == (True, True, 1)
    assert (options["visibility_timeout"], options["unacked_restore_throttle"]) == (600, 1)
    assert options["socket_timeout"]
    assert options["socket_connect_timeout"]


def test_no_cookie_goes_without_tls_or_to_scripts() -> None:
    names = [f"{cookie}_COOKIE_{guard}" for cookie in ("CSRF", "LANGUAGE") for guard in ("SECURE", "HTTPONLY")]
    assert all(read_settings(PRODUCTION, "SESSION_COOKIE_SECURE", *names))


def read_variables() -> set[str]:
    """Return the name of every environment variable that the code of the site reads."""
    files = [
        ROOT / "manage.py",
        *(path for app in ("accounts", "games", "insidejob") for path in (ROOT / app).rglob("*.py")),
    ]
    return {name for path in files for name in names_read(ast.parse(path.read_text("utf-8")))}


def names_read(tree: ast.AST) -> Iterator[str]:
    """Yield what is passed first to `env.…`, `os.environ.…` or `os.getenv`, or put in brackets behind `os.environ`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name("env") | ast.Attribute(attr="environ"))
                | ast.Attribute(attr="getenv"),
                args=[ast.Constant(str(name)), *_],
            ):
                yield name
            case ast.Subscript(value=ast.Attribute(attr="environ"), slice=ast.Constant(str(name))):
                yield name


def test_every_variable_that_is_read_stands_in_the_table_of_settings_and_no_other() -> None:
    documented = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text("utf-8"), re.MULTILINE)
    assert len(documented) == len(set(documented))
    assert set(documented) == read_variables()
    assert set(PRODUCTION) < read_variables()


def test_the_table_of_settings_says_which_are_required() -> None:
    table = (ROOT / "docs" / "operations.md").read_text("utf-8")
    required = re.findall(r"^\| `([A-Z_]+)` \|[^|]*\| required \|", table, re.MULTILINE)
    assert sorted(required) == sorted(PRODUCTION)


def test_the_example_of_an_environment_names_all_that_is_required_and_nothing_unknown() -> None:
    lines = (ROOT / "deploy" / "insidejob.env.example").read_text("utf-8").splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    assert set(PRODUCTION) <= named <= read_variables()
