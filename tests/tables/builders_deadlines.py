"""Deadlines that pass."""

from games.models import Game
from tests.tables.acts import until
from tests.tables.clocks import Clock, sweep_at


def let_lapse(clock: Clock, game: Game, times: int = 1) -> None:
    """Let the clock close what is asked `times` times."""
    for _ in range(times):
        assert sweep_at(clock, until(game)) == 1
