"""Bots that see an observation and nothing else: `random` plays anything legal, `steady` plays to win.

`gentle` is easier to beat than `steady`, and `expert` harder. `blending` is an expert that hides more as the Insider.

`stand_in` keeps the seat of an absent player of any role: it plays as an Agent would and looks at no role,
so that nothing it does tells which it is.
"""

from collections.abc import Mapping

from games.rules.engine.values import STAND_IN, Bot, Chance
from games.rules.insidejob.bots.expert import play_blending, play_expert
from games.rules.insidejob.bots.gentle import play_gentle
from games.rules.insidejob.bots.goals import stand, stand_as_agent
from games.rules.insidejob.bots.steady import play_for
from games.rules.insidejob.moves import Move
from games.rules.insidejob.observe import Observation


def play_random(seen: Observation, chance: Chance) -> Move:
    """Return any legal move, each as likely as the others."""
    return chance.choice(seen.legal)


def play_steady(seen: Observation, chance: Chance) -> Move:
    """Return the move worth most to the seat's role. In any role it follows suit: breaking suit gives away."""
    return play_for(seen, stand(seen), chance, wagers=True)


def play_stand_in(seen: Observation, chance: Chance) -> Move:
    """Return the move that an Agent would make who wagers nothing. Looks at no role."""
    return play_for(seen, stand_as_agent(seen), chance, wagers=False)


BOTS: Mapping[str, Bot] = {
    "random": play_random,
    "gentle": play_gentle,
    "steady": play_steady,
    "expert": play_expert,
    "blending": play_blending,
    STAND_IN: play_stand_in,
}
