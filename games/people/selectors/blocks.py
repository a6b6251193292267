"""Reads: who has blocked whom, or muted them at a table: who may sit down with whom, and what a person does not read.

Only the one who blocked or muted is ever shown it.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, User
from games.fast.compiled_queries import Given
from games.models import Game, Muting, Player


def list_blocked(user: User) -> list[User]:
    """Return whom the user has blocked, the latest first."""
    return [block.person for block in Block.objects.filter(by=user).select_related("person")]


def has_blocked(user: User, person: User) -> bool:
    """Tell whether the user has blocked a person."""
    return Block.objects.filter(by=user, person=person).exists()


def is_kept_apart(user: User, players: Iterable[Player]) -> bool:
    """Tell whether the user and a person who has taken a seat have blocked one another, whichever way. One query."""
    sitting = [player.user_id for player in players if player.user_id and not player.invited]
    return Block.objects.filter(Q(by=user, person__in=sitting) | Q(by__in=sitting, person=user)).exists()


def name_kept_apart(user: User, game: str) -> Exists:
    """Return, for a query in which `game` names a table, whether the user is kept apart from one who sits there."""
    blocked = Q(user__in=Block.objects.filter(by=user).values("person"))
    blocks = Q(user__in=Block.objects.filter(person=user).values("by"))
    sitting: QuerySet[Player] = Player.objects.filter(game=OuterRef(game), invited=False)
    return Exists(sitting.filter(blocked | blocks))


def name_unheard(user: User | int | Given | None, game: Game | int | Given | OuterRef) -> Q:
    """Return, for a query of messages, what the user does not want to read: of people they blocked, or muted there."""
    muted = Muting.objects.filter(game=game, by=user).values("person")
    return Q(author__in=Block.objects.filter(by=user).values("person")) | Q(author__in=muted)


def find_silenced(user: User, game: Game) -> tuple[set[int], set[int]]:
    """Return the keys of all whom the user has blocked, and of those they have muted at a table."""
    blocked = Block.objects.filter(by=user).values_list("person", flat=True)
    return set(blocked), set(Muting.objects.filter(game=game, by=user).values_list("person", flat=True))
