"""How sealed choices are tried: each alone on the state in which all are asked, then all in the order of `to_act`."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat
from tests.rules.conformance import Setting

ALONE = "a sealed choice is tried alone on the state in which all are asked, and in every order that players choose in"


def find_careless(setting: Setting, seed: int) -> str | None:
    """Play a random game move by move and return how a sealed choice in it breaks the agreement, or None."""
    title, chance, state = setting.title, Random(seed), setting.start(seed)
    while asked := title.to_act(state):
        for complaint in judge_choices(title, state, chance):
            return complaint
        state = title.apply(state, chance.choice(title.legal_moves(state, asked[0])))
    return None


def judge_choices(title: AnyTitle, state: Any, chance: Random) -> Iterator[str]:
    """Yield what is wrong with each choice that is sealed in `state`, tried alone."""
    asked = title.to_act(state)
    decisions = {seat: title.decision(state, seat) for seat in asked}
    names = {each.name if each and each.sealed else None for each in decisions.values()}
    if names == {None}:
        return
    if len(names) > 1:
        yield f"{title.NAME} asks {names} at once: what is sealed is one decision, the same for all seats in to_act."
        return
    for seat in asked:
        after = choose(title, state, seat, chance)
        rest = tuple(other for other in asked if other != seat)
        if rest and (left := title.to_act(after)) != rest:
            yield (
                f"{title.NAME}: once seat {seat} alone has answered {names}, to_act gives {left} and must give {rest}: "
                f"{ALONE}, so it drops exactly that seat. Keep choices by seat, not by how many there are."
            )
        for other in rest:
            is_other = title.decision(after, other) != decisions[other]
            if is_other or [*title.legal_moves(after, other)] != [*title.legal_moves(state, other)]:
                yield (
                    f"{title.NAME}: after seat {seat} alone has answered {names}, seat {other} is asked something "
                    f"else, or may choose otherwise: {ALONE}, so the choice of one changes nothing for another."
                )


def choose(title: AnyTitle, state: Any, seat: Seat, chance: Random) -> Any:
    """Return the state after `seat` alone answered what it is asked, with as many moves as that takes."""
    asked = title.decision(state, seat)
    for _ in range(MAX_MOVES):
        state = title.apply(state, chance.choice(title.legal_moves(state, seat)))
        if title.decision(state, seat) != asked:
            break
    return state


MAX_MOVES = 10
"""No answer takes more: a seat that is still asked after them was not dropped."""
