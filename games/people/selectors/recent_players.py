"""Recent players: a user may invite them by name."""

from collections.abc import Collection

from django.db.models import Max, QuerySet

from accounts.models import Block, User
from games.models import Game
from games.people.selectors.history import Person, show_person

MAX_RECENT_PLAYERS = 50


def list_recent_players(user: User) -> QuerySet[User]:
    return find_recent_players(user)[:MAX_RECENT_PLAYERS]


def show_recent_players(user: User, without: Collection[int | None]) -> list[Person]:
    """Return recent players who may be invited. `without` has primary keys of users who are there already."""
    return [show_person(person) for person in list_recent_players(user) if person.pk not in without]


def find_recent_players(user: User) -> QuerySet[User]:
    """Return the people a user has played with, the latest first, without those the user blocked.

    People who blocked the user are included, because their absence would show it.
    """
    shared = Game.objects.filter(status__in=Game.DEALT, players__user=user)
    people = User.objects.filter(players__game__in=shared, is_guest=False, is_active=True, takes_invitations=True)
    others = people.exclude(pk=user.pk).exclude(pk__in=Block.objects.filter(by=user).values("person"))
    latest = others.annotate(met_at=Max("players__game__started_at"))
    return latest.order_by("-met_at", "pk")
