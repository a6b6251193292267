"""The world swap for programs: every endpoint, asked with a viewer's token in two worlds that are one to them."""

import json
from random import Random
from typing import Any
from unittest import mock

from accounts.models import BOT_SCOPE, User
from games.models import Game
from games.rules.engine.values import Json
from games.tables.services.moves import DICE
from tests.api.clients import BASE, Program
from tests.builders_people import make_person
from tests.rules.worlds import Worlds
from tests.tables.moderation_builders import make_moderator
from tests.tables.pages import worlds as pages
from tests.tables.pages.differences import describe_difference, find_spoken, read_body
from tests.tables.pages.noted import lay_out_own
from tests.tables.pages.worlds import Pair, Report

Ask = tuple[str, str, Json]
ILLEGAL = 3


class JsonClient:
    """A program in the shape of a client that `tests.tables.pages.worlds.receive` asks."""

    def __init__(self, program: Program) -> None:
        self.program, self.cookies = program, program.client.cookies

    def __getattr__(self, method: str) -> Any:
        def ask(path: str, fields: Json, headers: dict[str, str]) -> Any:
            body = "" if fields is None else json.dumps(fields)
            sent, dice = {**self.program.headers, **headers}, Random(path)
            # A stand-in throws the same dice in both worlds.
            with mock.patch.multiple(DICE, random=dice.random, getrandbits=dice.getrandbits):
                return self.program.client.generic(method.upper(), BASE + path, body, "application/json", headers=sent)

        return ask


def check_pairs(worlds: Worlds, seed: str, count: int, requests: int, *, as_bots: bool = False) -> Report:
    """Compare what programs receive in so many pairs; of each pair so many requests, the table always among them."""
    report, tables = Report(), dict[str, Game]()
    stranger, programs = make_moderator(), dict[int, Program]()
    with pages.frozen():
        for pair in pages.find_pairs(worlds, seed, count):
            game = pages.find_table(pair, tables)
            check_pair(pair, game, find_program(pair, game, stranger, programs, as_bots=as_bots), report, requests)
    return report


def find_program(pair: Pair, game: Game, stranger: User, programs: dict[int, Program], *, as_bots: bool) -> JsonClient:
    """Return a program of the viewer; whoever has no seat is a moderator."""
    person = stranger if pair.viewer is None else game.players.get(seat=pair.viewer).user
    assert person is not None
    if person.pk not in programs:
        if as_bots:
            person.bot_owner = make_person()
            person.save()
        programs[person.pk] = Program(person, *([BOT_SCOPE] if as_bots else []))
        # The first use is noted, the next ones are not.
        programs[person.pk].get("me")
    return JsonClient(programs[person.pk])


def check_pair(pair: Pair, game: Game, client: JsonClient, report: Report, requests: int) -> None:
    """Add what one pair shows to `report`."""
    chance = Random(pair.name)
    pages.lay_out(game, pair.ours.deal, pair.ours.log)
    premove = lay_out_own(game, pair.viewer, pair.name, "ours")
    first, *others = list_asks(pair, game, premove, chance)
    asks: list[Any] = [first, (*first[:3], {"Accept-Encoding": "gzip"})]
    asks += chance.sample(others, min(requests - len(asks), len(others)))
    here = pages.receive([client], asks)  # type: ignore[list-item]
    pages.lay_out(game, pair.theirs.deal, pair.theirs.log)
    lay_out_own(game, pair.viewer, pair.name, "theirs")
    there = pages.receive([client], asks)  # type: ignore[list-item]
    secrets = pages.list_unspeakable(pair, pair.viewer)
    report.pairs += 1
    report.answers += len(here)
    for mine, theirs in zip(here, there, strict=True):
        if mine != theirs:
            report.complaints.append(f"{pair}: {mine[0]}: {describe_difference(mine, theirs)}")
        if spoken := find_spoken(secrets, read_body(mine)):
            report.complaints.append(f"{pair}: {mine[0]}: says {spoken}")


def list_asks(pair: Pair, game: Game, premove: dict[str, Any], chance: Random) -> list[Any]:
    """Return every request that a viewer's program may make."""
    table = f"games/{game.code}"
    reads = [
        table,
        f"{table}?from_scene=2",
        "me",
        "waiting",
        "stream",
        "records",
        f"{table}/notes",
        f"{table}/replay",
        f"{table}/replay?step=1",
        "games",
        "tables",
        "bots",
        f"{table}/premove",
        f"{table}/talk",
        f"{table}/talk?before=2",
    ]
    reads += [f"people/{person.code}/statistics" for person in User.objects.filter(players__game=game).order_by("pk")]
    if game.is_running:
        reads += [f"{table}/record", f"{table}/commitment"]
    asks: list[Any] = [("get", path, None, {}) for path in reads]
    asks += [("get", table, None, {"If-None-Match": '"other"'}), ("head", table, None, {})]
    asks += [
        ("post", f"{table}/{act}", {}, {})
        for act in ("join", "leave", "ready", "fill", "close", "take-back", "decline", "more-time", "resume", "rematch")
    ]
    asks += [("post", f"{table}/{act}", {}, {}) for act in ("pause/decline", "end/decline")]
    asks += [("post", f"{table}/{act}", {"seat": 1}, {}) for act in ("open-seat", "close-seat", "mute")]
    asks += [
        ("post", f"{table}/report", {"seat": 1, "reason": "other"}, {}),
        ("post", f"{table}/sit-in", {"offer": "x"}, {}),
        ("post", f"{table}/invite", {"person": "nobody"}, {}),
    ]
    if stand_in_opens_nothing(pair):
        asks.append(("post", f"{table}/hand-over", {}, {}))
    asks += [("post", f"{table}/notes", {"text": "Hm"}, {}), ("put", f"{table}/suspicions", {"steps": {"1": 3}}, {})]
    asks += [("post", f"{table}/{act}", {"agrees": True}, {}) for act in ("pause", "end", "open-cards")]
    prepared = {name: value for name, value in premove.items() if name != "question"}
    asks += [("put", f"{table}/premove", {"fields": fields}, {}) for fields in (prepared, {"word": "a b"})]
    asks += [("delete", f"{table}/premove", None, {}), ("post", f"{table}/talk", {"text": "Hm"}, {})]
    return asks + [("post", f"{table}/moves", body, {}) for body in list_moves(pair, chance)]


def stand_in_opens_nothing(pair: Pair) -> bool:
    """Whether the answer of a stand-in in the viewer's seat shows nothing that tells the worlds apart by the rules."""
    title, viewer = pair.worlds.TITLE, pair.viewer
    asked = None if viewer is None else title.decision(pair.now, viewer)
    return asked is None or (asked.sealed and any(seat != viewer for seat in title.to_act(pair.now)))


def list_moves(pair: Pair, chance: Random) -> list[Json]:
    """Return answers to send: illegal ones, and a legal one that opens nothing by the rules."""
    title, viewer = pair.worlds.TITLE, pair.viewer
    seat = 0 if viewer is None else viewer
    asked = None if viewer is None else title.decision(pair.now, viewer)
    name = asked.name if asked else "play-1"
    tried = pair.worlds.attempts(pair.now, seat, chance)
    refused = [move for move in tried if viewer is None or title.objection(pair.now, move)]
    bodies: list[Json] = [{"decision": name, "moves": [{"type": "nonsense"}]}]
    bodies += [{"decision": name, "moves": [title.dump_move(move)]} for move in refused[:ILLEGAL]]
    legal = [] if asked is None else choose_legal(pair, name, seat, chance)
    return bodies + ([{"decision": name, "moves": legal}] if legal else [])


def choose_legal(pair: Pair, name: str, seat: int, chance: Random) -> list[Json]:
    """Return a legal answer; none if what follows may tell the worlds apart by the rules."""
    title, states, moves = pair.worlds.TITLE, [pair.now, pair.then], list[Json]()
    while (asked := title.decision(states[0], seat)) and asked.name == name:
        move = chance.choice(title.legal_moves(states[0], seat))
        after = [title.apply(state, move) for state in states]
        if any(pair.worlds.opens(*both, seat) for both in zip(states, after, strict=True)):
            return []
        moves.append(title.dump_move(move))
        states = after
        if asked.sealed:
            break
    return moves
