"""Lays out a stored game in which everybody is to vote."""

from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from games.models import Game
from games.rules.engine.play import play_out
from games.rules.registry import get_title
from tests.rules.worlds import Log
from tests.tables.pages.worlds import lay_out, make_table


def lay_out_vote(seed: str, seats: int = 3, name: str = "insidejob") -> Game:
    """Return a stored game of people, the same for the same seed, in which all are to vote, with equal choices."""
    options, deal, log = find_vote(seed, seats, name)
    game = make_table(get_title(name), options, seats)
    lay_out(game, deal, log)
    return game


@cache
def find_vote(seed: str, seats: int, name: str) -> tuple[Any, Any, Log]:
    """Return the options, the deal and the moves before such a vote."""
    title, chance = get_title(name), Random(seed)
    options = title.parse_options({}, seats)
    while True:
        deal = title.make_deal(options, seats, chance)
        _, log = play_out(title, options, deal, dict.fromkeys(range(seats), title.BOTS["steady"]), chance)
        states = accumulate((entry.move for entry in log), title.apply, initial=title.start(options, deal, title.RULES))
        for count, state in enumerate(states):
            asked = [title.decision(state, seat) for seat in range(seats)]
            choices = {len(title.legal_moves(state, seat)) for seat in range(seats)}
            if all(decision and decision.vote for decision in asked) and len(choices) == 1:
                return options, deal, log[:count]
