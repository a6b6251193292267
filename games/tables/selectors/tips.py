"""Tips for newcomers, shown in their first game of a title."""

from collections.abc import Collection

from django.db.models import OuterRef, QuerySet

from accounts.models import User
from games.fast.compiled_queries import Given
from games.models import Game, Player
from games.rules.engine.texts import Tip
from games.state.view import View


def find_tip(view: View, done: Collection[str]) -> Tip | None:
    if view.is_replay or not view.game.is_running or view.me is None or view.me.has_stand_in:
        return None
    return next((tip for tip in view.title.TEXTS.tips if tip.code not in done and tip.when(view.seen)), None)


def list_earlier(user: User | Given, game: Given | OuterRef, title: OuterRef) -> QuerySet[Player]:
    never_dealt = (Game.Status.OPEN, Game.Status.CANCELLED)
    earlier = Player.objects.filter(user=user, game__title=title, game__lt=game)
    return earlier.exclude(game__status__in=never_dealt)
