"""Reads: what came of the games of one person, counted by the database. Nothing of a game that is not over is in it.

A game counts if somebody won it, and somebody else sat there or, apart from that, nobody but bots did. One in a seat
that was taken over from another counts if it was won, one with a house role never does, and one whose rules this code
does not know not until it does.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from typing import Any, NamedTuple, TypeVar, cast

from django.db.models import Count, IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import Audience, User
from games.models import Game, Player
from games.models.known_rules import name_known
from games.people.selectors.history import find_met, played_with_others
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.registry import TITLES, get_title

Key = TypeVar("Key")
WON = Q(won=True)


@dataclass(frozen=True)
class Wanted:
    """Which games to count; what is empty or 0 is all the same."""

    title: str = ""
    seats: int = 0
    # None that ended before.
    since: datetime | None = None
    # Games against bots alone, instead of those with other people.
    against_bots: bool = False


EVERYTHING = Wanted()


class End(NamedTuple):
    """How a game ended for a person: as which player, by primary key, when, and whether they won."""

    player: int
    at: datetime
    won: bool


@dataclass(frozen=True)
class Tally:
    """How many games, and how many of them were won."""

    games: int = 0
    won: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.games + other.games, self.won + other.won)


@dataclass(frozen=True)
class Results:
    """What came of a person's games of one title: in all, by role, by side, by the number of seats.

    `figures` are the title's own, by code, as far as there is anything to count.
    """

    title: AnyTitle
    total: Tally = Tally()
    by_role: Mapping[str, Tally] = field(default_factory=dict)
    by_side: Mapping[str, Tally] = field(default_factory=dict)
    by_seats: Mapping[int, Tally] = field(default_factory=dict)
    statistics: Mapping[str, Share] = field(default_factory=dict)


def may_see_statistics(viewer: User, owner: User) -> bool:
    """Tell whether `viewer` may see the figures of the games that `owner` has finished."""
    if viewer.pk == owner.pk:
        return True
    if viewer.is_guest or owner.statistics_shown_to == Audience.NOBODY:
        return False
    return owner.statistics_shown_to == Audience.EVERYBODY or bool(find_met(viewer, [owner.pk]))


def list_counted(person: User, wanted: Wanted = EVERYTHING) -> QuerySet[Player]:
    """Return the person as a player of each game that counts."""
    company = ~played_with_others() if wanted.against_bots else played_with_others()
    players = Player.objects.filter(company, user=person, game__status=Game.Status.OVER, won__isnull=False)
    players = players.filter(Q(since=None) | WON, name_known("game__"), game__house_name="")
    asked = {"game__title": wanted.title, "game__seat_count": wanted.seats, "game__ended_at__gte": wanted.since}
    return players.filter(**{name: value for name, value in asked.items() if value})


def count_results(person: User, wanted: Wanted = EVERYTHING) -> list[Results]:
    """Return the results of each title that a person has played. One query, however many games."""
    groups = list_counted(person, wanted).values("game__title", "role", "game__seat_count").order_by()
    counted = groups.annotate(games=Count("pk"), wins=Count("pk", filter=WON), **sum_statistics())
    results: dict[str, Results] = {}
    for row in counted:
        name = row["game__title"]
        results[name] = add_group(results.get(name) or Results(get_title(name)), row)
    return [results[name] for name in sorted(results)]


def sum_statistics() -> dict[str, Sum]:
    """Return what sums up the figures of all titles, by the name that `name_sum` gives it.

    A figure is looked for in the games of the titles that have it alone.
    """
    titles: dict[str, list[str]] = defaultdict(list)
    for title in TITLES.values():
        for code in title.STATISTICS.labels if title.STATISTICS else ():
            titles[code].append(title.NAME)
    return {
        name_sum(code, place): Sum(
            Cast(KT(f"statistics__{code}__{place}"), IntegerField()), filter=Q(game__title__in=titles[code])
        )
        for code in sorted(titles)
        for place in range(len(Share._fields))
    }


def name_sum(code: str, place: int) -> str:
    """Return what the sum of one part of a figure is called in a query."""
    return f"sum_{code}_{place}"


def add_group(results: Results, row: Mapping[str, Any]) -> Results:
    """Return the results with those of one role at tables of one size."""
    title, role, tally = results.title, row["role"], Tally(row["games"], row["wins"])
    return Results(
        title=title,
        total=results.total + tally,
        by_role=add_to(results.by_role, role, tally),
        by_side=add_to(results.by_side, title.SIDES[role], tally),
        by_seats=add_to(results.by_seats, row["game__seat_count"], tally),
        statistics=add_statistics(title, results.statistics, row),
    )


def add_to(tallies: Mapping[Key, Tally], key: Key, tally: Tally) -> dict[Key, Tally]:
    """Return `tallies` with `tally` added under `key`."""
    return {**tallies, key: tallies.get(key, Tally()) + tally}


def add_statistics(title: AnyTitle, statistics: Mapping[str, Share], row: Mapping[str, Any]) -> dict[str, Share]:
    """Return a title's figures with those of one group, in the title's order; without those of nothing."""
    added: dict[str, Share] = {}
    for code in title.STATISTICS.labels if title.STATISTICS else ():
        before = statistics.get(code, Share(0, 0))
        share = Share(*(each + (row[name_sum(code, place)] or 0) for place, each in enumerate(before)))
        if share.of:
            added[code] = share
    return added


def list_ends(person: User, wanted: Wanted = EVERYTHING) -> list[End]:
    """Return how each game that counts ended, one after the other. One query."""
    ends = list_counted(person, wanted).order_by("game__ended_at", "pk")
    rows = ends.values_list("pk", "game__ended_at", "won")
    return [End(key, cast(datetime, at), bool(won)) for key, at, won in rows]


def count_months(ends: Iterable[End]) -> dict[date, Tally]:
    """Return the results by month, in the time zone of the reader, in the order in which games ended."""
    months: dict[date, list[bool]] = defaultdict(list)
    zone = timezone.get_current_timezone()
    for end in ends:
        months[end.at.astimezone(zone).date().replace(day=1)].append(end.won)
    return {month: Tally(len(won), sum(won)) for month, won in months.items()}


def find_best_series(ends: Iterable[End]) -> int:
    """Return how many games in a row, one ending after the other, were won at best."""
    return measure_series([end.won for end in ends])


def measure_series(order: Sequence[bool]) -> int:
    """Return the length of the longest run of wins."""
    return max((len(list(run)) for won, run in groupby(order) if won), default=0)
