"""What a player keeps in mind about a game: a few marks, and whether they want to hear of it; no one else sees it."""

import re
from collections.abc import Collection

from accounts.models import User
from games.models import Player
from games.state.refusals import Refusal

MAX_MARKS = 100
MARK = re.compile(r"[a-z0-9-]{1,20}")
"""A word that a title's page knows; what does not look like one is dropped."""


def mute(*, code: str, user: User, muted: bool) -> None:
    """Tell the user nothing of a table on any channel, or tell them again. Only their own page shows it.

    Raises `Refusal("not_seated")`.
    """
    if not Player.objects.filter(game__code=code, user=user, invited=False).update(muted=muted):
        raise Refusal("not_seated")


def keep_marks(*, player: Player, marks: Collection[str]) -> None:
    """Keep `marks` in place of those kept before. No page but the player's own changes, so none is told."""
    known = sorted({mark for mark in marks if MARK.fullmatch(mark)})
    # A substitute may have the seat by now, and must not be given them.
    Player.objects.filter(pk=player.pk, user=player.user_id).update(marks=known[:MAX_MARKS])
