"""What a viewer knows of the log, and what they missed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from games.rules.engine.narration import AMONG_PLAYERS, TAKEN_OVER, Narration, add_words, tell
from games.rules.engine.values import PLAYER, Event, Term
from games.state.names import find_name
from games.state.table import Table


@dataclass(frozen=True)
class Passage:
    """What a viewer recalls of one trick, turn or round."""

    scene: int
    events: tuple[Event, ...]


def narrate_table(table: Table, viewer: int | None) -> Narration:
    """Narrate the log for `viewer`, a seat, or None for the public."""
    people = [player.seat for player in table.players if player.user_id is not None]
    told = tell(table.title, table.states, table.entries, people, viewer)
    words = _list_words(table, viewer)
    return add_words(told, words) if words else told


def _list_words(table: Table, viewer: int | None) -> list[tuple[int, Event]]:
    """Return the site's own events that a viewer may hear, each with the number of moves before it."""
    words = []
    for former in table.former:
        if former.until is not None:
            name = Term("word", find_name(former.user, former.name))
            words.append((former.until, Event(TAKEN_OVER, {"player": Term("seat", former.seat), "former": name})))
    for at, kind, seat in table.game.clock_moves:
        if _is_told(kind, viewer):
            # The player who gave more time, or got it.
            words.append((at, Event(kind, {} if seat is None else {"player": Term("seat", seat)})))
    return words


def _is_told(kind: str, viewer: int | None) -> bool:
    """Whether a viewer may hear of something that players did to the clock.

    Proposals are shown to players only.
    """
    return viewer is not None or kind not in AMONG_PLAYERS


def list_passages(table: Table, told: Narration) -> Iterator[Passage]:
    scenes = [table.title.scene(state) for state in table.states]
    for scene, places in groupby(range(len(told.events)), scenes.__getitem__):
        if events := tuple(event for place in places for event in told.events[place]):
            yield Passage(scene, events)


def list_event_spots(told: Narration) -> Iterator[tuple[int, int]]:
    """Return where each event stands: the place of its move in the log, and its number among the events of that."""
    for place, events in enumerate(told.events):
        yield from ((place, number) for number in range(len(events)))


def is_all_recalled(table: Table, told: Narration) -> bool:
    """Whether the narration covers the whole log.

    Some titles forget the past during the game. Sealed choices may lack events, because the last of them tells all.
    """
    return not table.game.is_running or all(
        events or _is_sealed(table, place) for place, events in enumerate(told.events)
    )


def _is_sealed(table: Table, place: int) -> bool:
    decision = table.title.decision(table.states[place], table.entries[place].move.seat)
    return decision is not None and decision.sealed


def find_missed(table: Table, seat: int) -> int:
    """Return the number of moves before the player's own last move.

    Moves of stand-ins and former players do not count.
    """
    return max((place + 1 for place in _list_own(table, seat)), default=table.players[seat].since or 0)


def has_moved(table: Table, seat: int) -> bool:
    return bool(_list_own(table, seat))


def _list_own(table: Table, seat: int) -> list[int]:
    """Return the places in the log of a player's own moves, without those of stand-ins and former players."""
    begin = table.players[seat].since or 0
    return [
        place
        for place, entry in enumerate(table.entries)
        if place >= begin and entry.move.seat == seat and entry.by == PLAYER
    ]


def narrate_all_since(table: Table, seat: int) -> tuple[Event, ...]:
    """Narrate what happened since a player's own last move.

    A sealed choice of theirs is included, because it became public later.
    """
    own = _list_own(table, seat)
    told = narrate_table(table, None).events
    if not own:
        return tuple(event for events in told[table.players[seat].since or 0 :] for event in events)
    decision = table.title.decision(table.states[own[-1]], seat)
    known = 0 if decision and decision.sealed else 1
    return (*told[own[-1]][known:], *(event for events in told[own[-1] + 1 :] for event in events))
