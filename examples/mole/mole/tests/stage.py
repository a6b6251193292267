"""Tables of Mole for the browser: one where a player is asked, one where they wait, and a result."""

from typing import Any

from mole.rules import TITLE as mole
from tests.browser.playing import is_any, play_until


def make_tables(me: Any, friend: Any) -> dict[str, str]:
    """Make a table for each of these and return their codes by name."""
    asks = {
        "mole_turn": lambda state: mole.to_act(state) == (0,),
        "mole_wait": lambda state: mole.to_act(state) == (1,),
    }
    made = {name: play_until(is_so, me, friend, bots=1, title="mole") for name, is_so in asks.items()}
    return made | {"mole_result": play_until(is_any, me, friend, bots=1, title="mole", over=True)}
