"""How often the `steady` bot of T.A.R.G.E.T. beats the `random` one.

`python -m tests.hideouts.strength [games]` prints it.
"""

import sys
from dataclasses import dataclass
from random import Random

from games.rules import hideouts
from games.rules.play import play_out
from games.rules.protocol import Seat
from tests.hideouts.builders import TABLE

GAMES = 2000
SHARE = 0.8
"""Which share of the games the steady bot must win at least."""


@dataclass(frozen=True)
class Strength:
    """How many games the steady bot has played and won, half of them in each seat. A draw is none won."""

    games: int
    won: int

    @property
    def suffices(self) -> bool:
        """Whether the steady bot wins often enough."""
        return self.won >= SHARE * self.games

    def __str__(self) -> str:
        return f"target: steady beats random in {self.won} of {self.games} games ({self.won / self.games:.1%})"


def measure(games: int = GAMES, bot: str = "steady") -> Strength:
    """Let a bot play `games` games against the random one, in each seat by turns."""
    return Strength(games, sum(wins(bot, number % 2, number) for number in range(games)))


def wins(bot: str, seat: Seat, seed: int) -> bool:
    """Tell whether a bot in `seat` wins a game against the random one."""
    bots = {seat: hideouts.BOTS[bot], 1 - seat: hideouts.BOTS["random"]}
    state, _ = play_out(hideouts, TABLE.parse(), TABLE.deal(seed), bots, Random(f"dice {seed}"))
    return bool(state.outcome.winners == (seat,))


def look_long() -> tuple[str, bool]:
    """Return the strength in words, and whether it suffices."""
    result = measure()
    return str(result), result.suffices


def main() -> int:
    """Print the strength; return 1 if it is too low."""
    strength = measure(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
    print(strength)
    return int(not strength.suffices)


if __name__ == "__main__":
    raise SystemExit(main())
