"""Reads: what a player, or everybody, has been told of a table, and what of it happened since they last moved."""

from games.rules.engine.narration import Narration, add_words, name_clock_move, name_substitute, tell
from games.rules.engine.values import PLAYER, Event
from games.state.names import find_name
from games.state.table import Table


def narrate_table(table: Table, viewer: int | None) -> Narration:
    """Return what the player in the seat `viewer`, or the public, has been told and may still recall."""
    people = [player.seat for player in table.players if player.user_id is not None]
    told = tell(table.title, table.states, table.entries, people, viewer)
    words = list_words(table)
    return add_words(told, words) if words else told


def list_words(table: Table) -> list[tuple[int, Event]]:
    """Return what the house tells everybody besides the moves, each with how many moves had been made."""
    substitutes = [
        (former.until, name_substitute(former.seat, find_name(former.user, former.name)))
        for former in table.former
        if former.until is not None
    ]
    clock = [(at, name_clock_move(kind, seat)) for at, kind, seat in table.game.clock_moves]
    return [*substitutes, *clock]


def is_all_recalled(table: Table, told: Narration) -> bool:
    """Tell whether somebody told this may look at the whole past again: at some tables it is forgotten as one plays.

    Only what is told openly counts: a sealed choice is told with the last of all. Once a game has ended, all may.
    """
    return not table.game.is_running or all(
        events or is_sealed(table, place) for place, events in enumerate(told.events)
    )


def is_sealed(table: Table, place: int) -> bool:
    """Tell whether an entry of the log answers a sealed question."""
    decision = table.title.decision(table.states[place], table.entries[place].move.seat)
    return decision is not None and decision.sealed


def find_missed(table: Table, seat: int) -> int:
    """Return the place in the log at which begins what the player in `seat` has missed.

    That is after their own last move, or where they took the seat over.
    """
    return max((place + 1 for place in list_own(table, seat)), default=table.players[seat].since or 0)


def list_own(table: Table, seat: int) -> list[int]:
    """Return the places in the log of the moves that the player who now sits in `seat` made themselves."""
    begin = table.players[seat].since or 0
    return [
        place
        for place, entry in enumerate(table.entries)
        if place >= begin and entry.move.seat == seat and entry.by == PLAYER
    ]


def narrate_all_since(table: Table, seat: int) -> tuple[Event, ...]:
    """Return what everybody may know of what happened since the player in `seat` last moved.

    That move itself is left out, and what followed from it is not. A choice that was sealed was opened later, and its
    opening is told in full.
    """
    own = list_own(table, seat)
    told = narrate_table(table, None).events
    if not own:
        return tuple(event for events in told[table.players[seat].since or 0 :] for event in events)
    decision = table.title.decision(table.states[own[-1]], seat)
    known = 0 if decision and decision.sealed else 1
    return (*told[own[-1]][known:], *(event for events in told[own[-1] + 1 :] for event in events))
