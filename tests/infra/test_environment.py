"""A variable of the environment that cannot be read ends the start with one sentence, which does not quote it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from insidejob.settings import environment as env
from tests.infra.deployment import PRODUCTION, ROOT, read_settings, run_check
from tests.rounds import one_in

NAME = "INSIDEJOB_TRIED"
Reader = Callable[[], Any]
READERS: dict[str, Reader] = {
    "switch": lambda: env.read_switch(NAME, default=True),
    "number": lambda: env.read_number(NAME, default=7),
    "site": lambda: env.read_site(NAME, default="https://insidejob.example"),
    "contact": lambda: env.read_contact(NAME),
    "sender": lambda: env.read_sender(NAME),
    "hosts": lambda: env.read_hosts(NAME),
    "origins": lambda: env.read_origins(NAME),
}
READ: list[tuple[str, str, Any]] = [
    *(("switch", text, True) for text in ("1", "true", "True", "YES", " on ", "")),
    *(("switch", text, False) for text in ("0", "false", "FALSE", "no", "Off")),
    *(("number", text, number) for text, number in (("", 7), ("0", 0), (" 12 ", 12))),
    *(("site", text, "https://insidejob.example") for text in ("", "https://insidejob.example/")),
    ("site", "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
    *(("contact", text, text) for text in ("", "a@b.example", "https://b.example/contact", "mailto:a@b.example")),
    *(("sender", text, text) for text in ("a@b.example", "Inside Job <a@b.example>", '"Job, Inside" <a@b.example>')),
    ("hosts", "a.example, b.example,", ["a.example", "b.example"]),
    ("origins", "", []),
    ("origins", "https://a.example,http://b.example:8000", ["https://a.example", "http://b.example:8000"]),
]
REFUSED = [
    *(("switch", text) for text in ("transaction", "2", "y", "ok", "yes please", "non")),
    *(("number", text) for text in ("-1", "1.5", "one", "1 000", "٣", "0x10", "1e3")),
    *(("site", text) for text in ("a.example", "https://", "ftp://a.example", "https://a.example/x", "https://a:b")),
    *(("contact", text) for text in ("Ada", "a@", "http://", "a.example", "javascript:alert(1)")),
    *(("sender", text) for text in ("", "Inside Job", "hello@", "Inside Job <hello>")),
    *(("hosts", text) for text in ("", ",", "https://a.example", "a.example b.example")),
    *(("origins", text) for text in ("a.example", "https://a.example,b.example")),
]


@pytest.mark.parametrize(("kind", "text", "value"), READ)
def test_what_makes_sense_is_read(monkeypatch: pytest.MonkeyPatch, kind: str, text: str, value: Any) -> None:
    monkeypatch.setenv(NAME, text)
    assert READERS[kind]() == value


@pytest.mark.parametrize(("kind", "text"), REFUSED)
def test_what_makes_no_sense_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, kind: str, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(SystemExit, match=rf"^Inside Job cannot read {NAME}, which (is|holds) .*\.$"):
        READERS[kind]()


WRONG = {
    "DATABASE_POOLER": "transaction",
    "TRUSTED_PROXY_COUNT": "one",
    "SITE_ADDRESS": "elsewhere.example",
    "DEFAULT_FROM_EMAIL": "Somebody",
    "OPERATOR_CONTACT": "Ada Lovelace",
    "CSRF_TRUSTED_ORIGINS": "elsewhere.example",
    "ALLOWED_HOSTS": "https://insidejob.example",
    "REDIS_URL": "https://redis.example:6379/0",
    "BOUNCE_MAILBOX": "mail.example/INBOX",
}


@pytest.mark.parametrize(("name", "text"), one_in(5, WRONG.items()))
def test_production_does_not_start_with_it(name: str, text: str) -> None:
    run = run_check("prod", PRODUCTION | {name: text})
    assert run.returncode != 0
    assert run.stderr.count("\n") == 1
    assert name in run.stderr
    assert text not in run.stderr


def test_no_setting_is_read_in_a_way_that_takes_any_word_for_no() -> None:
    settings = (ROOT / "insidejob" / "settings").glob("*.py")
    assert not [path.name for path in settings if re.search(r"env\.(bool|int|float|url)\(|env\(", path.read_text())]


def test_the_image_is_built_with_settings_that_can_be_read() -> None:
    (command,) = re.findall(
        r"^RUN (SECRET_KEY=.*?) python manage.py", (ROOT / "deploy/Dockerfile").read_text(), re.M | re.S
    )
    unused = dict(word.split("=", 1) for word in command.replace("\\\n", " ").split())
    assert read_settings(unused, "STATIC_URL")
