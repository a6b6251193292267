"""The `gentle` bot: it plays for the mission in any role.

Its Insider sometimes breaks suit, so that beginners learn to notice.
"""

from games.rules.engine.values import Chance
from games.rules.insidejob.bots.goals import Standpoint, stand, stand_with
from games.rules.insidejob.bots.steady import play_for
from games.rules.insidejob.moves import Move, Play
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import AGENT, WIRETAPPED, is_insider

# How often it plays any legal card.
SLIPS = 0.3


def play_gentle(seen: Observation, chance: Chance) -> Move:
    assert seen.decision is not None
    own = stand(seen)
    move = play_for(seen, own if seen.decision.sealed else stand_for_missions(seen), chance, wagers=False)
    slip, roll = chance.choice(seen.legal), chance.random()
    if isinstance(slip, Play) and roll < SLIPS and is_insider(own.role):
        return slip._replace(wager=False)
    return move


def stand_for_missions(seen: Observation) -> Standpoint:
    """Only an open Wiretapped Agent is known."""
    roles = [WIRETAPPED if seen.roles[seat] == WIRETAPPED else None for seat in range(seen.seats)]
    return stand_with(seen, tuple(role or (AGENT if seat == seen.viewer else None) for seat, role in enumerate(roles)))
