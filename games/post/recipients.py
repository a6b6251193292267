"""Who is told, and the key of what they are told."""

from games.models import Game, Seat


def is_told(seat: Seat) -> bool:
    """Tell whether a person with an address sits here and plays for themselves."""
    return seat.user is not None and not seat.user.is_guest and not seat.stand_in


def name_event(game: Game, seat: Seat) -> str:
    """Return the key of the notices about what `seat` is being asked."""
    return f"{game.code}/{seat.owes}"
