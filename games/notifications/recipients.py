"""Which players are notified, and the keys that make their notifications unique."""

from games.models import FormerPlayer, Game, Notification, Player
from games.rules.engine.narration import DESERTED

NO_SEAT = -1
"""The seat of a recipient who has none."""
INVITATION = "by/"
"""The key of a notification about a kept seat begins with this, except at a rematch."""


def is_told(player: Player) -> bool:
    """Whether a player can be notified and has no stand-in."""
    return player.user is not None and player.user.is_reachable and not player.stand_in


def name_event(game: Game, player: Player) -> str:
    return f"{game.code}/{player.owes}"


def name_rest(game: Game) -> str:
    """Return the key of a notification about a table that stands still.

    It has the number of times that the table has stood still.
    """
    return f"{game.code}/{sum(kind == DESERTED for _, kind, _ in game.clock_moves)}"


def name_seat(game: Game, seat: int, what: object) -> str:
    """Return a notification's key for a seat. `what` makes it unique."""
    return f"{game.code}/{seat}/{what}"


def read_seat(notification: Notification) -> int:
    return int(notification.key.split("/")[1])


def read_former(notification: Notification) -> FormerPlayer | None:
    return FormerPlayer.objects.select_related("user").filter(pk=notification.key.split("/")[2]).first()
