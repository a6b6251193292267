"""Reads: whom the link to an open table leads to a seat."""

from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.models import FormerPlayer, Game, Member


def is_welcome(game: Game, user: User | None, key: str) -> bool:
    """Tell whether one who has no seat at an open table is shown it and may take one; `key` came with their link.

    Everybody is while its code alone invites. Once somebody was removed it takes the key of the new link, or, at a
    public table or one of a circle of theirs, not to be the one who was removed. None is a visitor.
    """
    if not game.invitation or constant_time_compare(key, game.invitation):
        return True
    return (game.is_public or is_for(game, user)) and not (user and was_removed(game, user))


def is_for(game: Game, user: User | None) -> bool:
    """Tell whether a table was opened for a circle to which the user belongs."""
    if game.circle_id is None or user is None:
        return False
    return Member.objects.filter(circle=game.circle_id, user=user, invited=False).exists()


def was_removed(game: Game, user: User) -> bool:
    """Tell whether the host has taken `user` out of a seat of the game."""
    return FormerPlayer.objects.filter(game=game, user=user, removed=True).exists()
