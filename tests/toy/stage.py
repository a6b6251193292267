"""Tables of Toy for the browser: one at which a player is asked, one at which they wait, and a result."""

from typing import Any

from tests import toy
from tests.browser.playing import is_any, play_until


def make_tables(me: Any, friend: Any) -> dict[str, str]:
    """Make a table for each of these and return their codes by name."""
    asks = {
        "toy_turn": lambda state: toy.to_act(state) == (0,),
        "toy_wait": lambda state: toy.to_act(state) == (1,),
    }
    made = {name: play_until(is_so, me, friend, bots=1, title="toy") for name, is_so in asks.items()}
    return made | {"toy_result": play_until(is_any, me, friend, bots=1, title="toy", over=True)}
