"""Queries for the rows that every move and page needs: the game, its players, its log."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BigAutoField, CharField, F, QuerySet, TextField, Value
from django.db.models.functions import Cast

from games.fast.compiled_queries import CompiledQuery, Given
from games.models import Deal, Game, Hand, Move, Player, SealedChoice
from games.rules.engine.values import DealtJson

CODE, GAME = Given("code", CharField()), Given("game", BigAutoField())
POLLED = (
    "version", "status", "title", "rules", "last_said", "host", "pace", "vote_time", "bank", "vacations",
    "host_seen_at", "watchers", "watch_from",
)  # fmt: skip
"""The columns of a game that a poll reads."""
DEAL, HAND, MOVE = range(3)
"""The kinds of rows in a log."""


@dataclass(slots=True)
class Log:
    """The rows of a dealt game.

    `moves` are tuples of seat, content and author. `stamp` comes from the same snapshot.
    """

    stamp: str = ""
    common: Any = None
    hands: list[Any] = field(default_factory=list)
    moves: list[tuple[int, Any, str]] = field(default_factory=list)

    @property
    def dealt(self) -> DealtJson:
        return DealtJson(self.common, tuple(self.hands))


@CompiledQuery
def _ask_game() -> QuerySet[Game]:
    return Game.timed.filter(code=CODE)


@CompiledQuery
def _ask_polled_game() -> QuerySet[Game]:
    seated = Game.timed.filter(code=CODE, players__user=Given("user", BigAutoField()), players__invited=False)
    return seated.only(*POLLED)


@CompiledQuery
def _ask_locked_game() -> QuerySet[Game]:
    return Game.timed.filter(code=CODE).select_for_update(of=("self",))


@CompiledQuery
def ask_players() -> QuerySet[Player]:
    return Player.objects.filter(game=GAME).select_related("user").order_by("seat")


@CompiledQuery
def ask_sealed() -> QuerySet[SealedChoice]:
    return SealedChoice.objects.filter(game=GAME)


@CompiledQuery
def _ask_log() -> QuerySet[Any, Any]:
    """Return the query for a log. It is one query, so that all rows come from the same snapshot."""
    deal = Deal.objects.filter(game=GAME)
    hands = Hand.objects.filter(deal__game=GAME)
    moves = Move.objects.filter(game=GAME)
    return (
        _name_columns(deal, DEAL, Value(0), Value(0), F("game__stamp"))
        .union(
            _name_columns(hands, HAND, F("seat"), F("seat"), Value("")),
            _name_columns(moves, MOVE, F("sequence"), F("seat"), F("by")),
            all=True,
        )
        .order_by("part", "place")
    )


def _name_columns(rows: QuerySet[Any], part: int, place: Any, seat: Any, text: Any) -> QuerySet[Any, Any]:
    columns = {"part": Value(part), "place": place, "whose": seat, "json": Cast("content", TextField()), "text": text}
    named: QuerySet[Any, Any] = rows.order_by().annotate(**columns)
    return named.values_list(*columns)


def find_game(code: str) -> Game | None:
    return next(iter(_ask_game.ask(code=code)), None)


def find_polled(code: str, user: int) -> Game | None:
    """Return what a poll reads of a game where a user has a seat. `user` is a primary key."""
    return next(iter(_ask_polled_game.ask(code=code, user=user)), None)


def find_version(game: Game) -> int:
    """Return the version of a player's page. It grows with the game's, and once proposed spectators are admitted."""
    return game.version + (game.admitted != game.watchers)


def lock_game(code: str) -> Game | None:
    return next(iter(_ask_locked_game.ask(code=code)), None)


def load_log(game: Game) -> Log:
    log, rows = Log(), _ask_log.ask(game=game.pk)
    # Parse all in one go: one by one takes several times as long.
    contents = json.loads(f"[{','.join(stored for *_, stored, _ in rows)}]")
    for (part, _, seat, _, text), content in zip(rows, contents, strict=True):
        if part == DEAL:
            log.common, log.stamp = content, text
        elif part == HAND:
            log.hands.append(content)
        else:
            log.moves.append((seat, content, text))
    return log
