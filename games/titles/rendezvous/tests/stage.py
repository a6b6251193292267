"""Tables of Rendezvous for the browser: one for each thing that a player is asked, and results."""

from collections.abc import Callable
from typing import Any

from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.moves import Point
from tests.browser.playing import is_any, make_person, play_until, store_fixed


def make_tables(me: Any, friend: Any) -> dict[str, str]:
    crossed, later = {"variant": "crossed"}, has_finished_round
    asks: dict[str, tuple[Callable[[Any], bool], int, dict[str, Any]]] = {
        # what it shows: when to stop, how many bots, options
        "rdv_number": (lambda state: is_asking(state, "number"), 2, {}),
        "rdv_word": (lambda state: is_asking(state, "say") and later(state) and state.lap == 2, 3, {}),
        "rdv_lap": (lambda state: is_asking(state, "say") and state.lap == 2, 2, {"laps": "at_once"}),
        "rdv_emoji": (
            lambda state: is_asking(state, "say") and len(state.says) > 1 and not later(state),
            2,
            {"silent": True},
        ),
        "rdv_spy": (lambda state: is_asking(state, "point") and later(state) and is_spy(state), 3, {}),
        "rdv_point": (lambda state: is_asking(state, "point") and not is_spy(state), 3, {}),
        "rdv_three": (lambda state: is_asking(state, "point"), 1, {}),
        "rdv_crossed": (lambda state: is_asking(state, "say") and later(state) and is_spy(state), 5, crossed),
        "rdv_guess": (lambda state: is_asking(state, "guess"), 2, {}),
    }
    ends: dict[str, tuple[int, dict[str, Any]]] = {"rdv_result": (3, {}), "rdv_stories": (1, {"points": False})}
    return {
        name: play_until(is_so, me, friend, bots=bots, title="rendezvous", language="en", **options)
        for name, (is_so, bots, options) in asks.items()
    } | {
        name: play_until(is_any, me, friend, bots=bots, title="rendezvous", over=True, language="en", **options)
        for name, (bots, options) in ends.items()
    }


def is_asking(state: Any, phase: str) -> bool:
    return bool(state.phase == phase) and 0 in rendezvous.to_act(state)


def is_to_point(state: Any) -> bool:
    return is_asking(state, "point")


def is_to_point_at_last(state: Any) -> bool:
    """Whether the first seat, no spy, is to point in the last round."""
    return is_to_point(state) and not is_spy(state) and len(state.rounds) == len(state.deal.rounds) - 1


def let_bot_point(code: str, seat: int, *at: int) -> None:
    """Make the bot in a seat point at these seats, so that chance does not choose them later."""
    from games.rules.engine.values import BOT
    from games.tables.services.moves import lock_table, submit

    with lock_table(code) as table:
        decision = rendezvous.decision(table.states[-1], seat)
        assert decision is not None
        submit(table=table, seat=seat, decision=decision.name, moves=(Point(seat, at),), by=BOT)


def is_to_speak(state: Any) -> bool:
    return is_asking(state, "say") and len(state.says) < 2


def is_said_next(state: Any) -> bool:
    """Whether the second seat is to say one of the first words."""
    return state.phase == "say" and state.lap == 1 and rendezvous.to_act(state) == (1,) and len(state.says) < 2


def is_to_hear(state: Any) -> bool:
    """Whether the first seat is to say its word after all others, in a later round."""
    return state.phase == "say" and not state.says and bool(state.rounds) and state.order[0] == 1


def has_finished_round(state: Any) -> bool:
    return bool(state.rounds)


def is_spy(state: Any) -> bool:
    return state.cards[0] is not None


def is_waiting(state: Any, *, said: bool) -> bool:
    """Whether the first seat waits for others to speak in the last lap, having spoken itself or not."""
    if state.phase != "say" or state.lap != state.laps:
        return False
    whole = (state.laps - 1) * state.seats
    return any(say.seat == 0 for say in state.says[whole:]) == said and state.order[len(state.says) - whole] != 0


def make_crowds(*people: Any) -> dict[str, str]:
    asks: dict[str, tuple[Callable[[Any], bool], dict[str, Any]]] = {
        "rdv8_number": (lambda state: is_asking(state, "number"), {}),
        "rdv8_word": (lambda state: is_asking(state, "say") and state.lap == 2, {}),
        "rdv8_wait": (lambda state: is_waiting(state, said=False), {}),
        "rdv8_wait_to_point": (lambda state: is_waiting(state, said=True), {}),
        "rdv8_wait_to_show": (lambda state: is_waiting(state, said=False), {"silent": True}),
        "rdv8_point": (lambda state: is_asking(state, "point"), {}),
        "rdv8_guess": (lambda state: is_asking(state, "guess"), {}),
        "rdv8_emoji": (lambda state: is_asking(state, "say"), {"silent": True}),
    }
    return {
        name: play_until(is_so, *people, bots=0, title="rendezvous", language="en", **options)
        for name, (is_so, options) in asks.items()
    }


def make_newcomers(*people: Any) -> dict[str, str]:
    asks: dict[str, tuple[Callable[[Any], bool], int]] = {
        "newcomer_word_5": (lambda state: is_asking(state, "say"), 5),
        "newcomer_point_8": (lambda state: is_asking(state, "point"), 8),
    }
    return {
        name: play_until(is_so, make_person(name), *people[1:seats], bots=0, title="rendezvous", language="en")
        for name, (is_so, seats) in asks.items()
    }


def make_fixed(me: Any, *people: Any) -> dict[str, str]:
    asks: dict[str, Callable[[Any], bool]] = {
        "word": lambda state: is_asking(state, "say") and has_finished_round(state) and state.lap == 2,
        "point": lambda state: is_asking(state, "point") and bool(state.rounds),
    }
    return {
        name: store_fixed(is_so, me, people[0], None, None, None, title="rendezvous", language="en")
        for name, is_so in asks.items()
    }
