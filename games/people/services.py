"""Blocking users, and muting them at one table."""

from accounts.models import Block, User
from accounts.rate_limits import take_use
from games.models import Game, Muting
from games.state.refusals import Refusal
from insidejob.cache_stamps import forget_stamps, name_pair

BLOCKS_AN_HOUR = 60


def block(*, by: User, person: User) -> None:
    """Block a person.

    It takes effect when one of the two next wants to sit down. Raises `Refusal`: "oneself", "many_blocks".
    """
    if by.pk == person.pk:
        raise Refusal("oneself")
    if not take_use("block", str(by.pk), BLOCKS_AN_HOUR):
        raise Refusal("many_blocks")
    Block.objects.get_or_create(by=by, person=person)
    forget_stamps(name_pair(by.pk, person.pk))


def unblock(*, by: User, person: User) -> None:
    """End a block. A block in the other direction stays."""
    Block.objects.filter(by=by, person=person).delete()


def mute(*, game: Game, by: User, person: User, muted: bool) -> None:
    if muted:
        Muting.objects.get_or_create(game=game, by=by, person=person)
    else:
        Muting.objects.filter(game=game, by=by, person=person).delete()
