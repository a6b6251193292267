"""Reads: whom one could have suspected in a finished game, from nothing but what everybody could see.

Never while a game runs: who watches it could play by it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.conf import settings

from games.models import Game
from games.rules.engine.errors import RulesError, UnknownRules
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.suspicion import Shares
from games.rules.lab.calibration import Score, list_moments, review
from games.state.table import Table, load_table

PEOPLE, WITH_BOTS = "people", "with bots"
"""Tables of people alone, and those at which bots sat, too."""
ENOUGH = 200
"""In so many games of people the observer must do better than knowing nothing, before it is said to be tested."""


@dataclass(frozen=True)
class Observer:
    """What the observer of a finished game says: its shares by how many moves had been made.

    `is_tested` tells whether it was found good in games of people on this site.
    """

    shares: Mapping[int, Shares]
    is_tested: bool


def observe_step(table: Table, step: int) -> Observer | None:
    """Return what the observer says after `step` moves of a game played to its end; None at its end, and of others."""
    weighing, state = table.title.SUSPICION_MODEL, table.states[step]
    if weighing is None or table.game.status != Game.Status.OVER or table.title.outcome(state) is not None:
        return None
    return Observer({step: weighing.weigh(table.title.observe(state, None))}, settings.SUSPICION_TESTED)


def observe_game(table: Table) -> Observer | None:
    """Return what the observer says whenever a trick, turn or round of a game played to its end was over."""
    weighing = table.title.SUSPICION_MODEL
    if weighing is None or table.game.status != Game.Status.OVER:
        return None
    steps = list_moments(table.title, table.states)
    shares = {step: weighing.weigh(table.title.observe(table.states[step], None)) for step in steps}
    return Observer(shares, settings.SUSPICION_TESTED)


def review_site(title: AnyTitle) -> tuple[dict[str, Score], int]:
    """Return how good the observer of a title is in the site's own finished games, and how many cannot be folded."""
    scores, lost = {PEOPLE: Score(), WITH_BOTS: Score()}, 0
    for game in list_finished(title):
        try:
            table = load_table(game)
        except (RulesError, UnknownRules):
            lost += 1
            continue
        kind = WITH_BOTS if any(player.bot for player in table.players) else PEOPLE
        scores[kind].add(review(table.title, table.states))
    return scores, lost


def list_finished(title: AnyTitle) -> Iterator[Game]:
    """Yield the games of a title that were played to their end."""
    yield from Game.objects.filter(title=title.NAME, status=Game.Status.OVER).order_by("pk").iterator(chunk_size=100)


def has_proved_itself(score: Score) -> bool:
    """Tell whether the observer did better than knowing nothing in enough games."""
    return len(score.games) >= ENOUGH and score.wins
