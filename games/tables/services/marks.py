import re
from collections.abc import Collection

from django.db import transaction

from games.models import Player

MAX_MARKS = 100
# Marks that do not match are dropped.
MARK = re.compile(r"[a-z0-9-]{1,20}")


@transaction.atomic
def keep_marks(*, player: Player, marks: Collection[str], changed: Collection[str] = ()) -> None:
    """Store what a player crossed out.

    If any are named in `changed`, store only those, because another page may have changed others.
    """
    # A substitute may have the seat by now, and must not get these marks.
    row = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, user=player.user_id).first()
    if row is None:
        return
    if changed:
        marks = {*row.marks} - {*changed} | {*marks} & {*changed}
    row.marks = sorted({mark for mark in marks if MARK.fullmatch(mark)})[:MAX_MARKS]
    row.save(update_fields=["marks"])
