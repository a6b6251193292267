"""A question that only some seats get in secret takes as many bytes as none, at whatever address its seat asks.

The law looks at every title of the house: which asks in secret shows in its games.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import islice
from typing import Any

import pytest
from django.core.cache import cache as site_cache
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.api.views import reading
from games.fast.state_cache import state_cache
from games.models import Notification, SealedChoice
from games.notifications import contacts, fan_out
from games.rules.engine.errors import RulesError
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import PLAYER
from games.rules.registry import TITLES
from insidejob.padding import Padding
from insidejob.templates import find_backend
from tests.access import name_addresses
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.rounds import choose
from tests.rules import swap
from tests.rules.worlds import Log, World
from tests.tables.builders import start_table
from tests.tables.pages import worlds as stored
from tests.tables.pages.browser import link, sign_in
from tests.titles import worlds_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GAMES = 400
"""Among so many somebody else is asked beside a seat, so that the public sees the same without it."""
PAIRS = choose(1, deep=2, long=4)
SLACK = 16
"""Bytes before padding: the wording of a sentence, and an attribute that hides what is not there."""
LEADS_ON = {"/games/next/"}
"""Pressed by someone who then loads another page."""
OF_PROGRAMS = ("me", "waiting", "games", "games/{0}", "games/{0}/talk", "games/{0}/record", "games/{0}/premove")


@dataclass(frozen=True)
class Question:
    """A seat that is asked in secret after `log`, and not after `other`, which only its own move tells apart."""

    game: swap.Game
    seat: int
    log: Log
    other: Log


def find_questions(name: str) -> Iterator[Question]:
    """Yield questions, in different games."""
    title = TITLES[name]
    for number in range(GAMES if title.SECRET_QUESTIONS else 0):
        game = swap.play_game(worlds_of(name), f"secret-{number}")
        found = [(step, seat) for step, now in enumerate(game.states) for seat in list_asked_in_secret(title, now)]
        others = ((step, seat, ask_not(title, game, step, seat)) for step, seat in found)
        yield from [Question(game, seat, game.log[:step], other) for step, seat, other in others if other][:1]


@cache
def find_first() -> tuple[str, Question]:
    """Return the first title that asks in secret, and a question of it."""
    return next((name, each) for name in TITLES for each in find_questions(name))


def list_asked_in_secret(title: AnyTitle, state: Any) -> list[int]:
    asked = {seat: title.decision(state, seat) for seat in title.to_act(state)}
    return [seat for seat, decision in asked.items() if decision and not decision.public]


def ask_not(title: AnyTitle, game: swap.Game, step: int, seat: int) -> Log | None:
    """Return the log with another last move of the seat, after which it is not asked and the public sees the same."""
    log, public = game.log[:step], title.observe(game.states[step], None)
    last = max((at for at, entry in enumerate(log) if entry.move.seat == seat), default=None)
    if last is None:
        return None
    for move in title.legal_moves(game.states[last], seat):
        other = (*log[:last], replace(log[last], move=move), *log[last + 1 :])
        try:
            state = swap.replay(title, game.states[0].options, World(game.states[0].deal, other))[-1]
        except RulesError:
            continue
        if title.decision(state, seat) is None and title.observe(state, None) == public:
            return other
    return None


class Reader:
    """A player who asks for everything, also at another table and by a program."""

    def __init__(self, question: Question, name: str) -> None:
        game, title = question.game, TITLES[name]
        self.question = question
        self.table = stored.make_table(title, game.states[0].options, game.seats)
        user = self.table.players.get(seat=question.seat).user
        assert user
        self.user: User = user
        self.elsewhere = start_table(user, make_person(), make_person())
        self.feed = contacts.connect(user, contacts.FEED)
        self.client, self.program = sign_in(user), Program(user)

    def measure(self, log: Log, answer: Any = None, only: Collection[str] | None = None) -> dict[str, tuple[int, int]]:
        """Return status and length of each answer after a log; `answer` is what the seat has already chosen.

        `only` names the paths of pages to ask for, where these are not all.
        """
        Notification.objects.all().delete()
        stored.lay_out(self.table, self.question.game.states[0].deal, log)
        fan_out.fan_out_due(timezone.now() + timedelta(minutes=10))
        if answer:
            self.seal(answer)
        found = {}
        for _, path, _, headers in self.list_asks():
            if only is not None and path.partition("?")[0] not in only:
                continue
            site_cache.clear()
            state_cache.forget()
            _, status, _, body, *_ = stored.send(self.client, "get", path, {}, {**headers, **stored.COMPRESSED})
            found[f"{path} {headers}"] = status, len(body)
        for path in OF_PROGRAMS:
            told = self.program.get(path.format(self.table.code))
            found[path] = told.status_code, len(told.content)
        return found

    def seal(self, move: Any) -> None:
        game, title = self.table, TITLES[self.table.title]
        asked = title.decision(self.question.game.states[len(self.question.log)], move.seat)
        assert asked
        SealedChoice.objects.create(
            game=game, seat=move.seat, decision=asked.name, content=[title.dump_move(move)], by=PLAYER
        )
        game.players.filter(seat=move.seat).update(owes="")

    def list_asks(self) -> Iterator[stored.Ask]:
        asks = stored.list_requests(self.table, [{"decision": "x"}], {})
        yield from (ask for ask in asks if ask[0] == "get" and ask[1] not in LEADS_ON)
        free = [reverse(name) for name, path in name_addresses() if "<" not in path]
        feeds = [reverse(f"games:feed_{kind}", args=[self.feed.secret]) for kind in ("atom", "calendar")]
        paths = [*free, *feeds, link("table", self.elsewhere), "/games/?page=2"]
        yield from (("get", path, {}, {}) for path in paths if path not in LEADS_ON)


def find_gaps(given: dict[str, tuple[int, int]], other: dict[str, tuple[int, int]]) -> list[str]:
    return [
        f"{name}: {given[name]} and {other[name]}"
        for name in given
        if given[name][0] != other[name][0] or abs(given[name][1] - other[name][1]) > SLACK
    ]


@pytest.mark.rounds
@pytest.mark.parametrize("name", TITLES)
def test_a_secret_question_takes_as_many_bytes_as_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Padding, "choose_length", lambda self, length, content, seat="": length)
    secret = TITLES[name].SECRET_QUESTIONS
    assert not secret or TITLES[name].TEXTS.has_words, "blanks hide nothing in compressed answers"
    questions = list(islice(find_questions(name), PAIRS))
    assert bool(questions) == bool(secret)
    with stored.frozen():
        for question in questions:
            reader = Reader(question, name)
            none, asked = reader.measure(question.other), reader.measure(question.log)
            move = TITLES[name].legal_moves(question.game.states[len(question.log)], question.seat)[0]
            chosen = reader.measure(question.log, move)
            assert not find_gaps(asked, none), "asked"
            assert not find_gaps(chosen, none), "chosen"


def test_without_room_for_it_every_place_tells_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    name, question = find_first()
    monkeypatch.setattr(Padding, "choose_length", lambda self, length, content, seat="": length)
    monkeypatch.setitem(find_backend().env.filters, "room", lambda body, size, is_plain: body)
    monkeypatch.setattr(reading, "ROW_ROOM", 0)
    with stored.frozen():
        reader = Reader(question, name)
        pages = {link("table", reader.table), link("news", reader.table), "/games/"}
        gaps = find_gaps(*(reader.measure(log, only=pages) for log in (question.log, question.other)))
    told = {gap.partition(" ")[0].partition("?")[0].rstrip(":") for gap in gaps}
    assert told >= {*pages, "waiting"}


def test_what_waits_is_padded_alike_with_a_secret_question_and_without() -> None:
    name, question = find_first()
    with stored.frozen():
        reader = Reader(question, name)
        asked, none = (reader.measure(log, only=()) for log in (question.log, question.other))
    assert [asked[path] for path in ("waiting", "games")] == [none[path] for path in ("waiting", "games")]
