"""Keeps owners of bot accounts from learning secrets, because they can read what their bots know."""

from collections.abc import Iterable

from accounts.models import User
from games.models import FormerPlayer, Game, Player


def _name_owner(user: User) -> int:
    return user.bot_owner_id or user.pk


def shares_secrets(user: User, players: Iterable[Player]) -> bool:
    """Whether an owner would sit with their bot, or two bots of one owner, against others. Kept seats count, too."""
    others = [player.user for player in players if player.user and player.user_id != user.pk]
    owners = [_name_owner(each) for each in (user, *others)]
    return 1 < len(set(owners)) < len(owners)


def had_bot_there(user: User, game: Game) -> bool:
    return FormerPlayer.objects.filter(game=game, until__isnull=False, user__bot_owner=user).exists()
