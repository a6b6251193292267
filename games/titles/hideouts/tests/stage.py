"""Tables of T.A.R.G.E.T. for the browser: one for each thing that a player is asked, and a result."""

from collections.abc import Callable
from typing import Any

from games.titles.hideouts.rules.deduction import find_answers
from tests.browser.playing import is_any, make_person, play_until, store_fixed


def make_tables(me: Any, friend: Any) -> dict[str, str]:
    from tests.tables.builders import start_table

    asks: dict[str, Callable[[Any], bool]] = {
        "target_turn": lambda state: state.turn > 6 and state.gap is None and state.player == 0,
        "target_wait": lambda state: state.turn > 4 and state.gap is None and state.player == 1,
        "target_refill": is_crowded_refill,
    }
    made = {name: play_until(is_so, me, friend, bots=0, title="target") for name, is_so in asks.items()}
    made["target_result"] = play_until(is_any, me, friend, bots=0, title="target", over=True)
    for name in ("target", "target_hide"):
        made[name] = start_table(me, friend, title="target").code
    return made


def is_crowded_refill(state: Any) -> bool:
    """Whether the first is to refill after the other's act, and on both sides a door shows answers."""
    if state.gap is None or state.gap.seat != 0 or state.past[-1].seat == 0:
        return False
    answers = [find_answers(state.past, seat) for seat in (0, 1)]
    return all(any(answers[seat][place] for place in state.standing(seat)) for seat in (0, 1))


def make_crowds(*people: Any) -> dict[str, str]:
    asks: dict[str, Callable[[Any], bool]] = {
        "target_first": lambda state: state.turn == 1 and state.player == 0,
        "target_wait": lambda state: state.turn == 1 and state.player == 1,
        "target_late": is_full,
        "target_gap": lambda state: state.gap is not None and state.gap.seat == 0,
        "target_hiding": is_any,
    }
    return {name: play_until(is_so, *people[:2], bots=0, title="target") for name, is_so in asks.items()}


def is_full(state: Any) -> bool:
    """Whether late in a duel the first is to play, all doors stand, and many answers were given at some of them."""
    if state.turn <= 12 or state.gap is not None or state.player != 0:
        return False
    given = [find_answers(state.past, seat) for seat in (0, 1)]
    counts = [[len(given[seat][place]) for place in state.standing(seat)] for seat in (0, 1)]
    return all(len(each) == 3 and max(each) > 1 for each in counts) and max(map(max, counts)) > 3


def make_newcomers(*people: Any) -> dict[str, str]:
    asks: dict[str, Callable[[Any], bool]] = {
        "newcomer_hide": is_any,
        "newcomer_attack": lambda state: state.turn == 1 and state.player == 0,
    }
    return {
        name: play_until(is_so, make_person(name), people[1], bots=0, title="target") for name, is_so in asks.items()
    }


def make_fixed(me: Any, *people: Any) -> dict[str, str]:
    is_so = lambda state: state.turn > 6 and state.gap is None and state.player == 0  # noqa: E731
    return {"attack": store_fixed(is_so, me, people[0], title="target")}
