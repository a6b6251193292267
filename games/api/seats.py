from collections.abc import Sequence

from accounts.models import User
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.models import Game, Player
from games.tables.views.access import find_own_player, get_seated


def require_own(players: Sequence[Player], user: User) -> Player:
    """Return the user's own seat. Raises `Problem` "private" without one."""
    own = find_own_player(players, user)
    if own is None:
        raise Problem("private", 403)
    return own


def get_own_seat(request: TokenRequest, code: str) -> tuple[Game, list[Player], Player]:
    game, players = get_seated(code)
    return game, players, require_own(players, request.user)
