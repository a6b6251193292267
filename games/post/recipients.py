"""Who is told, and the key of what they are told."""

from games.models import Game, Player


def is_told(player: Player) -> bool:
    """Tell whether a person with an address sits here and plays for themselves."""
    return player.user is not None and not player.user.is_guest and not player.stand_in


def name_event(game: Game, player: Player) -> str:
    """Return the key of the notices about what `player` is being asked."""
    return f"{game.code}/{player.owes}"
