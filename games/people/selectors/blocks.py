"""Blocks and mutings. Only the user who made one may see it."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, User
from games.fast.compiled_queries import Given
from games.models import Game, Muting, Player


def list_blocked(user: User) -> list[User]:
    return [block.person for block in Block.objects.filter(by=user).select_related("person")]


def has_blocked(user: User, person: User) -> bool:
    return Block.objects.filter(by=user, person=person).exists()


def leave_out_blocked(user: User, people: Iterable[User]) -> list[User]:
    """Return the people without those that the user blocked, and without the bots of those.

    People who blocked the user stay, because their absence would show it.
    """
    blocked = set(Block.objects.filter(by__in=[user.pk, user.bot_owner_id]).values_list("person", flat=True))
    return [person for person in people if blocked.isdisjoint((person.pk, person.bot_owner_id))]


def is_kept_apart(user: User, players: Iterable[Player]) -> bool:
    """Whether the user blocked one of the players or was blocked by one.

    Blocks of people count for their bot accounts, too.
    """
    sitting = [player.user_id for player in players if player.user_id and not player.invited]
    own, theirs = [user.pk, user.bot_owner_id], Q(pk__in=sitting) | Q(bot_accounts__in=sitting)
    people = User.objects.filter(theirs).values("pk")
    return Block.objects.filter(Q(by__in=own, person__in=people) | Q(by__in=people, person__in=own)).exists()


def name_kept_apart(user: User, game: str) -> Exists:
    """Return a condition that means the same as `is_kept_apart`. `game` is a field of the outer query."""
    own = [user.pk, user.bot_owner_id]
    blocked = Block.objects.filter(by__in=own).values("person")
    blocks = Block.objects.filter(person__in=own).values("by")
    sitting: QuerySet[Player] = Player.objects.filter(game=OuterRef(game), invited=False)
    them = Q(user__in=blocked) | Q(user__in=blocks) | Q(user__bot_owner__in=blocked) | Q(user__bot_owner__in=blocks)
    return Exists(sitting.filter(them))


def name_shown_seat(user: User) -> Q:
    """Return a condition on a user's seats: without those kept at tables that a block closes to the user."""
    return Q(invited=False) | Q(~name_kept_apart(user, "game"))


def name_unheard(user: User | int | Given | None, game: Game | int | Given | OuterRef) -> Q:
    """Return a condition on lines of talk by players that the user muted or blocked.

    Bots count as blocked if their owners are.
    """
    muted = Muting.objects.filter(game=game, by=user).values("person")
    blocked = Block.objects.filter(by=user).values("person")
    return Q(author__in=blocked) | Q(author__bot_owner__in=blocked) | Q(author__in=muted)


def find_silenced(user: User, game: Game) -> tuple[set[int], set[int]]:
    """Return primary keys of users: those the user blocked, and those muted at the table."""
    blocked = Block.objects.filter(by=user).values_list("person", flat=True)
    return set(blocked), set(Muting.objects.filter(game=game, by=user).values_list("person", flat=True))
