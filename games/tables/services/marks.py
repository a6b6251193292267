import re
from collections.abc import Collection

from games.models import Player

MAX_MARKS = 100
# Others are dropped.
MARK = re.compile(r"[a-z0-9-]{1,20}")


def keep_marks(*, player: Player, marks: Collection[str]) -> None:
    """No other page changes, so the version stays."""
    known = sorted({mark for mark in marks if MARK.fullmatch(mark)})
    # A substitute may have the seat by now, and must not get these marks.
    Player.objects.filter(pk=player.pk, user=player.user_id).update(marks=known[:MAX_MARKS])
