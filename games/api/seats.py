from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.models import Game, Player
from games.tables.views.access import find_own_player, get_seated


def get_own_seat(request: TokenRequest, code: str) -> tuple[Game, list[Player], Player]:
    """Return a game with its players and the user's own seat. Raises `Problem` "private" without one."""
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if own is None:
        raise Problem("private", 403)
    return game, players, own
