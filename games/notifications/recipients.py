"""Which players are notified, and the keys of their notifications."""

from games.models import FormerPlayer, Game, Notification, Player

NO_SEAT = -1
"""Of a recipient without a seat."""


def is_told(player: Player) -> bool:
    """Return whether a user with an address plays here without a stand-in."""
    return player.user is not None and player.user.is_reachable and not player.stand_in


def name_event(game: Game, player: Player) -> str:
    return f"{game.code}/{player.owes}"


def name_seat(game: Game, seat: int, what: object) -> str:
    """`what` makes the key unique."""
    return f"{game.code}/{seat}/{what}"


def read_seat(notification: Notification) -> int:
    return int(notification.key.split("/")[1])


def read_former(notification: Notification) -> FormerPlayer | None:
    return FormerPlayer.objects.select_related("user").filter(pk=notification.key.split("/")[2]).first()
