"""Narration: what a viewer knows of the log, and what they missed."""

from games.rules.engine.narration import Narration, add_words, name_clock_move, name_substitute, tell
from games.rules.engine.values import PLAYER, Event
from games.state.names import find_name
from games.state.table import Table


def narrate_table(table: Table, viewer: int | None) -> Narration:
    """`viewer` is a seat, or None for the public."""
    people = [player.seat for player in table.players if player.user_id is not None]
    told = tell(table.title, table.states, table.entries, people, viewer)
    words = list_words(table)
    return add_words(told, words) if words else told


def list_words(table: Table) -> list[tuple[int, Event]]:
    """Each with the number of moves before it."""
    substitutes = [
        (former.until, name_substitute(former.seat, find_name(former.user, former.name)))
        for former in table.former
        if former.until is not None
    ]
    clock = [(at, name_clock_move(kind, seat)) for at, kind, seat in table.game.clock_moves]
    return [*substitutes, *clock]


def is_all_recalled(table: Table, told: Narration) -> bool:
    """Some titles forget the past during the game. Sealed choices do not count: the last of them tells all."""
    return not table.game.is_running or all(
        events or is_sealed(table, place) for place, events in enumerate(told.events)
    )


def is_sealed(table: Table, place: int) -> bool:
    decision = table.title.decision(table.states[place], table.entries[place].move.seat)
    return decision is not None and decision.sealed


def find_missed(table: Table, seat: int) -> int:
    """Without moves of stand-ins and former players."""
    return max((place + 1 for place in list_own(table, seat)), default=table.players[seat].since or 0)


def list_own(table: Table, seat: int) -> list[int]:
    """Return places in the log, without moves of stand-ins and former players."""
    begin = table.players[seat].since or 0
    return [
        place
        for place, entry in enumerate(table.entries)
        if place >= begin and entry.move.seat == seat and entry.by == PLAYER
    ]


def narrate_all_since(table: Table, seat: int) -> tuple[Event, ...]:
    """With a sealed choice: it became public later."""
    own = list_own(table, seat)
    told = narrate_table(table, None).events
    if not own:
        return tuple(event for events in told[table.players[seat].since or 0 :] for event in events)
    decision = table.title.decision(table.states[own[-1]], seat)
    known = 0 if decision and decision.sealed else 1
    return (*told[own[-1]][known:], *(event for events in told[own[-1] + 1 :] for event in events))
