"""Bots, which see only an observation.

`blending` is an `expert` that hides more when it is the Insider. `stand_in` ignores its role.
"""

from collections.abc import Mapping

from games.rules.engine.values import STAND_IN, Bot, Chance
from games.titles.insidejob.rules.bots.expert import play_blending, play_expert
from games.titles.insidejob.rules.bots.gentle import play_gentle
from games.titles.insidejob.rules.bots.goals import stand, stand_as_agent
from games.titles.insidejob.rules.bots.steady import play_for
from games.titles.insidejob.rules.moves import Move
from games.titles.insidejob.rules.observe import Observation


def _play_random(seen: Observation, chance: Chance) -> Move:
    return chance.choice(seen.legal)


def _play_steady(seen: Observation, chance: Chance) -> Move:
    """Choose a `steady` bot's move.

    It follows suit in any role, because breaking suit would give the Insider away.
    """
    return play_for(seen, stand(seen), chance, wagers=True)


def _play_stand_in(seen: Observation, chance: Chance) -> Move:
    """Choose a stand-in's move: it plays as an Agent who wagers nothing would."""
    return play_for(seen, stand_as_agent(seen), chance, wagers=False)


BOTS: Mapping[str, Bot] = {
    "random": _play_random,
    "gentle": play_gentle,
    "steady": _play_steady,
    "expert": play_expert,
    "blending": play_blending,
    STAND_IN: _play_stand_in,
}
