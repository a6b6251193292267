"""The levels of bots that a host may choose."""

from games.models import Game
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import LEVELS
from games.state.refusals import Refusal


def list_levels(title: AnyTitle) -> tuple[str, ...]:
    return tuple(bot for bot in LEVELS if bot in title.BOTS)


def check_level(game: Game, bot: str) -> None:
    if bot not in list_levels(game.played_by):
        raise Refusal("not_offered")
