"""Shares replays of finished games with strangers."""

from accounts.models import User
from games.models import Game
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.services.moves import lock_game
from games.tables.services.seats import require_player


def share_replay(*, code: str, user: User, agrees: bool) -> None:
    """Store whether a player agrees to share the replay. Strangers see it while all players agree."""
    with lock_game(code) as game:
        if game.status != Game.Status.OVER:
            raise Refusal("not_played")
        player = require_player(load_players(game), user)
        if player.shares_replay != agrees:
            player.shares_replay = agrees
            player.save(update_fields=["shares_replay"])
