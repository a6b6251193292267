"""When the database stores nothing, pages answer 503 with a kind sentence and keep what was chosen; one line a minute
is logged."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game, Move
from games.notifications.email_links import make_turn_token
from games.state.table import load_table
from insidejob.storage_errors import is_refused
from tests.builders_people import make_person
from tests.logs import read_log
from tests.site.pages.builders import fail
from tests.site.pages.builders import refused_writes as limited
from tests.tables.builders import asked, fields_of, start_table
from tests.tables.pages.browser import HTMX, link, sign_in, text_of

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = (
    "The site can’t save anything right now. Nothing is lost, and your choices are still "
    "here: please send them again in a minute."
)


@contextmanager
def refused_writes() -> Iterator[None]:
    """A database that can be read and takes nothing, however little."""
    if connection.vendor != "sqlite":
        with limited():
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            yield
        finally:
            cursor.execute("PRAGMA query_only = OFF")


@contextmanager
def full() -> Iterator[None]:
    """A database file that may not grow, and has no room left in it."""
    with limited():
        for size in (100_000, 3000, 300, 30):
            row: Any = {"session_data": "x" * size, "expire_date": timezone.now()}
            with suppress(DatabaseError):
                for _ in range(500):
                    Session.objects.create(session_key=token_hex(20), **row)
        yield


@contextmanager
def away() -> Iterator[None]:
    """A database that does not answer at all."""
    with connection.execute_wrapper(fail):
        yield


def start(language: str = "en") -> tuple[Game, User, Client]:
    """Return a game in which the first seat is asked, the person in that seat, and their signed-in client."""
    person = make_person(language=language)
    game = start_table(person, bots=2)
    assert asked(load_table(game)) == [0]
    client = sign_in(person)
    client.raise_request_exception = False
    return game, person, client


def is_said(answer: Any, language: str, sentence: str = SENTENCE) -> bool:
    with translation.override(language):
        return tidy(translation.gettext(sentence)) in tidy(text_of(answer))


def tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def count_moves(game: Game) -> int:
    return Move.objects.filter(game=game).count()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "HTMX"])
def test_a_move_that_cannot_be_stored_stays_chosen(headers: dict[str, str], language: str) -> None:
    game, _, client = start(language)
    fields, before = fields_of(game), count_moves(game)
    with refused_writes():
        answer = client.post(link("move", game), fields, headers=headers)
        page = text_of(answer)
        assert (answer.status_code, answer["Retry-After"]) == (503, "20")
        assert "no-store" in answer["Cache-Control"]
        assert is_said(answer, language)
        card = next(value for name, value in fields.items() if name not in ("decision", "type"))
        assert re.search(rf'value="{card}"[^>]*\schecked', page), "what was chosen is chosen still"
        assert ("<html" in page) == (not headers)
        assert client.get(link("table", game)).status_code == 200, "what is stored can be read"
    assert count_moves(game) == before
    assert client.post(link("move", game), fields, headers=headers).status_code in (200, 302)
    assert count_moves(game) > before


def test_the_link_of_a_mail_keeps_what_was_chosen() -> None:
    game, person, _ = start("fr")
    visitor, fields = Client(raise_request_exception=False), fields_of(game)
    address = f"/mail/turn/{make_turn_token(game.players.get(user=person))}/"
    with refused_writes():
        answer = visitor.post(address, fields)
    assert answer.status_code == 503
    assert is_said(answer, "fr")
    assert answer["Retry-After"] == "20"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_any_other_form_is_kept_to_be_sent_again(language: str) -> None:
    game, _, client = start(language)
    said = {"text": '<Hello> & "you"', "csrfmiddlewaretoken": "abc"}
    with refused_writes():
        answer = client.post(link("talk", game), said)
        part = client.post(link("talk", game), said, headers=HTMX)
    page = text_of(answer)
    assert (answer.status_code, answer["Retry-After"]) == (503, "20")
    assert is_said(answer, language)
    assert f'<html lang="{language}">' in page
    assert '<input type="hidden" name="text" value="&lt;Hello&gt; &amp; &#34;you&#34;">' in page
    assert f'action="{link("talk", game)}"' in page
    assert (part.status_code, part["HX-Reswap"], part["Retry-After"]) == (503, "none", "20")
    assert is_said(part, language)
    assert "<html" not in text_of(part)
    assert client.post(link("talk", game), said).status_code == 302


def test_no_password_or_code_is_sent_back() -> None:
    person = make_person()
    visitor = Client(raise_request_exception=False, headers={"accept-language": "en"})
    with refused_writes():
        answer = visitor.post(reverse("account_request_login_code"), {"email": person.email or ""})
    page = tidy(text_of(answer))
    assert answer.status_code == 503
    assert "please go back" in page
    assert str(person.email) not in page


def test_pages_are_read_though_nothing_can_be_kept_of_it() -> None:
    game, person, client = start()
    other = make_person()
    shared = start_table(person, other, bots=1)
    sign_in(other).post(link("talk", shared), {"text": "Hello"})
    with refused_writes():
        pages = [reverse(f"games:{name}") for name in ("home", "my_games", "open_tables", "mail")]
        for path in (*pages, link("table", game), link("table", shared) + "?tab=talk"):
            assert client.get(path).status_code == 200, path
        assert client.get(link("panel", shared, "talk"), headers=HTMX).status_code == 200


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_database_that_is_away_is_told_without_asking_it(language: str) -> None:
    game, _, client = start(language)
    client.cookies["language"] = language
    visitor = Client(raise_request_exception=False, headers={"accept-language": language})
    with away():
        for answer in (
            client.get(link("table", game), headers={"accept-language": language}),
            visitor.get(reverse("games:open_tables")),
            client.post(link("move", game), {"decision": "play-1"}, headers={"accept-language": language}),
        ):
            assert (answer.status_code, answer["Retry-After"]) == (503, "20")
            assert f'<html lang="{language}">' in text_of(answer)
        poll = client.get(link("news", game) + "?v=0", headers=HTMX)
        assert (poll.status_code, poll["HX-Reswap"]) == (503, "none")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no limit of a file")
def test_a_full_disk_is_told_and_all_goes_on_once_there_is_room() -> None:
    game, _, client = start()
    before = count_moves(game)
    with full():
        # There is a little room in the pages of each table.
        answers = [client.post(link("talk", game), {"text": "x" * 400}).status_code for _ in range(25)]
        assert set(answers) <= {302, 503}
        assert answers[-5:] == [503] * 5
        assert client.get(link("table", game)).status_code == 200
    assert count_moves(game) == before
    assert client.post(link("move", game), fields_of(game)).status_code == 302


@pytest.mark.parametrize("how", [refused_writes, away])
def test_it_says_so_in_one_line_a_minute(how: Any) -> None:
    game, _, client = start()
    fields = fields_of(game)
    with read_log() as log, how():
        for _ in range(5):
            assert client.post(link("move", game), fields).status_code == 503
            assert client.post(link("talk", game), {"text": "Hello"}).status_code == 503
            assert client.post(link("talk", game), {"text": "Hello"}, headers=HTMX).status_code == 503
        lines = log.getvalue().splitlines()
    assert len(lines) == 1, lines
    assert "Nothing can be stored" in json.loads(lines[0])["event"]
    assert "Traceback" not in lines[0]


def test_any_other_fault_is_500_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _, client = start()

    def break_down(*args: Any, **options: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.tables.views.table.load_table", break_down)
    with read_log() as log:
        assert [client.get(link("table", game)).status_code for _ in range(3)] == [500] * 3
    assert ["break_down" in line for line in log.getvalue().splitlines()] == [True] * 3


def test_a_lock_that_another_process_keeps_is_no_error_of_the_site(tmp_path: Path) -> None:
    """On a busy machine a process may wait in vain for the lock of SQLite."""
    with closing(sqlite3.connect(tmp_path / "db")) as holder, closing(sqlite3.connect(tmp_path / "db")) as other:
        holder.execute("BEGIN IMMEDIATE")
        other.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(sqlite3.OperationalError) as raised:
            other.execute("BEGIN IMMEDIATE")
    error = OperationalError("database is locked")
    error.__cause__ = raised.value
    assert is_refused(error)
