"""Reads: the tip that a newcomer is shown at a table, in their first game of its title."""

from collections.abc import Collection

from django.db.models import OuterRef, QuerySet

from accounts.models import User
from games.fast.compiled_queries import Given
from games.models import Game, Player
from games.rules.engine.texts import Tip
from games.state.view import View


def find_tip(view: View, done: Collection[str]) -> Tip | None:
    """Return the tip for this moment, or None; `done` are the codes of those put away.

    Only the viewer's observation is asked, and nothing while a stand-in plays for them.
    """
    if view.is_replay or not view.game.is_running or view.me.has_stand_in:
        return None
    return next((tip for tip in view.title.TEXTS.tips if tip.code not in done and tip.when(view.seen)), None)


def list_earlier(user: User | Given, game: Given | OuterRef, title: OuterRef) -> QuerySet[Player]:
    """Return `user` as a player of each game of a title that was opened before a game, and dealt."""
    never_dealt = (Game.Status.OPEN, Game.Status.CANCELLED)
    earlier = Player.objects.filter(user=user, game__title=title, game__lt=game)
    return earlier.exclude(game__status__in=never_dealt)
