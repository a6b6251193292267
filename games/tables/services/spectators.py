from accounts.models import User
from games.models import Game
from games.state.refusals import Refusal
from games.tables.services.moves import lock_game
from games.tables.services.seats import announce


def close_to_spectators(*, code: str, host: User, closed: bool) -> None:
    """Or open again. Only a running game that may be watched. Raises `Refusal("not_host")`."""
    with lock_game(code) as game:
        if game.host_id != host.pk:
            raise Refusal("not_host")
        may_change = game.is_running and game.watchers != Game.Watchers.NONE
        if not may_change or game.watching_closed == closed:
            return
        game.watching_closed = closed
        game.save(update_fields=["watching_closed"])
        announce(game)
