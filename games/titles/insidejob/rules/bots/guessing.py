"""The bot of the Agents in hard cases: an `expert` that may vote on a hunch, so that the table can be fooled."""

from games.rules.engine.values import Chance
from games.titles.insidejob.rules.bots.expert import play_expert
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.lookahead import pick
from games.titles.insidejob.rules.bots.steady import count_votes
from games.titles.insidejob.rules.moves import Move, Vote
from games.titles.insidejob.rules.observe import Observation

# How often a vote is a hunch.
HUNCH = 0.5


def play_guessing(seen: Observation, chance: Chance) -> Move:
    """Choose a move as an expert does. A hunch names each seat as often as the bot finds it guilty."""
    assert seen.decision is not None
    if not seen.decision.sealed or chance.random() >= HUNCH:
        return play_expert(seen, chance)
    stands = stand(seen)
    named = pick({seat: stands.suspicion.get(seat, 0.0) for seat in seen.suspects}, chance.random())
    return Vote(stands.seat, (named,) * count_votes(seen, stands))
