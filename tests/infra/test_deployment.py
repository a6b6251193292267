"""Production settings: complete, clean, and refused when the mailbox would be served."""

import ast
import json
import os
import re
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from games.notifications import channel_tests
from insidejob.celery import app
from insidejob.embedded.processes import QUEUES
from tests.infra.deployment import PRODUCTION, REPORTS_TO, ROOT, read_services, read_settings, run_check
from tests.rounds import one_in

OPERATOR = {"OPERATOR_NAME": "Grace Hopper", "OPERATOR_CONTACT": "grace@insidejob.example"}
NO_REDIS = "redis://127.0.0.1:1/0"
BEHIND_A_PROXY = {"SECURE_PROXY_SSL_HEADER": "X-Forwarded-Proto", "TRUSTED_PROXY_COUNT": "1"}
BOUNCES = {"BOUNCE_SERVICE": "postmark", "BOUNCE_SECRET": "post:long"}


@pytest.mark.parametrize("more", one_in(2, [{**BEHIND_A_PROXY, **BOUNCES, "SENTRY_DSN": REPORTS_TO}, {}]))
def test_the_deployment_check_has_nothing_to_say_on_production_settings(more: dict[str, str]) -> None:
    with run_redis(GOOD_REDIS) as url:
        run = run_check("prod", PRODUCTION | OPERATOR | more | {"REDIS_URL": url})
    assert run.returncode == 0, run.stderr
    # Subdomains and preloading of HSTS, off by default: `prod.py` says why.
    assert "no issues (2 silenced)" in run.stdout


GOOD_REDIS = {"appendonly": "yes", "maxmemory-policy": "noeviction"}


@contextmanager
def run_redis(config: dict[str, str]) -> Iterator[str]:
    """Answer `CONFIG GET` as a Redis with that configuration does, and all else with OK; give the URL."""

    answers = {name: f"${len(value)}\r\n{value}" for name, value in config.items()} | {"proto": ":3"}

    class Answer(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while line := self.rfile.readline():
                words = [self.read_word() for _ in range(int(line[1:]))]
                name = "proto" if words[0] == "HELLO" else words[-1]
                said = f"%1\r\n${len(name)}\r\n{name}\r\n{answers[name]}" if name in answers else "+OK"
                self.wfile.write(f"{said}\r\n".encode())

        def read_word(self) -> str:
            self.rfile.readline()
            return self.rfile.readline().decode().strip()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Answer) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"redis://127.0.0.1:{server.server_address[1]}/0"
        server.shutdown()


@pytest.mark.deep
def test_a_redis_that_may_lose_its_queue_is_refused() -> None:
    with run_redis({"appendonly": "no", "maxmemory-policy": "allkeys-lru"}) as url:
        run = run_check("prod", PRODUCTION | OPERATOR | {"REDIS_URL": url})
    assert run.returncode != 0
    assert '(insidejob.E006) Redis has "appendonly no"' in run.stderr
    assert '(insidejob.E006) Redis has "maxmemory-policy allkeys-lru"' in run.stderr


@pytest.mark.deep
def test_what_the_example_says_of_the_operator_is_refused() -> None:
    example = (ROOT / "deploy" / "insidejob.env.example").read_text("utf-8")
    left = dict(re.findall(r"^(OPERATOR_\w+)='(.*)'$", example, re.MULTILINE))
    assert left.keys() == OPERATOR.keys()
    run = run_check("prod", PRODUCTION | left | {"REDIS_URL": NO_REDIS})
    assert run.returncode != 0
    assert all(f"(insidejob.E005) {name} is still '{value}'" in run.stderr for name, value in left.items())


def test_missing_variables_are_named_in_one_line() -> None:
    run = run_check("prod", {"SECRET_KEY": ""})
    assert run.returncode != 0
    assert run.stderr.strip().splitlines() == [
        f"Inside Job's production settings need these environment variables: {', '.join(PRODUCTION)}."
    ]


@pytest.mark.deep
def test_the_deployment_check_refuses_a_site_that_serves_the_mailbox(tmp_path: Path) -> None:
    run = run_check("dev", {"INSIDEJOB_VAR": str(tmp_path)})
    assert run.returncode != 0
    assert "insidejob.E001" in run.stderr


@pytest.mark.deep
def test_the_deployment_check_names_each_thing_that_is_missing_or_wrong() -> None:
    """A proxy behind which all visitors are one, who runs the site, and where errors are told."""
    wrong = {**BEHIND_A_PROXY, "TRUSTED_PROXY_COUNT": "0", "SENTRY_DSN": "sentry.example", "REDIS_URL": NO_REDIS}
    run = run_check("prod", PRODUCTION | wrong)
    assert run.returncode != 0
    assert "insidejob.W001" in run.stderr
    assert "insidejob.E002" in run.stderr
    assert "(insidejob.W005) Redis at REDIS_URL does not tell its settings (ConnectionError)" in run.stderr
    assert all(f"(insidejob.W002) {name} is not set" in run.stderr for name in OPERATOR)


ADDRESSES = {
    "DATABASE_URL": "postgres://insidejob:{}@db.example:5432/insidejob",
    "REDIS_URL": "redis://:{}@redis.example:6379/0",
    "EMAIL_URL": "smtp+tls://user:{}@mail.example:587",
}
WRONG = {
    "DATABASE_URL": "postgres://insidejob@db.example:port/insidejob",
    "REDIS_URL": "redis.example:6379",
    "EMAIL_URL": "nothing://mail.example",
}
PASSWORDS = ["first/second", "first?second", "1/second", "1?second", "first:1/second"]


CUT = [(name, url.format(password)) for name, url in ADDRESSES.items() for password in PASSWORDS]


@pytest.mark.parametrize(("name", "url"), [*WRONG.items(), *one_in(len(CUT), CUT)])
def test_what_is_no_address_or_is_cut_in_two_by_a_password_is_named_in_one_line(name: str, url: str) -> None:
    run = run_check("prod", PRODUCTION | {name: url})
    assert run.returncode != 0
    assert run.stderr.count("\n") == 1
    assert name in run.stderr
    assert "first" not in run.stdout + run.stderr
    assert "second" not in run.stdout + run.stderr


def test_the_password_of_the_database_may_stand_apart_or_hold_escaped_signs() -> None:
    (apart,) = read_settings(PRODUCTION, "DATABASES")
    assert not apart["default"]["PASSWORD"]
    (inside,) = read_settings({**PRODUCTION, "DATABASE_URL": "postgres://me:a%2Fb%3Fc@db.example/x"}, "DATABASES")
    assert inside["default"]["PASSWORD"] == "a/b?c"


def test_no_address_in_the_compose_file_holds_a_password() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    addresses = re.findall(r"(\w+): (\w+://.*)", text)
    assert {"DATABASE_URL", "REDIS_URL"} <= {name for name, _ in addresses}
    assert not [address for _, address in addresses if "$" in address]
    assert text.count("${POSTGRES_PASSWORD:?}") == 2


def test_every_service_has_limits_rotates_its_log_and_gains_no_rights() -> None:
    services = read_services()
    workers = {"clock", "mail", "outbound", "beat", "tasks"}
    assert {"proxy", "web", "streams", *workers, "migrate", "db", "redis"} == services.keys()
    asked = ("mem_limit:", "pids_limit:", "logging: *logging", "no-new-privileges:true")
    assert not [(name, line) for name, part in services.items() for line in asked if line not in part]
    assert [name for name, part in services.items() if "read_only: true" not in part] == ["db"]


def test_the_image_runs_as_nobody_special() -> None:
    last_stage = (ROOT / "deploy" / "Dockerfile").read_text("utf-8").rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last_stage, re.MULTILINE)
    assert "pip install" not in last_stage


PRINT = [sys.executable, "-c", "import json, os; print(json.dumps(dict(os.environ)))"]
ODD = 'a&b $HOME `c` #d %e "f" =g;h /i|j <k> !l'


def run_with_settings(folder: Path, text: str) -> dict[str, str]:
    """Return the environment that `deploy/with-settings` gives to a command, with `text` as the file of settings."""
    file = folder / "insidejob.env"
    file.write_text(text, "utf-8")
    command = [str(ROOT / "deploy" / "with-settings"), *PRINT]
    environment = os.environ | {"INSIDEJOB_ENV": str(file)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(json.loads(run.stdout))


def test_with_settings_reads_every_sign_as_it_stands(tmp_path: Path) -> None:
    escaped = ODD.replace('"', '\\"')
    text = f"# A comment\n\n;another\nPLAIN={ODD}\nSINGLE='{ODD}'\n DOUBLE = \"{escaped}\" \nEMPTY=\nnot a setting\n"
    found = run_with_settings(tmp_path, text)
    assert [found[name] for name in ("PLAIN", "SINGLE", "DOUBLE", "EMPTY")] == [ODD, ODD, ODD, ""]


def test_with_settings_keeps_a_backslash_as_systemd_does(tmp_path: Path) -> None:
    text = 'DOUBLE="a\\b \\\\ \\$ \\" \\`"\nSINGLE=\'a\\b\'\nPLAIN=a\\b\n'
    found = run_with_settings(tmp_path, text)
    assert [found[name] for name in ("DOUBLE", "SINGLE", "PLAIN")] == ['a\\b \\ $ " `', "a\\b", "ab"]


def test_the_example_of_an_environment_is_the_same_to_a_shell(tmp_path: Path) -> None:
    example = (ROOT / "deploy" / "insidejob.env.example").read_text("utf-8").replace("=''", f"='{ODD}'")
    assert example.count(ODD) == 2
    found = run_with_settings(tmp_path, example)
    assert found["SECRET_KEY"] == ODD
    command = ["/bin/sh", "-c", 'set -a; . "$0"; exec "$@"', str(tmp_path / "insidejob.env"), *PRINT]
    sourced = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    names = {line.partition("=")[0] for line in example.splitlines() if line and line[0] != "#"}
    assert {name: sourced[name] for name in names} == {name: found[name] for name in names}


def test_with_settings_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    command = [str(ROOT / "deploy" / "with-settings"), "true"]
    environment = os.environ | {"INSIDEJOB_ENV": str(tmp_path / "none")}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == f"{tmp_path}/none: No such file or directory\n"


def test_what_the_address_of_the_database_says_is_added_to_our_time_limits_or_goes_before_them() -> None:
    url = PRODUCTION["DATABASE_URL"]
    more, without = (
        read_settings({**PRODUCTION, "DATABASE_URL": f"{url}?{query}"}, "DATABASES")[0]["default"]["OPTIONS"]
        for query in ("sslmode=require&connect_timeout=9", "options=-c%20statement_timeout%3D0")
    )
    assert (more["sslmode"], str(more["connect_timeout"])) == ("require", "9")
    assert all(limit in more["options"] for limit in ("statement_timeout", "lock_timeout"))
    assert without["options"] == "-c statement_timeout=0"


def test_redis_is_set_up_so_that_a_lost_worker_loses_no_message() -> None:
    names = ("BROKER_TRANSPORT_OPTIONS", "TASK_ACKS_LATE", "TASK_REJECT_ON_WORKER_LOST", "WORKER_PREFETCH_MULTIPLIER")
    options, *others = read_settings(PRODUCTION, *(f"CELERY_{name}" for name in names))
    assert others == [True, True, 1]
    assert (options["visibility_timeout"], options["unacked_restore_throttle"]) == (600, 1)
    assert options["socket_timeout"]
    assert options["socket_connect_timeout"]


OUTBOUND = ("send_messages", "send_tests", "read_bounces", "post_case_reminders", "make_cases")


def test_neither_the_clock_nor_mail_waits_for_other_servers_and_a_worker_without_queues_attends_to_all() -> None:
    app.loader.import_default_modules()
    assert set(app.amqp.queues.consume_from) == {"clock", "mail", "outbound"}
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in app.tasks if name.startswith("games.")}
    assert [name for name, queue in queues.items() if queue == "clock"] == ["games.tasks.sweep"]
    outbound = {f"games.tasks.{name}" for name in OUTBOUND}
    assert {name for name, queue in queues.items() if queue == "outbound"} == outbound
    assert queues["games.tasks.send_mail"] == "mail"
    assert (channel_tests.TASK in outbound, channel_tests.QUEUE) == (True, "outbound")
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} == set(queues)


def test_a_mail_service_must_sign_in_to_tell_of_mail_that_came_back() -> None:
    run = run_check("prod", {**PRODUCTION, "BOUNCE_SERVICE": "postmark"})
    assert run.returncode != 0
    assert run.stderr.strip() == "Inside Job's production settings need BOUNCE_SECRET with BOUNCE_SERVICE."


@pytest.mark.parametrize("queue", ["clock", "mail", "outbound"])
def test_each_queue_has_a_worker_wherever_the_site_runs(queue: str) -> None:
    assert f"--queues, {queue}," in (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    assert f"insidejob-worker@{queue}" in (ROOT / "docs" / "operations.md").read_text("utf-8")
    assert f"insidejob-worker@{queue}" in (ROOT / "deploy" / "insidejob-worker@.service").read_text("utf-8")
    assert queue in QUEUES


def test_mail_by_smtp_has_an_end() -> None:
    assert read_settings(PRODUCTION, "EMAIL_BACKEND") == ["insidejob.smtp.Backend"]
    other = read_settings({**PRODUCTION, "EMAIL_URL": "dummymail://"}, "EMAIL_BACKEND")
    assert other == ["django.core.mail.backends.dummy.EmailBackend"]


def test_no_cookie_goes_without_tls_or_to_scripts() -> None:
    names = [f"{cookie}_COOKIE_{guard}" for cookie in ("CSRF", "LANGUAGE") for guard in ("SECURE", "HTTPONLY")]
    assert all(read_settings(PRODUCTION, "SESSION_COOKIE_SECURE", *names))


def test_browsers_keep_our_cookies_for_this_host_alone() -> None:
    names = sorted(name for name in dir(settings) if name.endswith("_COOKIE_NAME"))
    assert "MESSAGE_COOKIE_NAME" in names
    assert [name for name in read_settings(PRODUCTION, *names) if not name.startswith("__Host-")] == []
    for cookie in ("SESSION", "CSRF", "LANGUAGE"):
        assert read_settings(PRODUCTION, *(f"{cookie}_COOKIE_{part}" for part in ("DOMAIN", "PATH"))) == [None, "/"]


def test_hsts_binds_subdomains_and_preload_lists_only_if_asked_to() -> None:
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert read_settings(PRODUCTION, *names) == [False, False]
    assert read_settings(PRODUCTION | dict.fromkeys(names, "true"), *names) == [True, True]


@cache
def read_variables() -> set[str]:
    """Return the name of every environment variable that the code of the site reads, but for the benchmark's own."""
    files = [ROOT / "manage.py"]
    files += (path for app in ("accounts", "games", "insidejob") for path in (ROOT / app).rglob("*.py"))
    # What names no environment need not be parsed.
    texts = [text for path in files if "env" in (text := path.read_text("utf-8"))]
    return {name for text in texts for name in names_read(ast.parse(text))} - {"FAST_OFF"}


def names_read(tree: ast.AST) -> Iterator[str]:
    """Yield what is passed first to `env.…`, to functions of `insidejob.settings.environment`, to `os.environ.…` or
    `os.getenv`, or put in brackets behind `os.environ`.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name("env") | ast.Attribute(attr="environ"))
                | ast.Attribute(attr="getenv")
                | ast.Name(
                    "read_switch"
                    | "read_number"
                    | "read_site"
                    | "read_contact"
                    | "read_sender"
                    | "read_hosts"
                    | "read_origins"
                ),
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
    # PGPASSWORD is read by libpq.
    assert set(PRODUCTION) <= named <= read_variables() | {"PGPASSWORD"}
