"""People that a user has finished games with. The user can choose one of them to filter these games."""

from django.db.models import QuerySet

from accounts.models import Block, User
from games.models import Game, Player

MAX_COMPANIONS = 200


def list_companions(user: User) -> QuerySet[User]:
    """Return at most 200 users by name, without those that the user blocked and deleted accounts."""
    mine = Player.objects.filter(user=user, game__status__in=Game.ENDED).values("game")
    shared = Player.objects.filter(game__in=mine, user__isnull=False).values("user").distinct()
    blocked = Block.objects.filter(by=user).values("person")
    people = User.objects.filter(pk__in=shared, left_at=None).exclude(pk=user.pk).exclude(pk__in=blocked)
    return people.select_related("bot_owner").order_by("display_name", "pk")[:MAX_COMPANIONS]
