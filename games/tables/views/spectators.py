"""Spectators as players see them: who may watch, the link, and how many do."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games.models import Game
from games.notifications.spectators import count_spectators


@dataclass(frozen=True)
class Watching:
    # A sentence.
    who: str
    path: str
    count: int
    is_closed: bool


def describe_watching(game: Game) -> Watching | None:
    """None unless the game is running and may be watched, or could before the host closed it."""
    if not game.is_running or game.watchers == Game.Watchers.NONE:
        return None
    path = reverse("games:watch", args=[game.watch_key])
    if game.watching_closed:
        return Watching(gettext("This game is closed to spectators."), path, 0, is_closed=True)
    return Watching(word_watchers(game), path, count_spectators(game.pk), is_closed=False)


def word_watchers(game: Game) -> str:
    """ "" if none may."""
    if game.watchers == Game.Watchers.CIRCLE:
        return gettext("Members of the circle can watch this game.")
    if game.watchers != Game.Watchers.LINK:
        return ""
    if game.is_public:
        return gettext("Anyone can watch this game.")
    return gettext("Anyone with the link can watch this game.")
