"""Blocks and mutings. Show them only to the user who made them."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, User
from games.fast.compiled_queries import Given
from games.models import Game, Muting, Player


def list_blocked(user: User) -> list[User]:
    return [block.person for block in Block.objects.filter(by=user).select_related("person")]


def has_blocked(user: User, person: User) -> bool:
    return Block.objects.filter(by=user, person=person).exists()


def is_kept_apart(user: User, players: Iterable[Player]) -> bool:
    """Whether the user blocked a seated player or was blocked by one. One query."""
    sitting = [player.user_id for player in players if player.user_id and not player.invited]
    return Block.objects.filter(Q(by=user, person__in=sitting) | Q(by__in=sitting, person=user)).exists()


def name_kept_apart(user: User, game: str) -> Exists:
    """The same as a condition; `game` is a field of the outer query."""
    blocked = Q(user__in=Block.objects.filter(by=user).values("person"))
    blocks = Q(user__in=Block.objects.filter(person=user).values("by"))
    sitting: QuerySet[Player] = Player.objects.filter(game=OuterRef(game), invited=False)
    return Exists(sitting.filter(blocked | blocks))


def name_unheard(user: User | int | Given | None, game: Game | int | Given | OuterRef) -> Q:
    """Return a condition on messages."""
    muted = Muting.objects.filter(game=game, by=user).values("person")
    return Q(author__in=Block.objects.filter(by=user).values("person")) | Q(author__in=muted)


def find_silenced(user: User, game: Game) -> tuple[set[int], set[int]]:
    """Return primary keys of users blocked, and muted at the table."""
    blocked = Block.objects.filter(by=user).values_list("person", flat=True)
    return set(blocked), set(Muting.objects.filter(game=game, by=user).values_list("person", flat=True))
