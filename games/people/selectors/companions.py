"""Users with whom someone has finished games, to choose from in filters of their own games."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Block, User
from games.models import Player
from games.people.selectors.history import ENDED

MAX_COMPANIONS = 200


def list_companions(user: User) -> QuerySet[User]:
    """Return at most 200 users by name, without those whom the user blocked and deleted accounts."""
    mine = Player.objects.filter(game=OuterRef("game"), user=user)
    shared = Player.objects.filter(Exists(mine), user=OuterRef("pk"), game__status__in=ENDED)
    blocked = Block.objects.filter(by=user).values("person")
    people = User.objects.filter(Exists(shared), left_at=None).exclude(pk=user.pk).exclude(pk__in=blocked)
    return people.select_related("bot_owner").order_by("display_name", "pk")[:MAX_COMPANIONS]
