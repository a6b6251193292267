"""Tables of T.A.R.G.E.T. for the browser: one for each thing that a player is asked, and a result."""

from collections.abc import Callable
from typing import Any

from tests.browser.playing import play_until


def make_tables(me: Any, friend: Any) -> dict[str, str]:
    """Make tables of T.A.R.G.E.T., one for each thing that a player is asked, and return their codes by name."""
    from tests.games.builders import start_table

    asks: dict[str, Callable[[Any], bool]] = {
        "target_turn": lambda state: state.turn > 6 and state.gap is None and state.player == 0,
        "target_wait": lambda state: state.turn > 4 and state.gap is None and state.player == 1,
        "target_refill": lambda state: state.gap is not None and state.gap.seat == 0,
        "target_result": lambda state: state.outcome is not None,
    }
    made = {name: play_until(is_so, me, friend, bots=0, title="target") for name, is_so in asks.items()}
    return {**made, "target": start_table(me, friend, title="target").code}
