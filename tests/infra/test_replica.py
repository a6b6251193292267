"""Pages that may be late read from a replica, others never do, and a replica that is away is missed by nobody."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from accounts.models import User
from games.archive.views import records
from games.cases.days import DAY, find_today
from games.state import queries
from insidejob import replica as reads
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.infra.deployment import PRODUCTION, read_settings
from tests.rounds import one_in
from tests.tables.builders import finish, start_table
from tests.tables.pages.browser import link, sign_in
from tests.tables.pages.circle import make_circle

pytestmark = pytest.mark.django_db(transaction=True)
LATE: dict[str, Callable[[User], str]] = {
    "profile": lambda user: reverse("games:profile", args=[user.code]),
    "statistics": lambda user: reverse("games:statistics", args=[user.code]),
    "public tables": lambda user: reverse("games:open_tables"),
    "archive of cases": lambda user: reverse("games:case_archive"),
    "season of a circle": lambda user: reverse("games:season", args=[make_circle(user).code, f"{now():%Y-%m}"]),
}


@pytest.fixture
def replica(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Give a second connection to the database, in the place of a replica."""
    settings.DATABASE_ROUTERS = ["insidejob.replica.Router"]
    settings.MIDDLEWARE = ["insidejob.replica.remembering_writes", *settings.MIDDLEWARE]
    monkeypatch.setattr(reads, "replica", reads.Replica())
    monkeypatch.setitem(connections.databases, reads.ALIAS, dict(connections["default"].settings_dict))
    # Django lets a test use no connection that has another name.
    connections[reads.ALIAS].alias = "default"
    yield connections[reads.ALIAS]
    connections[reads.ALIAS].close()
    del connections[reads.ALIAS]


@contextmanager
def noting(alias: str) -> Iterator[list[str]]:
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        statements.append(sql)
        return execute(sql, *more)

    with connections[alias].execute_wrapper(note):
        yield statements


def read(client: Client, path: str) -> tuple[list[str], list[str]]:
    """Return what a page reads from the replica and from the primary."""
    with noting(reads.ALIAS) as late, noting("default") as primary:
        assert client.get(path).status_code == 200
    return [sent for sent in late if "FROM" in sent], primary


@pytest.fixture
def ada(replica: Any) -> User:
    user = make_person()
    finish(start_table(user, make_person(), bots=1))
    return user


@pytest.mark.parametrize("page", LATE)
def test_pages_that_may_be_late_read_from_the_replica(page: str, ada: User) -> None:
    late, primary = read(sign_in(ada), LATE[page](ada))
    assert late
    assert "django_session" in primary[0]
    assert not any("django_session" in sent for sent in late)


@pytest.mark.parametrize("asked", ["records", "people/{}/statistics"])
def test_what_programs_fetch_in_bulk_is_read_from_the_replica(asked: str, ada: User) -> None:
    program, path = Program(ada), asked.format(ada.code)
    whole = program.get(path).content
    with noting(reads.ALIAS) as late, noting("default") as primary:
        assert len(whole) > 100
        assert program.get(path).content == whole
    assert any("games_move" in sent or "games_player" in sent for sent in late)
    # Who asks is read from the primary, and nothing of their games.
    assert any("accounts_user" in sent for sent in primary)
    assert not any("games_" in sent for sent in primary)


def fetch(client: Client, path: str) -> bytes:
    return b"".join(client.get(path).streaming_content)  # type: ignore[attr-defined]


@pytest.mark.parametrize("file", one_in(2, ["my_records", "my_commitments"]))
def test_the_file_of_all_records_is_read_from_the_replica(
    file: str, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is sent in parts. Each part that the replica fails to give comes from the primary, and no line comes twice."""
    monkeypatch.setattr(records, "AT_ONCE", 2)
    for _ in range(4):
        finish(start_table(ada, make_person(), bots=1))
    client, path = sign_in(ada), reverse(f"games:{file}")
    whole = fetch(client, path)
    assert whole.count(b"\n") == 5
    with noting(reads.ALIAS) as late, noting("default") as primary:
        assert fetch(client, path) == whole
    assert any("games_player" in sent for sent in late)
    assert not any("games_" in sent for sent in primary)
    seen: list[str] = []

    def lose(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        seen.append(sql)
        if len(seen) == 2 * len(late) // 3:
            raise OperationalError("lost")
        return execute(sql, *more)

    with connections[reads.ALIAS].execute_wrapper(lose), noting("default") as primary:
        assert fetch(client, path) == whole
    assert len(seen) == 2 * len(late) // 3
    assert any("games_player" in sent for sent in primary)


def test_the_totals_of_a_case_are_read_from_the_replica(ada: User) -> None:
    # The case of yesterday is open until noon.
    store_case(day=find_today() - 2 * DAY)
    late, primary = read(sign_in(ada), reverse("games:case", args=[1]))
    assert [sent for sent in late if "games_casetally" in sent] == late
    assert late
    assert not any("games_casetally" in sent for sent in primary)


def test_a_table_is_locked_in_the_primary_also_while_reads_are_late(ada: User) -> None:
    game = start_table(ada, make_person(), bots=1)
    with reads._reading_late(), noting(reads.ALIAS) as late, noting("default") as primary:
        assert queries.find_game(game.code) is not None
        with transaction.atomic():
            assert queries.lock_game(game.code) is not None
    assert (len(late), len([sent for sent in primary if "games_game" in sent])) == (1, 1)


def test_a_players_own_tables_are_read_from_the_primary(ada: User) -> None:
    client, game = sign_in(ada), start_table(ada, make_person(), bots=1)
    for path in (reverse("games:my_games"), link("table", game), f"{link('table', game)}?tab=talk"):
        late, primary = read(client, path)
        assert late == []
        assert any("games_player" in sent for sent in primary)


def test_whether_one_may_see_a_page_is_asked_of_the_primary(ada: User) -> None:
    ada.history_shown_to = ada.statistics_shown_to = "nobody"
    ada.save()
    stranger = sign_in(make_person())
    for page in ("profile", "statistics"):
        with noting(reads.ALIAS) as late:
            assert stranger.get(LATE[page](ada)).status_code == 403
        assert late == []


def test_who_has_just_sent_a_form_sees_what_it_changed(ada: User) -> None:
    client = sign_in(ada)
    cookie = client.post(reverse("games:table_alert"), {"title": "insidejob"}).cookies["written"]
    assert (cookie["max-age"], cookie["httponly"], cookie["path"]) == (reads.WRITTEN_FOR, True, "/")
    assert read(client, LATE["public tables"](ada))[0] == []
    del client.cookies["written"]
    assert read(client, LATE["public tables"](ada))[0]


def test_a_program_gets_no_cookie(ada: User) -> None:
    answer = sign_in(ada).post("/api/1/games", "{}", content_type="application/json")
    assert not answer.cookies


def test_without_the_replica_the_primary_is_read_and_the_replica_left_alone_for_a_while(ada: User) -> None:
    client, tried = sign_in(ada), []

    def refuse(*_: Any) -> None:
        tried.append(1)
        raise OperationalError("gone")

    with connections[reads.ALIAS].execute_wrapper(refuse):
        assert client.get(LATE["profile"](ada)).status_code == 200
        assert client.get(LATE["profile"](ada)).status_code == 200
    assert tried == [1]
    reads.replica.away_until = 0
    assert read(client, LATE["profile"](ada))[0]


def test_a_page_whose_replica_goes_meanwhile_is_drawn_from_the_primary(ada: User) -> None:
    whole, seen = sign_in(ada).get(LATE["profile"](ada)).context["games"], []

    def lose(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        seen.append(sql)
        if len(seen) > 3:
            raise OperationalError("lost")
        return execute(sql, *more)

    with connections[reads.ALIAS].execute_wrapper(lose):
        answer = sign_in(ada).get(LATE["profile"](ada))
    assert len(seen) == 4
    assert len(answer.context["games"]) == len(whole) == 1


def test_a_replica_that_is_far_behind_is_left(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reads, "IS_BEHIND", "SELECT true")
    monkeypatch.setattr(connections[reads.ALIAS], "vendor", "postgresql")
    with noting(reads.ALIAS) as late:
        assert sign_in(ada).get(LATE["profile"](ada)).status_code == 200
    assert late == ["SELECT true"]
    assert not reads.replica.may_answer(sign_in(ada).get("/").wsgi_request)


def test_production_has_a_replica_only_where_one_is_named() -> None:
    names = ("DATABASES", "DATABASE_ROUTERS", "MIDDLEWARE")
    databases, routers, middleware = read_settings(PRODUCTION, *names)
    assert ([*databases], routers) == (["default"], [])
    assert not any("replica" in each for each in middleware)
    primary = {"DATABASE_URL": "postgres://insidejob@one.example,two.example/insidejob?target_session_attrs=read-write"}
    more = {**PRODUCTION, **primary, "REPLICA_URL": "postgres://insidejob@three.example/insidejob"}
    databases, routers, middleware = read_settings(more, *names)
    assert databases["replica"]["HOST"] == "three.example"
    assert databases["replica"]["OPTIONS"]["connect_timeout"] == 2
    assert "target_session_attrs" not in databases["replica"]["OPTIONS"]
    assert databases["default"]["OPTIONS"]["target_session_attrs"] == "read-write"
    assert routers == ["insidejob.replica.Router"]
    assert "insidejob.replica.remembering_writes" in middleware
