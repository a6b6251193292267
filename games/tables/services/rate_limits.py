"""Rate limits on changing a table's settings, because each change makes every page of it reload.

Taking something back counts, too, but is never refused.
"""

from datetime import timedelta

from accounts.models import User
from accounts.rate_limits import HOUR, take_use
from games.models import Game, Player
from games.state.refusals import Refusal

MINUTE = timedelta(minutes=1)
# The limits per seat in a running game.
SWITCHES = {MINUTE: 6, HOUR: 30}
# Per person at an open table: enough to fill eight seats one by one.
LOBBY_SWITCHES = {MINUTE: 15, HOUR: 30}


def count_switch(game: Game, player: Player, *, is_undone: bool = False) -> None:
    _count_use("switch", f"{game.pk}/{player.seat}", SWITCHES, is_undone=is_undone)


def count_lobby_switch(game: Game, user: User) -> None:
    _count_use("lobby-switch", f"{game.pk}/{user.pk}", LOBBY_SWITCHES)


def _count_use(what: str, who: str, limits: dict[timedelta, int], *, is_undone: bool = False) -> None:
    """Count a use, and raise `Refusal` if there were too many.

    A refusal rolls the transaction back, so the refused use itself is not counted.
    """
    is_within = [take_use(f"{what}/{span}", who, most, span) for span, most in limits.items()]
    if not all(is_within) and not is_undone:
        raise Refusal("too_often")
