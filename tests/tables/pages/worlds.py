"""The world swap over HTTP: one stored game laid out in two ways that a viewer cannot tell apart, and all they receive.

The pairs come from `tests.rules`: a random game, a step, a viewer, and another world that agrees with what they know.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from random import Random
from typing import Any
from unittest import mock

import time_machine
from django.conf import settings
from django.core.cache import cache as limits
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.availability.vacations import Vacation, dump_vacations
from accounts.availability.waking_hours import DAY, NOTHING
from accounts.models import User
from games.fast.state_cache import state_cache
from games.models import Deal, Game, Message, Move, Player, SealedChoice
from games.notifications import outbox
from games.notifications.email_links import make_turn_token
from games.rules.engine.errors import MalformedMove
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import get_title
from games.state.table import load_table
from games.tables.services import deadlines, moves
from games.tables.views.table import TABS
from games.wording.sentences import word_term
from insidejob.codes import make_code
from tests.builders_people import make_person
from tests.rounds import count_rounds
from tests.rules import swap
from tests.rules.swap import Course
from tests.rules.worlds import Fields, Log, World, Worlds
from tests.tables.committed import store_deal
from tests.tables.moderation_builders import list_open_reports, make_moderator
from tests.tables.pages.attackers import choose_guesses, list_changes, take_name
from tests.tables.pages.browser import HTMX, link, sign_in
from tests.tables.pages.differences import describe_difference, find_spoken, read_body
from tests.tables.pages.noted import lay_out_own, list_notes
from tests.tables.pages.options import store_options
from tests.tables.pages.polls import list_told
from tests.watching.asks import list_watching, open_to_spectators, watch_link

# All views are there before a test plants a leak: one that is imported meanwhile would keep it.
import_module("insidejob.urls")

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAVEPOINT = re.compile(r"^((?:RELEASE |ROLLBACK TO )?SAVEPOINT) .*")


def count_pairs() -> int:
    return count_rounds("received_again" if connection.vendor == "postgresql" else "received")


@contextmanager
def frozen() -> Iterator[None]:
    """Stop the clock and what is random about forms: the secret against forgery and its mask. Let pages listen."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(settings, "STREAMS_NEWS", "/nowhere"))
        stack.enter_context(time_machine.travel(NOW, tick=False))
        stack.enter_context(mock.patch("django.middleware.csrf._get_new_csrf_string", return_value="s" * 32))
        stack.enter_context(mock.patch("django.middleware.csrf._mask_cipher_secret", return_value="m" * 64))
        yield


def make_table(title: AnyTitle, options: Any, seats: int) -> Game:
    """Store a running table of `seats` people, not dealt yet: all talked, some ask to end it, missed, or are away.

    They have a bank, and `refresh` lets time run out.
    """
    people = [make_person() for _ in range(seats)]
    people[-1].vacations_taken = dump_vacations([Vacation(NOW.date() - DAY, NOW.date() + 3 * DAY, "Europe/Paris")])
    people[-1].save()
    game = Game.objects.create(
        title=title.NAME,
        rules=title.RULES,
        **store_options(title, options),
        **open_to_spectators(),
        seat_count=seats,
        host=people[0],
        started_at=NOW,
        vacations=True,
        bank=int(DAY.total_seconds()),
    )
    for index, person in enumerate(people):
        player = Player(game=game, seat=index, user=person, agrees_to_end=index == 0, missed=index == 1)
        player.fix_look()
        player.save()
        said = {"name": player.name, "text": f"Said by {index}", "sent_at": NOW}
        game.last_said = Message.objects.create(game=game, seat=index, **said).pk
    game.save()
    return game


def lay_out(game: Game, deal: Any, log: Log, *, is_committed: bool = False) -> None:
    """Make the rows of a game what they are when `deal` was dealt and `log` was played; sealed choices are kept so."""
    title = get_title(game.title)
    states = swap.replay(title, title.parse_options(game.options, game.seat_count), World(deal, log))
    position = swap.seal(title, Course(log, states))
    sealed = position.sealed if position else {}
    for model in (Deal, Move, SealedChoice):
        model._default_manager.filter(game=game).delete()
    store_deal(game, deal, is_committed=is_committed)
    logged = log[: len(log) - sum(map(len, sealed.values()))]
    Move.objects.bulk_create(
        Move(game=game, sequence=at, seat=entry.move.seat, content=title.dump_move(entry.move), by=entry.by)
        for at, entry in enumerate(logged)
    )
    for seat, entries in sealed.items():
        asked = title.decision(states[len(logged)], seat)
        assert asked is not None
        raw = [title.dump_move(entry.move) for entry in entries]
        SealedChoice.objects.create(game=game, seat=seat, decision=asked.name, content=raw, by=entries[0].by)
    refresh(game, version=len(log))


def refresh(game: Game, version: int) -> None:
    """Bring the caches up to the fold, as if the version had only grown with the log, which no process knows."""
    new = {"status": Game.Status.RUNNING, "stamp": make_code(), "clock_moves": []}
    Game.objects.filter(pk=game.pk).update(**new, due_at=None, ended_at=None, result=None)
    # What the table waited for a holiday in the world before is not waited in this one.
    game.players.update(away=[], waited={}, waits_now=NOTHING, bank_spent=NOTHING, in_grace=False)
    game.refresh_from_db()
    table = load_table(game)
    moves._refresh_players(table)
    moves._refresh_game(table, asks_anew=True)
    outbox.write_asked(table)
    run_out(game, version % 3)
    Game.objects.filter(pk=game.pk).update(version=version)
    game.refresh_from_db()


def run_out(game: Game, times: int) -> None:
    """Let the time for what is asked run out so often: whoever is asked openly and alone has a bank, then a grace."""
    for _ in range(times):
        game.refresh_from_db()
        deadlines._give_time(load_table(game))


@dataclass
class Pair:
    """One game at one step, for one viewer (None: whoever has no seat), in two worlds."""

    name: str
    worlds: Worlds
    viewer: int | None
    options: Any
    seats: int
    ours: World
    theirs: World
    now: Any
    then: Any

    def __str__(self) -> str:
        """Return what to look it up by."""
        return self.name


def find_pairs(worlds: Worlds, seed: str, count: int) -> Iterator[Pair]:
    """Yield so many pairs, the same for the same seed; no world that differs in nothing."""
    found = index = 0
    while found < count:
        game, chance = swap.play_game(worlds, f"{seed}-{index}"), Random(f"{seed}-{index}-pairs")
        viewers = (None, None, *range(game.seats))
        for step in chance.sample(range(len(game.states)), min(2, count - found)):
            pair = imagine_pair(worlds, game, step, chance.choice(viewers), chance)
            if pair:
                found += 1
                yield pair
        index += 1


def imagine_pair(worlds: Worlds, game: swap.Game, step: int, viewer: int | None, chance: Random) -> Pair | None:
    """Return a pair, or None where only one world is possible."""
    log, state = game.log[:step], game.states[step]
    for _ in range(swap.TRIES):
        world = worlds.imagine(state, log, log, viewer, chance)
        if not worlds.differing_secrets(state, log, world):
            continue
        then = swap.replay(worlds.TITLE, state.options, world)[-1]
        assert worlds.knows(state, log, viewer) == worlds.knows(then, world.log, viewer)
        name = f"game {game.seed}, step {step}, viewer {viewer}"
        return Pair(name, worlds, viewer, state.options, game.seats, World(state.deal, log), world, state, then)
    return None


COMPRESSED = {"Accept-Encoding": "gzip"}

Received = list[tuple[str, int, list[tuple[str, str]], bytes, list[str], list[tuple[str, ...]]]]


def receive(clients: list[Client], asks: "list[Ask]") -> Received:
    """Return everything that clients get from a table: request, status, headers, body, SQL, what streams are told."""
    # The clock stands still, and with it the limits of one network; and no world is met with what another left.
    limits.clear()
    state_cache.forget()
    return [send(client, *ask) for client in clients for ask in asks]


Ask = tuple[str, str, Fields, dict[str, str]]


def list_requests(game: Game, posts: list[Fields], premove: Fields) -> list[Ask]:
    """Return every request that a viewer may make: method, path, fields, headers. `plan` is what they may prepare."""
    table, news, move = link("table", game), link("news", game), link("move", game)
    version = game.version
    reads = [table, "/games/", "/games/next/", f"{table}nothing/", *list_open_reports(game)]
    reads += [f"{table}?tab={tab.name}&trick={trick}" for tab in TABS for trick in (1, 2)]
    reads += [f"{link('replay', game)}?scene=2", *(f"{link('replay_step', game, step)}?eyes=1" for step in (0, 2, 9))]
    reads += [f"{news}?v={version}&c=", f"{news}?v=-1&c=", f"{news}?v=-1&c={posts[0]['decision']}"]
    people = User.objects.filter(players__game=game).order_by("pk")
    reads += [reverse(f"games:{name}", args=[person.code]) for person in people for name in ("profile", "statistics")]
    if game.is_running:
        # Once the game is over these hold all that was dealt, for whoever wants to check it.
        for kind in ("record", "commitment"):
            reads += [link(kind, game), reverse(f"games:my_{kind}s")]
    asks: list[Ask] = [("get", path, {}, {}) for path in reads]
    asks += [("get", f"{news}?v=-1&c=", {}, HTMX), ("head", table, {}, {}), ("get", table, {}, COMPRESSED)]
    panels = [link("panel", game, tab.name) for tab in TABS]
    asks += [("get", f"{panel}?trick=1", {}, {**HTMX, **COMPRESSED}) for panel in panels]
    asks += [("post", link(name, game), {"seat": "1"}, {}) for name in ("rematch", "remove", "fill", "take_back")]
    asks.append(("get", link("premove_form", game), {}, {**HTMX, **COMPRESSED}))
    premoves: list[Fields] = [{"forget": "1"}, {"premove": "1", "word": "a b"}, {"premove": "1", **premove}]
    asks += [("post", link("premove", game), fields, headers) for fields in premoves for headers in ({}, HTMX)]
    # Not `hand_over`: there a stand-in throws dice over a hand that others may not know.
    asks += [
        ("post", link(name, game), agrees, {}) for name in ("end", "open_cards") for agrees in ({}, {"agrees": "1"})
    ]
    asks += list_notes(game)
    asks += [("post", link("talk", game), {"text": text}, headers) for text in ("", "Hm") for headers in ({}, HTMX)]
    return asks + [("post", move, fields, headers) for fields in posts for headers in ({}, HTMX)]


def list_by_link(game: Game, viewer: int | None, posts: list[Fields]) -> list[Ask]:
    """Return what may be asked by the link of a mail to the viewer, about what they owe."""
    player = None if viewer is None else game.players.filter(seat=viewer).exclude(owes="").first()
    if player is None or player.user is None:
        return []
    path = reverse("games:play_by_mail", args=[make_turn_token(player)])
    return [("get", path, {}, {}), *(("post", path, fields, {}) for fields in ({}, *posts))]


def send(client: Client, method: str, path: str, fields: Fields, headers: dict[str, str]) -> Any:
    """Send one request and undo what it did; return it with the answer's every byte and the SQL statements."""
    statements, before = list[str](), len(connection.run_on_commit)

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append(SAVEPOINT.sub(r"\1", sql))
        return execute(sql, params, many, context)

    cookies = client.cookies.output()
    # The code and name of a rematch are all that is left to chance.
    with transaction.atomic(), mock.patch("insidejob.codes.get_random_string", return_value="zzzzzzzzzz"):
        with connection.execute_wrapper(note):
            answer: Any = getattr(client, method)(path, fields or None, headers=headers)
            body = answer.getvalue()
        told = list_told()[before:]
        transaction.set_rollback(True)
    sent = [*sorted(answer.headers.items()), ("cookies", answer.cookies.output())]
    if client.cookies.output() != cookies:
        client.cookies.pop("messages", None)
    return f"{method} {path} {fields} {headers}", answer.status_code, sent, body, statements, told


def choose_posts(pair: Pair, chance: Random) -> list[Fields]:
    """Return choices to send: nothing, blind ones that are refused, and a legal one that opens nothing by the rules."""
    decision = None if pair.viewer is None else pair.worlds.TITLE.decision(pair.now, pair.viewer)
    name = decision.name if decision else "play-1"
    forms = pair.worlds.draw_forms(chance)
    posts: list[Fields] = [{"decision": name}, {"decision": "lead-99", **forms[0]}]
    posts += [{"decision": name, **form} for form in forms if is_refused(pair, name, form)]
    if pair.viewer is None or decision is None:
        return posts
    return posts + [fields for fields in [choose_legal(pair, name, chance)] if fields]


def is_refused(pair: Pair, name: str, form: Fields) -> bool:
    """Tell whether the viewer may not choose what a form says."""
    title, viewer = pair.worlds.TITLE, pair.viewer
    if viewer is None:
        return True
    try:
        first, *_ = title.read_choice(
            viewer,
            name.partition("-")[0],
            {field: [value] if isinstance(value, str) else value for field, value in form.items()},
        )
    except MalformedMove:
        return True
    return title.objection(pair.now, first) is not None


def choose_legal(pair: Pair, name: str, chance: Random) -> Fields:
    """Return a legal choice of the viewer; nothing if what follows may tell the worlds apart by the rules."""
    title, states = pair.worlds.TITLE, [pair.now, pair.then]
    fields: dict[str, str | list[str]] = {"decision": name}
    assert pair.viewer is not None
    while (asked := title.decision(states[0], pair.viewer)) and asked.name == name:
        move = chance.choice(title.legal_moves(states[0], pair.viewer))
        after = [title.apply(state, move) for state in states]
        if any(pair.worlds.opens(*both, pair.viewer) for both in zip(states, after, strict=True)):
            return {}
        fields |= pair.worlds.write_form(move)
        states = after
        if asked.sealed:
            break
    return fields


@dataclass
class Report:
    """What was compared and what differed."""

    pairs: int = 0
    answers: int = 0
    complaints: list[str] = field(default_factory=list)


def check_pairs(worlds: Worlds, seed: str, count: int, requests: int = 1000, *, stops_at_first: bool = False) -> Report:
    """Compare what is received in so many pairs of worlds, and look for secrets spoken out.

    Of every request that a viewer may make, so many are drawn for each pair, the table's page and its past always among
    them. Where it is enough to find something, it stops at the first pair that differs.
    """
    report = Report()
    tables: dict[str, Game] = {}
    stranger = make_moderator()
    with frozen():
        for pair in find_pairs(worlds, seed, count):
            game = find_table(pair, tables)
            check_pair(pair, game, stranger, report, requests)
            if stops_at_first and report.complaints:
                break
    return report


def find_table(pair: Pair, tables: dict[str, Game]) -> Game:
    """Return a stored table of so many seats with the pair's options, made if there is none yet."""
    title, name = pair.worlds.TITLE, f"{pair.worlds.TITLE.NAME} {pair.seats}"
    if name not in tables:
        tables[name] = make_table(title, pair.options, pair.seats)
    game = tables[name]
    Game.objects.filter(pk=game.pk).update(**store_options(title, pair.options))
    game.refresh_from_db()
    return game


def check_pair(pair: Pair, game: Game, stranger: User, report: Report, requests: int) -> None:
    if pair.viewer is None:
        clients = [sign_in(stranger), Client(headers={"accept-language": "en"})]
    else:
        clients = [sign_in(User.objects.get(players__game=game, players__seat=pair.viewer))]
    chance = Random(pair.name)
    lay_out(game, pair.ours.deal, pair.ours.log)
    premove = lay_out_own(game, pair.viewer, pair.name, "ours")
    posts = choose_posts(pair, chance)
    page, *others = [*list_requests(game, posts, premove), *list_by_link(game, pair.viewer, posts)]
    past: Ask = ("get", f"{link('table', game)}?tab=past", {}, {})
    asks = [page, past, ("get", link("table", game), {}, COMPRESSED)]
    asks += list_watching(game)[: None if pair.viewer is None else 1]
    asks += chance.sample(others, min(max(requests - len(asks), 0), len(others)))
    name, other_name = choose_guesses(pair.worlds.TITLE, list_unspeakable(pair, None), chance)
    own_name = take_name(game, pair.viewer, name)
    here = receive(clients, asks)
    lay_out(game, pair.theirs.deal, pair.theirs.log)
    lay_out_own(game, pair.viewer, pair.name, "theirs")
    there = receive(clients, asks)
    take_name(game, pair.viewer, other_name)
    again = receive(clients, [ask for ask in asks if is_of_table(ask, game)])
    # What it guesses must not be taken for a secret that a page of people says in another pair of worlds.
    take_name(game, pair.viewer, own_name)
    report.complaints += (f"{pair}: {each}" for each in list_changes(there, again))
    secrets = list_unspeakable(pair, pair.viewer)
    report.pairs += 1
    report.answers += len(here)
    for mine, theirs in zip(here, there, strict=True):
        if mine != theirs:
            report.complaints.append(f"{pair}: {mine[0]}: {describe_difference(mine, theirs)}")
        if spoken := find_spoken(secrets, read_body(mine).replace(name, "")):
            report.complaints.append(f"{pair}: {mine[0]}: says {spoken}")


def is_of_table(ask: Ask, game: Game) -> bool:
    """Tell whether a request is for a page of the table, not for one of people."""
    return ask[1].startswith((link("table", game), watch_link(game)))


def list_unspeakable(pair: Pair, viewer: int | None) -> list[str]:
    """Return the codes and the words of all that a viewer may not know of."""
    terms = pair.worlds.list_hidden(pair.now, viewer)
    return [*(str(term.value) for term in terms), *(word_term(pair.worlds.TITLE, term) for term in terms)]
