"""A title whose sealed choices only work in the order of the seats is found, and told why that is not enough."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Decision, Seat
from mole.rules import TITLE as mole
from mole.rules import Name, State
from tests.rules.conformance import Setting
from tests.rules.sealed import find_careless

SEATS = 4
WAITING = -1
"""Stands in `State.named` where a seat has not named anybody yet."""


def start_at_once(options: tuple[()], deal: tuple[str, ...], rules: int) -> State:
    return State(rules, options, deal, (WAITING,) * len(deal))


def ask_all(state: State) -> tuple[Seat, ...]:
    """Keep choices by seat: those who have not named anyone are asked."""
    return tuple(seat for seat, at in enumerate(state.named) if at == WAITING)


def keep_by_seat(state: State, move: Name) -> State:
    return replace(state, named=tuple(move.at if seat == move.seat else at for seat, at in enumerate(state.named)))


def end_with_the_first(state: State) -> tuple[Seat, ...]:
    """Ask for nothing more once one seat has answered."""
    return () if any(at != WAITING for at in state.named) else tuple(range(len(state.named)))


def ask_in_turn(state: State) -> tuple[Seat, ...]:
    """Count the choices that came in, as a title does in which seats follow one another."""
    return tuple(range(len(state.named), len(state.deal)))


def offer_who_is_left(state: State, seat: Seat) -> Sequence[Name]:
    """Offer none whom another has named: that tells what was chosen in secret."""
    return [Name(seat, at) for at in range(len(state.deal)) if at != seat and at not in state.named]


def make_title(**parts: Any) -> AnyTitle:
    """Return Mole with all choices made at once, and some functions replaced by careless ones."""

    def legal_moves(state: State, seat: Seat) -> Sequence[Name]:
        asked = title.to_act(state)
        return [Name(seat, at) for at in range(len(state.deal)) if at != seat] if seat in asked else []

    def decision(state: State, seat: Seat) -> Decision | None:
        return Decision("name", sealed=True) if seat in title.to_act(state) else None

    careful = {"start": start_at_once, "to_act": ask_all, "apply": keep_by_seat}
    title: AnyTitle = replace(mole, **{**careful, "legal_moves": legal_moves, "decision": decision, **parts})
    return title


def test_choices_kept_by_seat_are_careful() -> None:
    assert find_careless(Setting(make_title(), SEATS, ()), 1) is None


CARELESS: dict[str, tuple[dict[str, Any], str]] = {
    "it counts choices": ({"start": mole.start, "to_act": ask_in_turn, "apply": mole.apply}, "exactly that seat"),
    "the first choice ends it": ({"to_act": end_with_the_first}, "exactly that seat"),
    "it offers what others left": ({"legal_moves": offer_who_is_left}, "changes nothing for another"),
    "each is asked something else": (
        {"decision": lambda state, seat: Decision("name", seat + 1, sealed=True) if seat in ask_all(state) else None},
        "one decision, the same for all",
    ),
}


@pytest.mark.parametrize("fault", CARELESS)
def test_a_careless_title_is_told_why(fault: str) -> None:
    parts, reason = CARELESS[fault]
    complaint = find_careless(Setting(make_title(**parts), SEATS, ()), Random(fault).randrange(99))
    assert complaint is not None
    assert complaint.startswith("mole")
    assert reason in complaint
