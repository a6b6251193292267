"""Who is told, and the key of what they are told: of a question, or of a seat that changes hands."""

from games.models import FormerPlayer, Game, Notification, Player


def is_told(player: Player) -> bool:
    """Tell whether a person with an address sits here and plays for themselves."""
    return player.user is not None and not player.user.is_guest and not player.stand_in


def name_event(game: Game, player: Player) -> str:
    """Return the key of the notices about what `player` is being asked."""
    return f"{game.code}/{player.owes}"


def name_seat(game: Game, seat: int, what: object) -> str:
    """Return the key of a notice about a seat; `what` tells one from the next."""
    return f"{game.code}/{seat}/{what}"


def read_seat(notification: Notification) -> int:
    """Return the seat that a notice is about."""
    return int(notification.key.split("/")[1])


def read_former(notification: Notification) -> FormerPlayer | None:
    """Return whose seat was taken over, of a notice that tells of it."""
    return FormerPlayer.objects.select_related("user").filter(pk=notification.key.split("/")[2]).first()
