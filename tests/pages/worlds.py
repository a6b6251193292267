"""The world swap over HTTP: one stored game laid out in two ways that a viewer cannot tell apart, and all they receive.

The pairs come from `tests.rules`: a random game, a step, a viewer, and another world that agrees with what they know.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any
from unittest import mock

import time_machine
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Deal, Game, Hand, Message, Move, SealedChoice, Seat
from games.rules import insidejob
from games.rules.insidejob.cards import DECK
from games.rules.insidejob.missions import DECK as MISSIONS
from games.rules.insidejob.moves import Vote
from games.rules.insidejob.options import Options
from games.rules.insidejob.state import State
from games.rules.play import play_out
from games.rules.protocol import Term
from games.selectors import load_table
from games.services import notices, play
from games.wording import word_term
from tests.builders_people import make_person
from tests.pages.browser import HTMX, link, sign_in
from tests.rules import swap
from tests.rules.insidejob import worlds
from tests.rules.swap import Log, World

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAVEPOINT = re.compile(r"^((?:RELEASE |ROLLBACK TO )?SAVEPOINT) .*")


@contextmanager
def frozen() -> Iterator[None]:
    """Stop the clock and what is random about forms: the secret against forgery and its mask."""
    with ExitStack() as stack:
        stack.enter_context(time_machine.travel(NOW, tick=False))
        stack.enter_context(mock.patch("django.middleware.csrf._get_new_csrf_string", return_value="s" * 32))
        stack.enter_context(mock.patch("django.middleware.csrf._mask_cipher_secret", return_value="m" * 64))
        yield


def make_table(options: Options, seats: int) -> Game:
    """Store a running table of `seats` people; nothing is dealt yet.

    Something was said, somebody would end the game, somebody missed a decision.
    """
    people = [make_person() for _ in range(seats)]
    game = Game.objects.create(
        title="insidejob",
        rules=1,
        options=insidejob.dump_options(options),
        seat_count=seats,
        host=people[0],
        started_at=NOW,
    )
    for index, person in enumerate(people):
        Seat.objects.create(
            game=game,
            index=index,
            user=person,
            agrees_to_end=index == 0,
            missed=index == 1,
        )
        Message.objects.create(game=game, seat=index, text=f"Said by {index}", sent_at=NOW)
    return game


def lay_out(game: Game, deal: Any, log: Log) -> None:
    """Make the rows of a game what they are when `deal` was dealt and `log` was played; votes are kept sealed."""
    for model in (Deal, Move, SealedChoice):
        model._default_manager.filter(game=game).delete()
    dealt = insidejob.dump_deal(deal)
    row = Deal.objects.create(game=game, content=dealt.common)
    Hand.objects.bulk_create(Hand(deal=row, seat=seat, content=hand) for seat, hand in enumerate(dealt.hands))
    logged = [entry for entry in log if not isinstance(entry.move, Vote) or is_over(game, deal, log)]
    Move.objects.bulk_create(
        Move(game=game, sequence=at, seat=entry.move.seat, content=insidejob.dump_move(entry.move), by=entry.by)
        for at, entry in enumerate(logged)
    )
    for entry in log[len(logged) :]:
        raw = [insidejob.dump_move(entry.move)]
        SealedChoice.objects.create(game=game, seat=entry.move.seat, decision="vote-1", content=raw, by=entry.by)
    refresh(game, version=len(log))


def is_over(game: Game, deal: Any, log: Log) -> bool:
    """Tell whether a game is over once `log` was played."""
    options = insidejob.parse_options(game.options, game.seat_count)
    return swap.replay(insidejob, options, World(deal, log))[-1].outcome is not None


def refresh(game: Game, version: int) -> None:
    """Bring the caches up to the fold, as if the version had only grown with the log."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, due_at=None, ended_at=None, result=None)
    game.refresh_from_db()
    table = load_table(game)
    play.refresh_seats(table)
    play.refresh_game(table, asks_anew=True)
    notices.write_asked(table)
    Game.objects.filter(pk=game.pk).update(version=version)
    game.refresh_from_db()


@dataclass
class Pair:
    """One game at one step, for one viewer (None: whoever has no seat), in two worlds."""

    name: str
    viewer: int | None
    options: Options
    ours: World
    theirs: World
    now: State
    then: State

    def __str__(self) -> str:
        """Return what to look it up by."""
        return self.name


def find_pairs(seed: str, count: int) -> Iterator[Pair]:
    """Yield so many pairs, the same for the same seed; no world that differs in nothing."""
    found = index = 0
    while found < count:
        game, chance = swap.play_game(worlds, f"{seed}-{index}"), Random(f"{seed}-{index}-pairs")
        viewers = (None, None, *range(game.seats))
        for step in chance.sample(range(len(game.states)), min(2, count - found)):
            pair = imagine_pair(game, step, chance.choice(viewers), chance)
            if pair:
                found += 1
                yield pair
        index += 1


def imagine_pair(game: swap.Game, step: int, viewer: int | None, chance: Random) -> Pair | None:
    """Return a pair, or None where only one world is possible."""
    log, state = game.log[:step], game.states[step]
    for _ in range(swap.TRIES):
        world = worlds.imagine(state, log, log, viewer, chance)
        if not worlds.differing_secrets(state, log, world):
            continue
        then = swap.replay(insidejob, state.options, world)[-1]
        assert worlds.knows(state, log, viewer) == worlds.knows(then, world.log, viewer)
        name = f"game {game.seed}, step {step}, viewer {viewer}"
        return Pair(name, viewer, state.options, World(state.deal, log), world, state, then)
    return None


Received = list[tuple[str, int, list[tuple[str, str]], bytes, list[str]]]


def receive(clients: list[Client], asks: "list[Ask]") -> Received:
    """Return everything that clients get from a table: what was asked, status, headers, body, SQL statements."""
    return [send(client, *ask) for client in clients for ask in asks]


Ask = tuple[str, str, dict[str, str], dict[str, str]]


def list_requests(game: Game, posts: list[dict[str, str]]) -> list[Ask]:
    """Return every request that a viewer may make: method, path, fields, headers."""
    table, news, move = link("table", game), link("news", game), link("move", game)
    version = game.version
    reads = [table, f"{table}?trick=1", f"{table}?trick=2", "/games/", "/games/next/", f"{table}nothing/"]
    reads += [f"{news}?v={version}&c=", f"{news}?v=-1&c=", f"{news}?v=-1&c=vote-1"]
    people = User.objects.filter(seats__game=game).order_by("pk")
    reads += [reverse("games:profile", args=[person.code]) for person in people]
    asks: list[Ask] = [("get", path, {}, {}) for path in reads]
    asks += [("get", f"{news}?v=-1&c=", {}, HTMX), ("head", table, {}, {})]
    asks += [("post", link(name, game), {"seat": "1"}, {}) for name in ("rematch", "remove", "fill", "take_back")]
    # Not `hand_over`: there a stand-in throws dice over a hand that others may not know.
    asks += [("post", link("end", game), fields, {}) for fields in ({}, {"agrees": "1"})]
    asks += [("post", link("talk", game), {"text": text}, headers) for text in ("", "Hm") for headers in ({}, HTMX)]
    return asks + [("post", move, fields, headers) for fields in posts for headers in ({}, HTMX)]


def send(client: Client, method: str, path: str, fields: dict[str, str], headers: dict[str, str]) -> Any:
    """Send one request and undo what it did; return it with the answer's every byte and the SQL statements."""
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append(SAVEPOINT.sub(r"\1", sql))
        return execute(sql, params, many, context)

    cookies = client.cookies.output()
    # The code of a rematch is the one thing left to chance.
    with transaction.atomic(), mock.patch("insidejob.codes.secrets.choice", return_value="z"):
        with connection.execute_wrapper(note):
            answer: Any = getattr(client, method)(path, fields or None, headers=headers)
        transaction.set_rollback(True)
    sent = [*sorted(answer.headers.items()), ("cookies", answer.cookies.output())]
    if client.cookies.output() != cookies:
        client.cookies.pop("messages", None)
    return f"{method} {path} {fields} {headers}", answer.status_code, sent, answer.content, statements


def choose_posts(pair: Pair, chance: Random) -> list[dict[str, str]]:
    """Return choices to send: nothing, cards drawn blindly, and legal ones after which nothing opens by the rules."""
    decision = None if pair.viewer is None else insidejob.decision(pair.now, pair.viewer)
    name = decision.name if decision else "trick-1-play"
    posts = [{"decision": name}, {"decision": "trick-99-lead", "card": "B1"}]
    posts += [{"decision": name, "card": card.code, "mission": "x"} for card in chance.sample(DECK, 3)]
    if pair.viewer is None or decision is None:
        return posts
    return posts + [fields for fields in [choose_legal(pair, name, chance)] if fields]


def choose_legal(pair: Pair, name: str, chance: Random) -> dict[str, str]:
    """Return a legal choice of the viewer; nothing if what follows may tell the worlds apart by the rules."""
    fields, states = {"decision": name}, [pair.now, pair.then]
    assert pair.viewer is not None
    while (asked := insidejob.decision(states[0], pair.viewer)) and asked.name == name:
        move = chance.choice(insidejob.legal_moves(states[0], pair.viewer))
        after = [insidejob.apply(state, move) for state in states]
        if any(worlds.opens(*both, pair.viewer) for both in zip(states, after, strict=True)):
            return {}
        raw = insidejob.dump_move(move)
        fields |= {key: write_field(value) for key, value in raw.items() if key != "type"}
        states = after
        if isinstance(move, Vote):
            break
    return fields


def write_field(value: Any) -> str:
    """Return a value of a move as a form sends it."""
    if isinstance(value, list):
        return str(value[0])
    return str(int(value)) if isinstance(value, bool) else str(value)


@dataclass
class Report:
    """What was compared and what differed."""

    pairs: int = 0
    answers: int = 0
    complaints: list[str] = field(default_factory=list)


def check_pairs(seed: str, count: int, requests: int = 1000) -> Report:
    """Compare what is received in so many pairs of worlds, and look for secrets spoken out.

    Of every request that a viewer may make, so many are drawn for each pair, the table's page always among them.
    """
    report = Report()
    tables: dict[tuple[int, str], Game] = {}
    stranger = make_person()
    with frozen():
        for pair in find_pairs(seed, count):
            key = (pair.now.seats, str(pair.options))
            game = tables.get(key) or tables.setdefault(key, make_table(pair.options, pair.now.seats))
            check_pair(pair, game, stranger, report, requests)
    return report


def check_pair(pair: Pair, game: Game, stranger: User, report: Report, requests: int) -> None:
    """Add what one pair shows to `report`."""
    if pair.viewer is None:
        clients = [sign_in(stranger), Client(headers={"accept-language": "en"})]
    else:
        person = game.seats.get(index=pair.viewer).user
        assert person is not None
        clients = [sign_in(person)]
    chance = Random(pair.name)
    lay_out(game, pair.ours.deal, pair.ours.log)
    page, *others = list_requests(game, choose_posts(pair, chance))
    asks = [page, *chance.sample(others, min(requests - 1, len(others)))]
    here = receive(clients, asks)
    lay_out(game, pair.theirs.deal, pair.theirs.log)
    there = receive(clients, asks)
    secrets = list_unspeakable(pair.now, pair.viewer)
    report.pairs += 1
    report.answers += len(here)
    for mine, theirs in zip(here, there, strict=True):
        if mine != theirs:
            report.complaints.append(f"{pair}: {mine[0]}: {describe_difference(mine, theirs)}")
        if secrets and (spoken := secrets.findall(mine[3].decode())):
            report.complaints.append(f"{pair}: {mine[0]}: says {spoken}")


def describe_difference(mine: Any, theirs: Any) -> str:
    """Return which part of two answers differs, and where it begins to."""
    for part, ours, other in zip(("request", "status", "headers", "body", "SQL"), mine, theirs, strict=True):
        if ours != other:
            return f"{part}: {describe_bytes(ours, other)}"
    return "nothing"


def describe_bytes(ours: Any, theirs: Any) -> str:
    """Return where two values begin to differ, as they are written out."""
    one, two = repr(ours), repr(theirs)
    same = next((at for at, both in enumerate(zip(one, two, strict=False)) if both[0] != both[1]), 0)
    start = max(0, same - 60)
    return f"{one[start : start + 120]} or {two[start : start + 120]}"


def list_unspeakable(state: State, viewer: int | None) -> re.Pattern[str] | None:
    """Return what finds the cards and missions that a viewer may not know of, by code and in words."""
    if state.outcome is not None:
        return None
    own = () if viewer is None else state.deal.hands[viewer]
    shown = {played.card for trick in state.tricks for played in trick.plays} | {each.card for each in state.plays}
    cards = [card.code for card in DECK if card not in own and card not in shown]
    known = {trick.mission for trick in state.tricks} | {state.mission}
    known |= {trick.set_aside for trick in state.tricks if trick.plays[0].seat == viewer}
    known |= set(state.drawn) if state.leader == viewer and not state.is_vote else set()
    missions = [each.id for each in MISSIONS if each not in known]
    terms = [Term("card", code) for code in cards] + [Term("mission", each) for each in missions]
    words = [*cards, *missions, *(word_term(insidejob, term) for term in terms)]
    return re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in words))


def lay_out_vote(seed: str, seats: int = 3) -> Game:
    """Return a stored game of people, the same for the same seed, in which a vote is due and nobody is revealed."""
    chance = Random(seed)
    while True:
        deal = insidejob.make_deal(Options(), seats, chance)
        bots = dict.fromkeys(range(seats), insidejob.BOTS["steady"])
        state, log = play_out(insidejob, Options(), deal, bots, chance)
        before = tuple(entry for entry in log if not isinstance(entry.move, Vote))
        if len(before) < len(log) and not state.revealed:
            game = make_table(Options(), seats)
            lay_out(game, deal, before)
            return game
