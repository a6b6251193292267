"""Blocking users, muting them at one table, and what bot accounts offer."""

from collections.abc import Collection, Mapping

from django.db import transaction

from accounts.models import Block, User
from accounts.rate_limits import take_use
from games.models import BotOffer, Game, Muting
from games.rules.registry import TITLES
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


@transaction.atomic
def offer_games(*, bot: User, games: Mapping[str, Collection[int]]) -> None:
    """Store which titles and numbers of seats a bot account takes invitations to. None ends that.

    Raises `Refusal`: "no_bot_account", "seats".
    """
    if bot.bot_owner_id is None:
        raise Refusal("no_bot_account")
    for title, seats in games.items():
        rules = TITLES.get(title)
        if rules is None or not set(seats).issubset(rules.SEATS):
            raise Refusal("seats")
    BotOffer.objects.filter(user=bot).delete()
    offers = {title: sorted(set(seats)) for title, seats in games.items()}
    BotOffer.objects.bulk_create(
        BotOffer(user=bot, title=title, seats=seats) for title, seats in offers.items() if seats
    )
