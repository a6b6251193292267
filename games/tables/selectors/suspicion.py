"""What the suspicion model says about a finished game.

It is never shown while a game runs, because players could use it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games.fast.word_cache import cached
from games.models import Game
from games.rules.calibration import Score, list_moments, review
from games.rules.engine.errors import RulesError, UnknownRules
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.suspicion import Shares
from games.state.table import Table, load_table

PEOPLE, WITH_BOTS = "people", "with bots"
# How many games of people a test of the model needs.
ENOUGH = 200
# How many results of the model a process keeps: those of some thirty games.
KEPT = 256


@dataclass(frozen=True)
class Observer:
    """What an observer could infer during a game: `shares` by the number of moves made.

    `is_tested` says that the model did well on the games of this site.
    """

    shares: Mapping[int, Shares]
    is_tested: bool


def observe_step(table: Table, step: int) -> Observer | None:
    weighing, state = table.title.SUSPICION_MODEL, table.states[step]
    if weighing is None or table.game.status != Game.Status.OVER or table.title.outcome(state) is not None:
        return None
    return Observer({step: _weigh(weighing.weigh, table.title.observe(state, None))}, settings.SUSPICION_TESTED)


def observe_game(table: Table) -> Observer | None:
    weighing = table.title.SUSPICION_MODEL
    if weighing is None or table.game.status != Game.Status.OVER:
        return None
    steps = list_moments(table.title, table.states)
    shares = {step: _weigh(weighing.weigh, table.title.observe(table.states[step], None)) for step in steps}
    return Observer(shares, settings.SUSPICION_TESTED)


@cached(KEPT)
def _weigh(weigh: Callable[[Any], Shares], seen: Any) -> Shares:
    """Weigh a public observation once for all who open a finished game, because that takes milliseconds."""
    return weigh(seen)


def review_site(title: AnyTitle) -> tuple[dict[str, Score], int]:
    """Return the scores of the model over this site's games, and the number of games that cannot be folded."""
    scores, lost = {PEOPLE: Score(), WITH_BOTS: Score()}, 0
    finished = Game.objects.filter(title=title.NAME, status=Game.Status.OVER).order_by("pk")
    for game in finished.iterator(chunk_size=100):
        try:
            table = load_table(game)
        except (RulesError, UnknownRules):
            lost += 1
            continue
        kind = WITH_BOTS if any(player.bot for player in table.players) else PEOPLE
        scores[kind].add(review(table.title, table.states))
    return scores, lost


def has_proved_itself(score: Score) -> bool:
    return len(score.games) >= ENOUGH and score.wins
