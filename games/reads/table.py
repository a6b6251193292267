"""Reads: a table folded from its log, secrets included; no template is ever given one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from accounts.models import User
from games.models import Game, Hand, Move, Player, SealedChoice
from games.rules.play import Entry, Position
from games.rules.protocol import AnyTitle, DealtJson, Decision, Outcome


@dataclass(frozen=True)
class Table:
    """A started game as the house knows it, secrets included: never handed to a template.

    `states` holds the state before the first move and after each move of `entries`.
    """

    game: Game
    players: tuple[Player, ...]
    title: AnyTitle
    deal: Any
    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    sealed: Mapping[int, tuple[Entry, ...]]

    @property
    def position(self) -> Position:
        return Position(self.states[-1], self.sealed)

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.states[-1])


def load_table(game: Game, players: Sequence[Player] | None = None) -> Table:
    """Return a started game folded from its log. Four queries for a game of any length."""
    title = game.played_by
    deal = load_deal(game)
    options = title.parse_options(game.options, game.seat_count)
    rows = Move.objects.filter(game=game).order_by("sequence").values_list("seat", "content", "by")
    entries = tuple(Entry(title.load_move(seat, content), by) for seat, content, by in rows)
    states = fold_states(title, title.start(options, deal, game.rules), entries)
    return Table(
        game=game,
        players=tuple(load_players(game) if players is None else players),
        title=title,
        deal=deal,
        states=states,
        entries=entries,
        sealed=load_sealed(game, title, states[-1]),
    )


def load_deal(game: Game) -> Any:
    """Return what chance decided for a started game. One query."""
    hands = list(Hand.objects.filter(deal__game=game).order_by("seat").values_list("content", "deal__content"))
    return game.played_by.load_deal(DealtJson(hands[0][1], tuple(hand for hand, _ in hands)))


def fold_states(title: AnyTitle, state: Any, entries: Sequence[Entry]) -> tuple[Any, ...]:
    """Return `state` and the states after each entry."""
    states = [state]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return tuple(states)


def load_players(game: Game) -> list[Player]:
    """Return the players of a game by seat, with their people."""
    return list(game.players.select_related("user").order_by("seat"))


def find_player(game: Game, user: User) -> Player | None:
    """Return the player who `user` is at `game`, or who they were invited to be."""
    return game.players.filter(user=user).first()


def load_sealed(game: Game, title: AnyTitle, state: Any) -> dict[int, tuple[Entry, ...]]:
    """Return the sealed choices made for what is being asked now. No query while nothing sealed is asked."""
    asked = {seat: title.decision(state, seat) for seat in title.to_act(state)}
    names = {seat: decision.name for seat, decision in asked.items() if decision and decision.sealed}
    if not names:
        return {}
    return {
        choice.seat: tuple(Entry(title.load_move(choice.seat, raw), choice.by) for raw in choice.content)
        for choice in SealedChoice.objects.filter(game=game)
        if names.get(choice.seat) == choice.decision
    }


def asked_decisions(table: Table) -> dict[int, Decision]:
    """Return by seat what is being asked now."""
    asked = {seat: table.title.decision(table.states[-1], seat) for seat in table.title.to_act(table.states[-1])}
    return {seat: decision for seat, decision in asked.items() if decision}
