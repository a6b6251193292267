"""The `gentle` bot. It plays for the mission in any role.

Its Insider breaks suit and later shows that suit, so that beginners learn to notice.
"""

from games.rules.engine.values import Chance
from games.titles.insidejob.rules.bots.goals import Standpoint, stand, stand_with
from games.titles.insidejob.rules.bots.steady import play_for
from games.titles.insidejob.rules.moves import Move, Play
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENT, WIRETAPPED, is_insider

# How often the Insider slips: then it breaks suit if it can, or else plays any card.
SLIPS = 0.25


def play_gentle(seen: Observation, chance: Chance) -> Move:
    return _play_for_missions(seen, chance, wagers=False)


def play_slipping(seen: Observation, chance: Chance) -> Move:
    """Choose a move of the Insider of an easy case: a gentle one that wagers, as others at its table do."""
    return _play_for_missions(seen, chance, wagers=True)


def _play_for_missions(seen: Observation, chance: Chance, *, wagers: bool) -> Move:
    assert seen.decision is not None
    own = stand(seen)
    move = play_for(seen, own if seen.decision.sealed else _stand_for_missions(seen), chance, wagers=wagers)
    slip, roll = chance.choice(_list_breaks(seen) or seen.legal), chance.random()
    if isinstance(slip, Play) and roll < SLIPS and is_insider(own.role):
        return slip._replace(wager=False)
    return move


def _list_breaks(seen: Observation) -> list[Move]:
    """Return the plays that do not follow suit."""
    led = seen.plays[0].card.suit if seen.plays else None
    return [move for move in seen.legal if isinstance(move, Play) and move.card.suit != led]


def _stand_for_missions(seen: Observation) -> Standpoint:
    """Return the standpoint of a bot that plays for missions.

    It knows no role but that of the Wiretapped Agent, whose role is open.
    """
    roles = [WIRETAPPED if seen.roles[seat] == WIRETAPPED else None for seat in range(seen.seats)]
    return stand_with(seen, tuple(role or (AGENT if seat == seen.viewer else None) for seat, role in enumerate(roles)))
