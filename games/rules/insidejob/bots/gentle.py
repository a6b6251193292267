"""How a gentle seat plays: for the mission in any role, wagering nothing; the Insider breaks suit now and then.

A beginner learns on it how missions are met, and that who plays a suit they did not follow before is the Insider.
"""

from games.rules.engine.values import Chance
from games.rules.insidejob.bots.goals import Standpoint, stand, stand_with
from games.rules.insidejob.bots.steady import play_for
from games.rules.insidejob.moves import Move, Play
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import AGENT, WIRETAPPED, is_insider

SLIPS = 0.3
"""How often a card is any that may be played: of the Insider's, often one that breaks suit."""


def play_gentle(seen: Observation, chance: Chance) -> Move:
    """Return the move of an Agent who wagers nothing, or a slip; the vote is that of the seat's role."""
    assert seen.decision is not None
    own = stand(seen)
    move = play_for(seen, own if seen.decision.sealed else stand_for_missions(seen), chance, wagers=False)
    slip, roll = chance.choice(seen.legal), chance.random()
    if isinstance(slip, Play) and roll < SLIPS and is_insider(own.role):
        return slip._replace(wager=False)
    return move


def stand_for_missions(seen: Observation) -> Standpoint:
    """Return the standpoint of an Agent in any seat, who knows of one role alone: the Wiretapped Agent, open to all."""
    roles = [WIRETAPPED if seen.roles[seat] == WIRETAPPED else None for seat in range(seen.seats)]
    return stand_with(seen, tuple(role or (AGENT if seat == seen.viewer else None) for seat, role in enumerate(roles)))
