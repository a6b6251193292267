"""Loads tables and folds their logs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from accounts.models import User
from games.clock.table_clock import Sitter, find_alone
from games.fast.state_cache import EVERYBODY, FoldedLog, state_cache
from games.models import FormerPlayer, Game, Player
from games.rules.engine.narration import BANKED, GRACED
from games.rules.engine.play import Position
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Decision, Entry, Outcome
from games.state import queries
from games.state.queries import Log


@dataclass(frozen=True)
class Table:
    """A loaded and folded game.

    It contains all secrets: never give it to a template. `states` starts before the first move, so it has one more
    than `entries`.
    """

    game: Game
    players: tuple[Player, ...]
    title: AnyTitle
    deal: Any
    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    sealed: Mapping[int, tuple[Entry, ...]]
    # The players who were replaced by substitutes.
    former: tuple[FormerPlayer, ...] = ()

    @property
    def position(self) -> Position:
        return Position(self.states[-1], self.sealed)

    @property
    def has_new_words(self) -> bool:
        """Whether players can type text since the deal: words in the game, or the name of a substitute."""
        return self.title.TEXTS.has_words or self.has_new_names

    @property
    def has_new_names(self) -> bool:
        """Whether a substitute sits here, whose name was chosen after the deal."""
        return any(player.since is not None for player in self.players)

    @property
    def asks_in_secret(self) -> bool:
        """Whether some seat is asked now without the others' knowing which."""
        return any(not decision.public for decision in self.asked.values())

    @cached_property
    def asked(self) -> dict[int, Decision]:
        return _list_asked(self.title, self.states[-1])

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.states[-1])


def load_table(game: Game, players: Sequence[Player] | None = None, reader: User | None = None) -> Table:
    """Load and fold a game, or find it in the cache of `reader`.

    This takes one query unless cached, and one more after a substitution.
    """
    return make_table(game, _find_log(game, reader), players)


def _find_log(game: Game, reader: User | None) -> FoldedLog:
    key = reader.pk if reader else EVERYBODY
    if known := state_cache.find(game.code, game.stamp, key):
        return known
    log = queries.load_log(game)
    folded = _fold_log(game, log)
    if reader:
        state_cache.keep(game.code, log.stamp, folded, key)
    return folded


def find_seated(code: str, *, is_locked: bool = False) -> tuple[Game | None, list[Player]]:
    game = (queries.lock_game if is_locked else queries.find_game)(code)
    return game, load_players(game) if game else []


def make_table(game: Game, log: FoldedLog, players: Sequence[Player] | None = None) -> Table:
    title = game.played_by
    seated = tuple(load_players(game) if players is None else players)
    return Table(
        game=game,
        players=seated,
        title=title,
        deal=log.deal,
        states=log.states,
        entries=log.entries,
        sealed=_load_sealed(game, title, log.states[-1]),
        former=_load_former(game, seated),
    )


def read_log(game: Game) -> FoldedLog:
    return _fold_log(game, queries.load_log(game))


def _fold_log(game: Game, log: Log) -> FoldedLog:
    title = game.played_by
    deal = title.load_deal(log.dealt)
    options = game.read_options()
    entries = tuple(Entry(title.load_move(seat, content), by) for seat, content, by in log.moves)
    return FoldedLog(deal, fold_states(title, title.start(options, deal, game.rules), entries), entries)


def load_deal(game: Game) -> Any:
    return game.played_by.load_deal(queries.load_log(game).dealt)


def fold_states(title: AnyTitle, state: Any, entries: Sequence[Entry]) -> tuple[Any, ...]:
    states = [state]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return tuple(states)


def load_players(game: Game) -> list[Player]:
    """Load the players in the order of seats, with their users.

    If there are several deleted accounts, they are numbered.
    """
    players = queries.ask_players.ask(game=game.pk)
    former = [player for player in players if player.user and player.user.left_at]
    for number, player in enumerate(former if len(former) > 1 else (), start=1):
        player.former_number = number
    for player in players:
        player.game = game
    return players


def _load_former(game: Game, players: Sequence[Player]) -> tuple[FormerPlayer, ...]:
    if all(player.since is None for player in players):
        return ()
    return tuple(game.former_players.filter(until__isnull=False).select_related("user"))


def find_player(game: Game, user: User) -> Player | None:
    return game.players.filter(user=user).first()


def _list_asked(title: AnyTitle, state: Any) -> dict[int, Decision]:
    asked = {seat: title.decision(state, seat) for seat in title.to_act(state)}
    return {seat: decision for seat, decision in asked.items() if decision}


def _load_sealed(game: Game, title: AnyTitle, state: Any) -> dict[int, tuple[Entry, ...]]:
    """Load the sealed choices of current questions. Without such a question there is no query."""
    names = {seat: decision.name for seat, decision in _list_asked(title, state).items() if decision.sealed}
    if not names:
        return {}
    return {
        choice.seat: tuple(Entry(title.load_move(choice.seat, raw), choice.by) for raw in choice.content)
        for choice in queries.ask_sealed.ask(game=game.pk)
        if names.get(choice.seat) == choice.decision
    }


def is_alone(players: Iterable[Player]) -> bool:
    """Whether one user plays with bots alone, so that no human waits."""
    return sum(player.user is not None and player.user.left_at is None for player in players) < 2


def list_playing(players: Iterable[Player]) -> list[Player]:
    """Return the people (not bot accounts) without a stand-in."""
    return [player for player in players if player.is_person and not player.stand_in]


def is_deserted(players: Sequence[Player]) -> bool:
    """Whether every person's seat has a stand-in."""
    return any(player.is_person for player in players) and not list_playing(players)


def list_sitters(table: Table) -> dict[int, Sitter]:
    """Return what the clock needs to know of the players without a stand-in, by seat."""
    return {
        player.seat: player.sitter for player in table.players if player.user_id is not None and not player.stand_in
    }


def find_extension(table: Table, seat: int) -> str:
    """Return what gives a player more time once the current time is up: `BANKED`, `GRACED` or "".

    Only a player who is asked alone and openly gets any. No grace follows a missed decision. Banks are public.
    """
    if find_alone(table.asked) != seat or not table.game.bank or table.players[seat].in_grace:
        return ""
    if table.players[seat].bank:
        return BANKED
    return "" if table.players[seat].missed else GRACED
