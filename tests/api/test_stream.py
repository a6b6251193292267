"""The stream of a program: events of the token's own tables, the same for every role, and as long as it may listen."""

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.models import ApiToken, Scope, User
from accounts.tokens.services import list_tokens, revoke
from games.models import Game, Player
from games.people.services import block
from games.tables.services import invitations, stand_ins
from insidejob.streams import news
from insidejob.streams.passes import Pass, read_pass
from insidejob.streams.server import Streams, _list_ends, _list_news
from tests.api.clients import Bot, Program
from tests.builders_people import make_person
from tests.tables.acts import replace_by
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.pages.polls import committed

pytestmark = pytest.mark.django_db


@pytest.fixture
def messages(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is published."""
    published: list[bytes] = []
    settings.STREAMS_NEWS = "/nowhere"
    monkeypatch.setattr(news, "_send", published.append)
    return published


def open_pass(program: Program) -> tuple[str, Pass]:
    """Return a pass that a program gets, signed and read."""
    answer = program.get("stream")
    assert (answer.status_code, answer.content) == (302, b"")
    signed = answer["Location"].partition("?pass=")[2]
    known = read_pass(signed)
    assert known
    return signed, known


class Pen:
    """Takes what the process writes to one stream."""

    def __init__(self) -> None:
        self.written, self.is_closed, self.transport = b"", False, self

    def write(self, text: bytes) -> None:
        self.written += text

    async def drain(self) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True

    def get_write_buffer_size(self) -> int:
        return 0

    @property
    def events(self) -> list[str]:
        return self.written.decode().partition("\r\n\r\n")[2].removeprefix(":\n\n").split("\n\n")[:-1]


def receive(passes: list[str], messages: list[bytes]) -> list[Pen]:
    """Return what streams with these passes get of the messages."""

    async def run() -> list[Pen]:
        streams, pens = Streams(), [Pen() for _ in passes]
        streams.hears = True
        for signed, pen in zip(passes, pens, strict=True):
            reader = asyncio.StreamReader()
            reader.feed_data(f"GET /stream/?pass={signed} HTTP/1.1\r\n\r\n".encode())
            pen.task = asyncio.create_task(streams.answer(reader, pen))  # type: ignore[arg-type,attr-defined]
            await asyncio.sleep(0.01)
        for message in messages:
            streams.hear(message)
        return pens

    return asyncio.run(run())


def test_every_role_gets_the_same_events_at_the_same_moments(messages: list[bytes]) -> None:
    people = [make_person() for _ in range(4)]
    programs, game = [Program(each) for each in people], start_table(*people)
    other = start_table(people[0], make_person(), bots=1)
    passes = [open_pass(program)[0] for program in programs]
    asked = set[tuple[str, ...]]()
    messages.clear()
    while Game.objects.get(pk=game.pk).is_running:
        asked.add(tuple(game.players.values_list("owes", flat=True)))
        with committed():
            play_on(game, 1)
    assert len(asked) > 20, "they were asked at different moments"
    pens = receive(passes, messages)
    # Ids are for all the same; the first event says to look at everything.
    assert len({tuple(pen.events[1:]) for pen in pens}) == 1
    assert "event: all" in pens[0].events[0]
    assert f'event: table\ndata: {{"code": "{game.code}"}}' in pens[0].events[1]
    assert {len(event) for event in pens[0].events[1:]} == {len(pens[0].events[1])}
    assert all(pen.is_closed for pen in pens), "the end of a game ends the streams of its players"
    assert other.code not in pens[0].written.decode()


def listens(program: Program) -> bool:
    status: int = program.get("stream").status_code
    return status == 302


ENDS: dict[str, Callable[[User, Game], Any]] = {
    "the token is revoked": lambda user, game: revoke(user, list_tokens(user)[0].key),
    "the user is suspended": lambda user, game: suspensions.suspend(User.objects.get(pk=user.pk)),
    "the seat is lost": lambda user, game: lose_seat(user, game),
    "an invitation": lambda user, game: invite(user),
    "a table of one’s own": lambda user, game: open_table(user, seats=3),
}


def lose_seat(user: User, game: Game) -> None:
    stand_ins.hand_over(code=game.code, user=user)
    replace_by(game, game.host, make_person(), seat=1)


def invite(user: User) -> Game:
    host = make_person()
    finish(start_table(host, user, bots=1))
    game = open_table(host, seats=3)
    invitations.invite_person(code=game.code, host=host, person=user.code)
    return game


@pytest.mark.parametrize("name", ENDS)
def test_a_stream_ends_with_what_lets_it_be_heard_and_with_another_table(name: str, messages: list[bytes]) -> None:
    host, user = make_person(), make_person()
    game, program = start_table(host, user, bots=1), Program(user)
    signed, known = open_pass(program)
    assert known.tables == (game.code,)
    messages.clear()
    with committed():
        ENDS[name](user, game)
    [pen] = receive([signed], messages)
    assert pen.is_closed
    if name in ("an invitation", "a table of one’s own"):
        assert "event: games\ndata: {}" in pen.events[-1]
    else:
        assert not listens(program) or game.code not in (open_pass(program)[1].tables or ())


def test_who_is_only_invited_or_kept_apart_hears_nothing_of_the_table(messages: list[bytes]) -> None:
    host, user, apart = make_person(), make_person(), make_person()
    finish(start_table(host, user, apart))
    game = open_table(host, seats=4)
    block(by=apart, person=host)
    signed = [open_pass(Program(each))[0] for each in (user, apart)]
    messages.clear()
    with committed():
        invitations.invite_person(code=game.code, host=host, person=user.code)
        invitations.invite_person(code=game.code, host=host, person=apart.code)
    assert game.players.filter(invited=True).count() == 2
    invited, blocked = receive(signed, messages)
    assert (len(invited.events), len(blocked.events)) == (2, 1)
    _, known = open_pass(Program(user))
    assert known.tables == ()


def test_a_bot_account_listens_until_its_owner_may_not_play(messages: list[bytes]) -> None:
    owner = make_person()
    bot = Bot(owner)
    signed, known = open_pass(bot)
    messages.clear()
    with committed():
        suspensions.suspend(owner)
    assert receive([signed], messages)[0].is_closed
    assert not listens(bot)
    assert len(_list_news(known)) == 1
    assert len(_list_ends(known)) == 4


@pytest.mark.parametrize(("left", "most"), [(timedelta(seconds=90), 90), (timedelta(days=9), 700), (None, 700)])
def test_a_stream_ends_with_its_token(left: timedelta | None, most: float) -> None:
    program = Program(make_person())
    ApiToken.objects.update(expires_at=left and timezone.now() + left)
    signed, _ = open_pass(program)

    async def listen() -> float:
        streams, reader, pen = Streams(), asyncio.StreamReader(), Pen()
        streams.hears = True
        reader.feed_data(f"GET /stream/?pass={signed} HTTP/1.1\r\n\r\n".encode())
        task = asyncio.create_task(streams.answer(reader, pen))  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        [end] = streams.ends_at.values()
        reader.feed_eof()
        await task
        return end - time.monotonic()

    assert most - 200 < asyncio.run(listen()) <= most


def test_a_pass_for_as_many_tables_as_one_may_have_fits_into_a_request() -> None:
    ada = make_person()
    Game.objects.bulk_create(Game(title="insidejob", rules=1, options={}, seat_count=2, host=ada) for _ in range(300))
    Player.objects.bulk_create(Player(game=game, seat=0, user=ada) for game in Game.objects.all())
    signed, known = open_pass(Program(ada))
    assert len(known.tables or ()) == 300
    assert len(signed) < 6000


def test_a_token_without_the_scope_hears_nothing() -> None:
    refused = Program(make_person(), Scope.WAITING).get("stream")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope")
