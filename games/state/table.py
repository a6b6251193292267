"""Reads: a table folded from its log, secrets included; no template is ever given one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from accounts.models import User
from games.clock.table_clock import Sitter
from games.fast import statements
from games.fast.state_cache import EVERYBODY, FoldedLog, state_cache
from games.fast.whole_log import Log, ask_log, read_logs, sort_rows
from games.models import FormerPlayer, Game, Player, SealedChoice
from games.rules.engine.play import Position
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Decision, Entry, Outcome


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
    # Those whose seats others took over, in that order.
    former: tuple[FormerPlayer, ...] = ()

    @property
    def position(self) -> Position:
        return Position(self.states[-1], self.sealed)

    @property
    def has_new_words(self) -> bool:
        """Whether its pages show words chosen after the deal: they are part of the game, or a substitute's name."""
        return self.title.TEXTS.has_words or any(player.since is not None for player in self.players)

    @cached_property
    def asked(self) -> dict[int, Decision]:
        """By seat what is being asked now."""
        return list_asked(self.title, self.states[-1])

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.states[-1])


def load_table(game: Game, players: Sequence[Player] | None = None, reader: User | None = None) -> Table:
    """Return a started game folded from its log, which is kept for its `reader`.

    One query where this process knows the log, else two of any length; one more if a seat changed hands.
    """
    return make_table(game, find_log(game, reader), players)


def find_log(game: Game, reader: User | None) -> FoldedLog:
    """Return the log of a started game, kept for its `reader` from now on. One query where it is not known to them."""
    if known := state_cache.find(game, reader.pk if reader else EVERYBODY):
        return known
    log = read_logs([game.pk])[game.pk]
    return keep_log(game, log, reader) if reader else fold_log(game, log)


def keep_log(game: Game, log: Log, reader: User) -> FoldedLog:
    """Return a log folded, which is kept for its reader from now on."""
    fold = fold_log(game, log)
    state_cache.keep(game.code, log.stamp, fold, reader.pk)
    return fold


def find_seated(code: str, reader: User | None = None, *, is_locked: bool = False) -> tuple[Game | None, list[Player]]:
    """Return the game called `code`, or None, and its players, as `load_players` does.

    A log of which this process knows nothing comes with them if its `reader` plays there, and is kept for them.
    """
    then = [ask_log(code, reader.pk)] if reader and not state_cache.has_any(code, reader.pk) else []
    game, players, found = statements.find_with_players(code, is_locked=is_locked, then=then)
    # One that was dealt a moment later may have been given other options than this row has.
    if game and game.was_dealt and reader and game.known_title:
        for log in sort_rows([row for rows in found for row in rows]).values():
            keep_log(game, log, reader)
    return game, number_former(players)


def make_table(game: Game, log: FoldedLog, players: Sequence[Player] | None = None) -> Table:
    """Return a started game whose log was folded; its players are read unless they are given."""
    title = game.played_by
    seated = tuple(load_players(game) if players is None else players)
    return Table(
        game=game,
        players=seated,
        title=title,
        deal=log.deal,
        states=log.states,
        entries=log.entries,
        sealed=load_sealed(game, title, log.states[-1], seated),
        former=load_former(game, seated),
    )


def read_log(game: Game) -> FoldedLog:
    """Return the log of a started game, read and folded. One query."""
    return fold_log(game, read_logs([game.pk])[game.pk])


def fold_log(game: Game, log: Log) -> FoldedLog:
    """Return the log of a started game, folded."""
    title = game.played_by
    deal = title.load_deal(log.dealt)
    options = title.parse_options(game.options, game.seat_count)
    entries = tuple(Entry(title.load_move(seat, content), by) for seat, content, by in log.moves)
    return FoldedLog(deal, fold_states(title, title.start(options, deal, game.rules), entries), entries)


def load_deal(game: Game) -> Any:
    """Return what chance decided for a started game. One query."""
    return game.played_by.load_deal(read_logs([game.pk])[game.pk].dealt)


def fold_states(title: AnyTitle, state: Any, entries: Sequence[Entry]) -> tuple[Any, ...]:
    """Return `state` and the states after each entry."""
    states = [state]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return tuple(states)


def load_players(game: Game) -> list[Player]:
    """Return the players of a game by seat, with their people; several former agents are told apart by number."""
    return number_former(statements.list_players(game))


def number_former(players: list[Player]) -> list[Player]:
    """Return the players of a game, its former agents told apart by number if there are several."""
    former = [player for player in players if player.user and player.user.left_at]
    if len(former) > 1:
        for number, player in enumerate(former, start=1):
            player.former_number = number
    return players


def load_former(game: Game, players: Sequence[Player]) -> tuple[FormerPlayer, ...]:
    """Return those whose seats others took over. No query where nobody did."""
    if all(player.since is None for player in players):
        return ()
    return tuple(game.former_players.filter(until__isnull=False).select_related("user"))


def find_player(game: Game, user: User) -> Player | None:
    """Return the player who `user` is at `game`, or who they were invited to be."""
    return game.players.filter(user=user).first()


def list_asked(title: AnyTitle, state: Any) -> dict[int, Decision]:
    """Return by seat what is being asked."""
    asked = {seat: title.decision(state, seat) for seat in title.to_act(state)}
    return {seat: decision for seat, decision in asked.items() if decision}


def load_sealed(
    game: Game, title: AnyTitle, state: Any, players: Sequence[Player] = ()
) -> dict[int, tuple[Entry, ...]]:
    """Return the sealed choices made for what is being asked now.

    One query, and none while nothing sealed is asked, or if `players` brought their choices along.
    """
    names = {seat: decision.name for seat, decision in list_asked(title, state).items() if decision.sealed}
    if not names:
        return {}
    known = [player.sealed for player in players if player.sealed is not None]
    choices = chain.from_iterable(known) if known else SealedChoice.objects.filter(game=game)
    return {
        choice.seat: tuple(Entry(title.load_move(choice.seat, raw), choice.by) for raw in choice.content)
        for choice in choices
        if names.get(choice.seat) == choice.decision
    }


def is_alone(players: Iterable[Player]) -> bool:
    """Tell whether a person plays with bots alone. Nobody waits for them: the clock only tidies up."""
    return sum(player.user is not None and player.user.left_at is None for player in players) < 2


def list_sitters(table: Table) -> dict[int, Sitter]:
    """Return by seat the people who play for themselves, as the table's clock sees them."""
    return {
        player.seat: player.sitter for player in table.players if player.user_id is not None and not player.stand_in
    }
