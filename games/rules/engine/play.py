from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.engine.errors import IllegalMove, NotAsked, StaleDecision, UnfinishedAnswer
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import BOT, CLOCK, PLAYER, Bot, Chance, Decision, Entry, Seat


@dataclass(frozen=True, slots=True)
class Position:
    """A state, and the `sealed` choices that are not yet in the log."""

    state: Any
    sealed: Mapping[Seat, tuple[Entry, ...]] = field(default_factory=dict)


def make_move(title: AnyTitle, state: Any, entry: Entry) -> Any:
    """Apply a move. This is the only place that checks whether a move is legal. Raises `NotAsked` or `IllegalMove`."""
    if title.decision(state, entry.move.seat) is None:
        raise NotAsked
    if entry.by == CLOCK:
        if entry.move not in title.fallback(title.observe(state, entry.move.seat)):
            raise IllegalMove("not_by_clock")
    elif code := title.objection(state, entry.move):
        raise IllegalMove(code)
    return title.apply(state, entry.move)


def fold(title: AnyTitle, state: Any, moves: Iterable[Any]) -> Any:
    for move in moves:
        state = title.apply(state, move)
    return state


def answer(
    title: AnyTitle, position: Position, seat: Seat, decision: str, moves: Iterable[Any], by: str = PLAYER
) -> tuple[Position, tuple[Entry, ...]]:
    """Answer a decision with all of `moves`. If anything is wrong, nothing changes.

    Return the new position and the new log entries. A sealed choice adds no entries and replaces the seat's earlier
    choice. Raises `NotAsked`, `StaleDecision`, `IllegalMove` or `UnfinishedAnswer`.
    """
    asked = require_decision(title, position.state, seat, decision)
    entries = tuple(Entry(move, by) for move in moves)
    state = position.state
    for entry in entries:
        if title.decision(state, seat) != asked:
            raise IllegalMove("too_many")
        if entry.move.seat != seat:
            raise NotAsked
        state = make_move(title, state, entry)
    if title.decision(state, seat) == asked:
        raise UnfinishedAnswer
    if asked.sealed:
        return Position(position.state, {**position.sealed, seat: entries}), ()
    return Position(state, position.sealed), entries


def require_disguised(title: AnyTitle, state: Any, seat: Seat, moves: Iterable[Any]) -> None:
    """Raise `IllegalMove` unless the moves are legal for any secret role."""
    for move in moves:
        disguised = title.disguise(state, seat)
        if disguised is None:
            raise IllegalMove("not_by_link")
        if code := title.objection(disguised, move):
            raise IllegalMove(code)
        state = title.apply(state, move)


def require_decision(title: AnyTitle, state: Any, seat: Seat, name: str) -> Decision:
    """Return the decision that `seat` is asked, if it is the one named. Raises `NotAsked` or `StaleDecision`."""
    asked = title.decision(state, seat)
    if asked is None:
        raise NotAsked
    if asked.name != name:
        raise StaleDecision
    return asked


def list_answers(title: AnyTitle, state: Any, seat: Seat) -> Iterator[tuple[Any, ...]]:
    """Yield all answers to the current decision of a seat. Answers to sealed decisions have a single move."""
    asked = title.decision(state, seat)
    for move in title.legal_moves(state, seat):
        after = state if asked is None or asked.sealed else title.apply(state, move)
        if after is not state and title.decision(after, seat) == asked:
            yield from ((move, *more) for more in list_answers(title, after, seat))
        else:
            yield (move,)


def settle(
    title: AnyTitle,
    position: Position,
    bots: Mapping[Seat, Bot],
    chance: Chance,
    stops: Callable[[Any], bool] = lambda state: False,
) -> tuple[Position, tuple[Entry, ...]]:
    """Let bots answer until a person is asked, the game is over, or `stops` says so of the state."""
    log: list[Entry] = []
    while (asked := title.to_act(position.state)) and not stops(position.state):
        waiting = [seat for seat in asked if seat not in position.sealed]
        if not waiting:
            position, entries = unseal(title, position)
        elif ready := [seat for seat in waiting if seat in bots]:
            position, entries = answer_with(title, position, ready[0], bots[ready[0]], chance, BOT)
        else:
            break
        log.extend(entries)
    return position, tuple(log)


def unseal(title: AnyTitle, position: Position) -> tuple[Position, tuple[Entry, ...]]:
    """Make the sealed choices take effect, in the order of `to_act`."""
    entries = tuple(entry for seat in title.to_act(position.state) for entry in position.sealed[seat])
    return Position(fold(title, position.state, (entry.move for entry in entries))), entries


def close(title: AnyTitle, position: Position, chance: Chance) -> tuple[Position, tuple[Entry, ...]]:
    """Answer for each seat that has not answered in time, with one of the title's `fallback` moves."""
    log: list[Entry] = []
    for seat in title.to_act(position.state):
        if seat not in position.sealed:
            position, entries = answer_with(
                title, position, seat, lambda seen, dice: dice.choice(title.fallback(seen)), chance, CLOCK
            )
            log.extend(entries)
    if position.sealed:
        position, entries = unseal(title, position)
        log.extend(entries)
    return position, tuple(log)


def answer_with(
    title: AnyTitle, position: Position, seat: Seat, choose: Bot, chance: Chance, by: str
) -> tuple[Position, tuple[Entry, ...]]:
    asked = title.decision(position.state, seat)
    if asked is None:
        raise NotAsked
    moves, state = [], position.state
    while title.decision(state, seat) == asked:
        moves.append(choose(title.observe(state, seat), chance))
        state = make_move(title, state, Entry(moves[-1], by))
    return answer(title, position, seat, asked.name, moves, by)


def play_out(
    title: AnyTitle, options: Any, deal: Any, bots: Mapping[Seat, Bot], chance: Chance
) -> tuple[Any, tuple[Entry, ...]]:
    position, log = settle(title, Position(title.start(options, deal, title.RULES)), bots, chance)
    return position.state, log
