"""Head-to-head results, and who may see them.

Deleted accounts are counted together as *former agents*, and bots together, too. Other people are named to a reader
only if they show that reader their games. Users that the reader blocked are left out.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, Case, Count, F, Q, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, User
from games.people.selectors.history import Person, find_met, show_person, shows_to
from games.people.selectors.statistics import EVERYTHING, Tally, Wanted, list_counted
from games.rules.registry import TITLES

MAX_HEAD_TO_HEAD = 20
BOT, FORMER = -1, -2
"""Used instead of a user's primary key: all bots, and all former agents."""
CROWDS = ((FORMER, _("Former agents")), (BOT, _("Bots")))


@dataclass(frozen=True)
class HeadToHead:
    name: str | Promise
    person: Person | None
    together: Tally
    against: Tally


def list_head_to_head(owner: User, viewer: User, wanted: Wanted = EVERYTHING) -> list[HeadToHead]:
    """Return results with and against others: the most frequent first, then former agents and bots.

    Only the owner sees former agents, because they may have hidden their games.
    """
    is_own, blocked = viewer.pk == owner.pk, list(Block.objects.filter(by=viewer).values_list("person", flat=True))
    rows = _count_head_to_head(owner, wanted, MAX_HEAD_TO_HEAD + len(blocked) if is_own else None)
    keys = [row["key"] for row in rows if row["key"] > 0 and row["key"] not in blocked]
    known = set(keys) if is_own else _find_known(keys, viewer)
    named = [row for row in rows if row["key"] in known][:MAX_HEAD_TO_HEAD]
    people = User.objects.in_bulk([row["key"] for row in named])
    told = [_tell(row, show_person(people[row["key"]])) for row in named]
    return [*told, *_tell_crowds(rows, is_own=is_own)]


def _find_known(keys: Collection[int], viewer: User) -> set[int]:
    met = find_met(viewer, keys)
    people = User.objects.filter(pk__in=keys).only("history_shown_to")
    return {person.pk for person in people if shows_to(person, viewer, met)}


def _tell_crowds(rows: Iterable[dict[str, Any]], *, is_own: bool) -> list[HeadToHead]:
    by_key = {row["key"]: row for row in rows}
    return [_tell(by_key[key], None, name) for key, name in CROWDS if key in by_key and (is_own or key == BOT)]


def _tell(row: dict[str, Any], person: Person | None, name: str | Promise = "") -> HeadToHead:
    together = Tally(row["together"], row["won_together"])
    return HeadToHead(person.name if person else name, person, together, Tally(row["against"], row["won_against"]))


def _count_head_to_head(owner: User, wanted: Wanted, most: int | None) -> list[dict[str, Any]]:
    """Return rows for bots and former agents, then for the most frequent players, at most `most`.

    Several bots or former agents at one table count once per side.
    """
    sits_apart = Q(seat__lt=F("game__players__seat")) | Q(seat__gt=F("game__players__seat"))
    # Players who left the game neither won nor lost, so they are not counted.
    others = list_counted(owner, wanted).filter(sits_apart, game__players__won__isnull=False)
    key = Case(
        When(game__players__user=None, then=Value(BOT)),
        When(game__players__user__left_at__isnull=False, then=Value(FORMER)),
        default=F("game__players__user_id"),
        output_field=BigIntegerField(),
    )
    together, won = name_same_side(), Q(won=True)
    counts = {
        "together": together,
        "won_together": together & won,
        "against": ~together,
        "won_against": ~together & won,
    }
    # Grouped: in ORDER BY its parameters would be others to PostgreSQL.
    crowds_first = Case(When(key__lt=0, then=0), default=1)
    groups: Any = others.annotate(key=key).annotate(order=crowds_first).values("key", "order").order_by()
    counted = groups.annotate(
        games=Count("game", distinct=True),
        **{name: Count("game", filter=which, distinct=True) for name, which in counts.items()},
    )
    return list(counted.order_by("order", "-games", "key")[: most and most + len(CROWDS)])


def name_same_side() -> Q:
    """Return a condition: the owner and `game__players` were on the same side.

    It is never true in a title with a single side.
    """
    same = Q(pk=None)
    for title in TITLES.values():
        sides = set(title.SIDES.values())
        for side in sides if len(sides) > 1 else ():
            roles = [role for role, of in title.SIDES.items() if of == side]
            same |= Q(game__title=title.NAME, role__in=roles, game__players__role__in=roles)
    return same
