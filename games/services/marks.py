"""What a player keeps in mind about a game: a few marks that no one else ever sees."""

import re
from collections.abc import Collection

from games.models import Player

MAX_MARKS = 100
MARK = re.compile(r"[a-z0-9-]{1,20}")
"""A word that a title's page knows; what does not look like one is dropped."""


def keep_marks(*, player: Player, marks: Collection[str]) -> None:
    """Keep `marks` in place of those kept before. No page but the player's own changes, so none is told."""
    known = sorted({mark for mark in marks if MARK.fullmatch(mark)})
    player.marks = known[:MAX_MARKS]
    player.save(update_fields=["marks"])
