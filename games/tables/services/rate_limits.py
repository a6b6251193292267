"""Rate limits on what players set at a table: each change makes everybody's page fetch again.

Agreements, pauses, hand-overs and the like share one limit per seat. The game is locked meanwhile. Withdrawing an
agreement or taking a seat back counts, too, but is never refused: nobody may be held to what they agreed to. Such an
act only undoes one that was counted, so it needs no limit of its own.
"""

from datetime import timedelta

from accounts.models import User
from accounts.rate_limits import HOUR, take_use
from games.models import Game, Player
from games.state.refusals import Refusal

MINUTE = timedelta(minutes=1)
SWITCHES = {MINUTE: 6, HOUR: 30}
"""How often the player of one seat may set something in a running game."""
LOBBY_SWITCHES = {MINUTE: 15, HOUR: 30}
"""The same for one person at an open table. A host may fill eight seats with bots, one by one."""


def count_switch(game: Game, player: Player, *, is_undone: bool = False) -> None:
    """Count a change by a player of a locked game. Raises `Refusal("too_often")`, unless something `is_undone`."""
    count_use("switch", f"{game.pk}/{player.seat}", SWITCHES, is_undone=is_undone)


def count_lobby_switch(game: Game, user: User) -> None:
    """Count a change by a person at a locked open table. Raises `Refusal("too_often")`."""
    count_use("lobby-switch", f"{game.pk}/{user.pk}", LOBBY_SWITCHES)


def count_use(what: str, who: str, limits: dict[timedelta, int], *, is_undone: bool = False) -> None:
    """Count one use in each span of `limits`. A refusal rolls the transaction back, so it counts nothing."""
    is_within = [take_use(f"{what}/{span}", who, most, span) for span, most in limits.items()]
    if not all(is_within) and not is_undone:
        raise Refusal("too_often")
