"""Planted leaks: the ways a careless change could tell a secret. The world swap must catch each."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.play import Position
from games.rules.engine.values import Event, Seat
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.acts import Swapped
from games.titles.hideouts.rules.moves import AttackFromHand, Hide, Refill, Swap
from games.titles.hideouts.rules.observe import Observation
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.rules.state import State, opponent_of
from tests.rules.leaks import Planter, reorder
from tests.rules.swap import Channels

PLANT = Planter(hideouts)


def other(viewer: Seat | None) -> Seat:
    return 0 if viewer is None else opponent_of(viewer)


def spies_of(state: State, seat: Seat) -> list[int]:
    hideouts = (state.hideouts[seat][place] for place in state.standing(seat))
    return [hideout.spy for hideout in hideouts if hideout.spy is not None]


def was_put_back(before: State, move: Any) -> bool:
    return isinstance(move, Swap) and before.hideouts[move.seat][move.own].spy == move.spy


def count_put_back(state: State, viewer: Seat | None) -> int:
    swaps = [act for act in state.past if isinstance(act, Swapped) and act.seat == other(viewer)]
    return sum(act.spy not in state.hands[other(viewer)] for act in swaps[-1:])


def narrate_all(before: Any, move: Any, after: Any, viewer: Seat | None, now: Any) -> tuple[Event, ...]:
    return hideouts.narrate(before, move, after, move.seat, now)


def tell_kind(kind: type[Any]) -> Channels:
    def narrate(before: Any, move: Any, after: Any, viewer: Seat | None, now: Any) -> tuple[Event, ...]:
        return hideouts.narrate(before, move, after, move.seat if isinstance(move, kind) else viewer, now)

    return PLANT.replacing(narrate=narrate)


def tell_twice(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    return (*events, *events) if was_put_back(before, move) else events


def tell_otherwise(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    return (replace(events[0], code="bluffed"),) if was_put_back(before, move) else events


def tell_in_order(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, Swap):
        return events
    return (replace(events[0], params=dict(reorder([*events[0].params.items()], was_put_back(before, move)))),)


def count_real_fillings(seen: Observation, state: State) -> Observation:
    spared = count_put_back(state, seen.viewer)
    hideouts = tuple(tuple(each._replace(filled=each.filled - spared) for each in own) for own in seen.hideouts)
    return replace(seen, hideouts=hideouts)


def narrow_by_truth(seen: Observation, state: State) -> Observation:
    hideouts = tuple(
        tuple(
            each._replace(possible=tuple(value for value in each.possible if value <= (hideout.spy or 0) + 5))
            for each, hideout in zip(own, state.hideouts[seat], strict=True)
        )
        for seat, own in enumerate(seen.hideouts)
    )
    return replace(seen, hideouts=hideouts)


def offer_by_worth(state: State, seat: Seat) -> Any:
    moves: list[Any] = list(hideouts.legal_moves(state, seat))
    return sorted(moves, key=lambda move: hits(state, move))


def hits(state: State, move: Any) -> bool:
    return (
        isinstance(move, AttackFromHand)
        and move.target in range(3)
        and state.hideouts[opponent_of(move.seat)][move.target].spy == move.spy
    )


def refuse_in_vain(state: State, move: Any) -> str | None:
    return hideouts.objection(state, move) or ("too_good" if hits(state, move) else None)


def decide_by_swap(state: State, seat: Seat) -> Any:
    asked = hideouts.decision(state, seat)
    return replace(asked, kind=asked.kind + "-bluffed") if asked and count_put_back(state, seat) else asked


def clock_that_knows(state: State, seat: Seat) -> Any:
    return tuple(move for move in hideouts.fallback(hideouts.observe(state, seat)) if not hits(state, move))


def bot_that_knows(state: State, seat: Seat, name: str, dice: Random) -> Any:
    good = [move for move in hideouts.legal_moves(state, seat) if hits(state, move)]
    return good[0] if good else hideouts.BOTS[name](hideouts.observe(state, seat), dice)


def wait_with_choice(position: Position, viewer: Seat | None) -> Any:
    sealed = position.sealed.get(other(viewer), ())
    return [min(entry.move.spies) == entry.move.spies[0] for entry in sealed]


LEAKS: dict[str, Channels] = {
    "what hides on the left": PLANT.while_running(lambda s, v: s.hideouts[other(v)][0].spy),
    "what hides somewhere, in no order": PLANT.while_running(lambda s, v: sorted(spies_of(s, other(v)))),
    "whether a hidden spy is even": PLANT.while_running(lambda s, v: [spy % 2 for spy in spies_of(s, other(v))[:1]]),
    "the opponent's hand": PLANT.while_running(lambda s, v: s.hands[other(v)]),
    "the opponent's hand, by the telling": PLANT.narration_of(lambda s, v: s.hands[other(v)]),
    "what the hand adds up to": PLANT.while_running(lambda s, v: sum(s.hands[other(v)])),
    "the lowest of the opponent's hand": PLANT.while_running(lambda s, v: s.hands[other(v)][:1]),
    "whether a swap changed nothing": PLANT.while_running(count_put_back),
    "whether a swap changed nothing, by an event more": PLANT.narration(tell_twice),
    "whether a swap changed nothing, by the event's code": PLANT.narration(tell_otherwise),
    "whether a swap changed nothing, by the order of an event's places": PLANT.narration(tell_in_order),
    "whether a swap changed nothing, by the count of fillings": PLANT.within(count_real_fillings),
    "whether a swap changed nothing, by a decision's name": PLANT.replacing(decide=decide_by_swap),
    "what a swap put in": tell_kind(Swap),
    "what a hideout was refilled with": tell_kind(Refill),
    "what was hidden at first": tell_kind(Hide),
    "all that owners are told": PLANT.replacing(narrate=narrate_all),
    "values struck out that no answer excludes": PLANT.within(narrow_by_truth),
    "which attack would succeed, by the order offered": PLANT.replacing(offer=offer_by_worth),
    "which attack would succeed, by a refusal": PLANT.replacing(refuse=refuse_in_vain),
    "which attack would succeed, by the clock's choices": PLANT.replacing(clock=clock_that_knows),
    "which attack would succeed, by a bot's": PLANT.replacing(bot=bot_that_knows),
    "something of a sealed choice": PLANT.replacing(wait=wait_with_choice),
}
"""The planted leaks by what they tell."""
TABLES: dict[str, Callable[[Random], tuple[Options, int]]] = {}
"""At which tables those leaks are looked for that not every table has."""
HARMLESS: dict[str, Channels] = {
    "beside": PLANT.beside(lambda state, viewer: (state.turn, state.past, [len(hand) for hand in state.hands])),
    "within": PLANT.within(lambda seen, state: replace(seen, turn=state.turn)),
    "telling": PLANT.narration(lambda events, before, move, after: (*events, events[0])),
    "own": PLANT.beside(lambda state, viewer: None if viewer is None else state.hideouts[viewer]),
}
"""What is told to a viewer who may know it."""
