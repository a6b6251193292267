"""Reads: with whom and against whom somebody has won and lost, and who may be told so.

Those who have deleted their accounts are one companion, *a former agent*, and all bots are another. Each other person
is named to those alone whom they let know of their games, and never to somebody who has blocked them.
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
"""What stands for all bots, and for all who have deleted their accounts, instead of a person's key."""
CROWDS = ((FORMER, _("Former agents")), (BOT, _("Bots")))


@dataclass(frozen=True)
class HeadToHead:
    """One who sat at a person's games: results on the same side as theirs, and on another."""

    name: str | Promise
    person: Person | None
    together: Tally
    against: Tally


def list_head_to_head(owner: User, viewer: User, wanted: Wanted = EVERYTHING) -> list[HeadToHead]:
    """Return with whom the owner has played as far as `viewer` may know, the most frequent first, former agents last.

    Five queries for others, three for the owner. To others nothing is told of former agents: who is one now may have
    kept their games to themselves before.
    """
    is_own, blocked = viewer.pk == owner.pk, list(Block.objects.filter(by=viewer).values_list("person", flat=True))
    rows = count_head_to_head(owner, wanted, MAX_HEAD_TO_HEAD + len(blocked) if is_own else None)
    keys = [row["key"] for row in rows if row["key"] > 0 and row["key"] not in blocked]
    known = set(keys) if is_own else find_known(keys, viewer)
    named = [row for row in rows if row["key"] in known][:MAX_HEAD_TO_HEAD]
    people = User.objects.in_bulk([row["key"] for row in named])
    told = [tell(row, show_person(people[row["key"]])) for row in named]
    return [*told, *tell_crowds(rows, is_own=is_own)]


def find_known(keys: Collection[int], viewer: User) -> set[int]:
    """Return which people, by primary key, let `viewer` know of their games. Two queries."""
    met = find_met(viewer, keys)
    people = User.objects.filter(pk__in=keys).only("history_shown_to")
    return {person.pk for person in people if shows_to(person, viewer, met)}


def tell_crowds(rows: Iterable[dict[str, Any]], *, is_own: bool) -> list[HeadToHead]:
    """Return former agents, which the owner alone is told of, and bots."""
    by_key = {row["key"]: row for row in rows}
    return [tell(by_key[key], None, name) for key, name in CROWDS if key in by_key and (is_own or key == BOT)]


def tell(row: dict[str, Any], person: Person | None, name: str | Promise = "") -> HeadToHead:
    """Return a companion out of a row of `count_head_to_head`."""
    together = Tally(row["together"], row["won_together"])
    return HeadToHead(person.name if person else name, person, together, Tally(row["against"], row["won_against"]))


def count_head_to_head(owner: User, wanted: Wanted, most: int | None) -> list[dict[str, Any]]:
    """Return how often each sat at the owner's games on the same side and on another, and how often the owner won.

    Crowds come first, then the most frequent people, at most `most`. One query. Of several bots, or former agents, at
    a table each game counts once on each side.
    """
    sits_apart = Q(seat__lt=F("game__players__seat")) | Q(seat__gt=F("game__players__seat"))
    others = list_counted(owner, wanted).filter(sits_apart)
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
    groups: Any = others.annotate(key=key).values("key").order_by()
    counted = groups.annotate(
        games=Count("game", distinct=True),
        **{name: Count("game", filter=which, distinct=True) for name, which in counts.items()},
    )
    crowds_first = Case(When(key__lt=0, then=0), default=1)
    return list(counted.order_by(crowds_first, "-games", "key")[: most and most + len(CROWDS)])


def name_same_side() -> Q:
    """Return, for a query of the owner's games beside those who sat there, whether these were dealt to their side.

    Where a title has one side only, everybody plays against everybody.
    """
    same = Q(pk=None)
    for title in TITLES.values():
        sides = set(title.SIDES.values())
        for side in sides if len(sides) > 1 else ():
            roles = [role for role, of in title.SIDES.items() if of == side]
            same |= Q(game__title=title.NAME, role__in=roles, game__players__role__in=roles)
    return same
