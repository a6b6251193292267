"""Sharing the replay of a finished game with those who did not sit there."""

from accounts.models import User
from games.models import Game
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.services.moves import lock_game
from games.tables.services.seats import require_player


def share_replay(*, code: str, user: User, agrees: bool) -> None:
    """Note that a player lets strangers see the replay, or no longer does. They see it while everybody does.

    Raises `Refusal`: "not_played" unless the game was played to its end, "not_seated".
    """
    with lock_game(code) as game:
        if game.status != Game.Status.OVER:
            raise Refusal("not_played")
        player = require_player(load_players(game), user)
        if player.shares_replay != agrees:
            player.shares_replay = agrees
            player.save(update_fields=["shares_replay"])
