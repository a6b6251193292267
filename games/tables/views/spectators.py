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
    """Return what players see about spectators, or None.

    It is None unless the game is running and may be watched, or could be watched before the host closed it.
    """
    if not game.is_running or game.admitted == Game.Watchers.NONE:
        return None
    path = reverse("games:watch", args=[game.watch_key])
    if game.watching_closed:
        return Watching(gettext("This game is closed to spectators."), path, 0, is_closed=True)
    return Watching(word_watchers(game), path, count_spectators(game.pk), is_closed=False)


def word_watchers(game: Game) -> str:
    """Return who may watch in words, or "" if no one may."""
    admitted = game.admitted
    if admitted == Game.Watchers.CIRCLE:
        return gettext("Members of the circle can watch this game.")
    if admitted != Game.Watchers.LINK:
        return ""
    # A game opened to spectators while it runs is on no list.
    if game.is_public and game.watchers == Game.Watchers.LINK:
        return gettext("Anyone can watch this game.")
    return gettext("Anyone with the link can watch this game.")
