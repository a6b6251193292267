"""Rate limits on table settings: each change makes every player's page reload.

Agreements, pauses, stand-ins and the like share one limit per seat. The game is locked. Undoing (withdrawing an
agreement, taking a seat back) counts but is never refused, as it only undoes a counted change.
"""

from datetime import timedelta

from accounts.models import User
from accounts.rate_limits import HOUR, take_use
from games.models import Game, Player
from games.state.refusals import Refusal

MINUTE = timedelta(minutes=1)
# Changes per seat in a running game.
SWITCHES = {MINUTE: 6, HOUR: 30}
# Changes per person at an open table: enough to fill eight seats with bots, one by one.
LOBBY_SWITCHES = {MINUTE: 15, HOUR: 30}


def count_switch(game: Game, player: Player, *, is_undone: bool = False) -> None:
    """Count a change by a player of a locked game. Raises `Refusal("too_often")` unless `is_undone`."""
    count_use("switch", f"{game.pk}/{player.seat}", SWITCHES, is_undone=is_undone)


def count_lobby_switch(game: Game, user: User) -> None:
    """Count a change by a person at a locked open table. Raises `Refusal("too_often")`."""
    count_use("lobby-switch", f"{game.pk}/{user.pk}", LOBBY_SWITCHES)


def count_use(what: str, who: str, limits: dict[timedelta, int], *, is_undone: bool = False) -> None:
    """Count one use per span. A refusal rolls the transaction back, so it is not counted."""
    is_within = [take_use(f"{what}/{span}", who, most, span) for span, most in limits.items()]
    if not all(is_within) and not is_undone:
        raise Refusal("too_often")
