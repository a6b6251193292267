"""Statistics of finished games, counted by the database.

A game counts as won or lost if it has a winner and other users took part, or only bots if these are selected. It does
not count for users who left it to a stand-in or the clock: their `won` is None. A substitute's game counts only if it
was won. Games with house roles, bot accounts or unknown rules do not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from typing import Any, NamedTuple, TypeVar, cast

from django.db import models
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Audience, User
from games.models import Game, Player
from games.models.known_rules import name_known
from games.people.selectors.history import find_met, played_with_others
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.registry import TITLES, get_title

Key = TypeVar("Key")
WON = Q(won=True)
UNKNOWN = ""
"""The side of a role that this release does not know."""
COUNTS = Q(game__house_name="", game__has_bot_account=False)


@dataclass(frozen=True)
class Wanted:
    """Which games to count. Empty values select all."""

    title: str = ""
    seats: int = 0
    # Only games that ended in this time.
    since: datetime | None = None
    # Count games with bots instead of games with other users.
    against_bots: bool = False
    role: str = ""
    # A value of `Result`.
    result: str = ""
    # The primary keys of a user who played, too, and of the circle that played.
    person: int = 0
    circle: int = 0


EVERYTHING = Wanted()


class Result(models.TextChoices):
    WON = "won", _("won")
    LOST = "lost", _("lost")
    DRAWN = "drawn", _("no winner")


WINNERS = Subquery(Game.objects.filter(pk=OuterRef("game")).values(winners=KT("result__winners")))
"""The winners as text, read of each game of a user: PostgreSQL would look through all games for those without any."""
ENDED_AS = {
    Result.WON: WON,
    Result.LOST: Q(won=False),
    Result.DRAWN: Q(won=None, game__status=Game.Status.OVER) & Q(Exact(WINNERS, "[]")),
}


class End(NamedTuple):
    """How one game ended for the owner. `player` is a primary key."""

    player: int
    at: datetime
    won: bool


@dataclass(frozen=True)
class Tally:
    games: int = 0
    won: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.games + other.games, self.won + other.won)


@dataclass(frozen=True)
class Results:
    """A user's results. `statistics` are figures that only this title has."""

    title: AnyTitle
    total: Tally = Tally()
    by_role: Mapping[str, Tally] = field(default_factory=dict)
    by_side: Mapping[str, Tally] = field(default_factory=dict)
    by_seats: Mapping[int, Tally] = field(default_factory=dict)
    statistics: Mapping[str, Share] = field(default_factory=dict)


def may_see_statistics(viewer: User, owner: User) -> bool:
    if viewer.pk == owner.pk:
        return True
    if viewer.is_guest or owner.statistics_shown_to == Audience.NOBODY:
        return False
    return owner.statistics_shown_to == Audience.EVERYBODY or bool(find_met(viewer, [owner.pk]))


def list_counted(person: User, wanted: Wanted = EVERYTHING) -> QuerySet[Player]:
    company = ~played_with_others() if wanted.against_bots else played_with_others()
    players = Player.objects.filter(company, user=person, game__status=Game.Status.OVER, won__isnull=False)
    players = players.filter(Q(since=None) | WON, COUNTS, name_known("game__"))
    return narrow(players, wanted)


def list_drawn(person: User, wanted: Wanted = EVERYTHING) -> QuerySet[Player]:
    """Return the games that no one won. They are shown, but not part of shares, charts and series."""
    company = ~played_with_others() if wanted.against_bots else played_with_others()
    players = Player.objects.filter(
        company, ENDED_AS[Result.DRAWN], COUNTS, name_known("game__"), user=person, since=None
    )
    return narrow(players, wanted)


def list_shown(person: User, wanted: Wanted = EVERYTHING) -> QuerySet[Player]:
    """Return the games of the list, latest first: those that count, and draws."""
    keys = [each(person, wanted).order_by().values("pk") for each in (list_counted, list_drawn)]
    # Without the user the database would read all players.
    shown = Player.objects.filter(Q(pk__in=keys[0]) | Q(pk__in=keys[1]), user=person)
    return shown.order_by("-game__ended_at", "-pk")


def narrow(players: QuerySet[Player], wanted: Wanted) -> QuerySet[Player]:
    """Apply the filters that history and statistics share."""
    asked = {
        "game__title": wanted.title,
        "game__seat_count": wanted.seats,
        "game__ended_at__gte": wanted.since,
        "role": wanted.role,
        "game__circle": wanted.circle,
    }
    found = players.filter(**{name: value for name, value in asked.items() if value})
    if wanted.result:
        found = found.filter(ENDED_AS[Result(wanted.result)])
    if wanted.person:
        found = found.filter(Exists(Player.objects.filter(game=OuterRef("game"), user=wanted.person)))
    return found


def count_results(person: User, wanted: Wanted = EVERYTHING) -> list[Results]:
    groups = list_counted(person, wanted).values("game__title", "role", "game__seat_count").order_by()
    counted = groups.annotate(games=Count("pk"), wins=Count("pk", filter=WON), **sum_statistics())
    results: dict[str, Results] = {}
    for row in counted:
        name = row["game__title"]
        results[name] = add_group(results.get(name) or Results(get_title(name)), row)
    return [results[name] for name in sorted(results)]


def sum_statistics() -> dict[str, Sum]:
    """Return sums of the titles' own figures. Each is taken over the games of titles that have it."""
    titles: dict[str, list[str]] = defaultdict(list)
    for title in TITLES.values():
        for code in title.STATISTICS.labels if title.STATISTICS else ():
            titles[code].append(title.NAME)
    return {
        _name_sum(code, place): Sum(
            Cast(KT(f"statistics__{code}__{place}"), IntegerField()), filter=Q(game__title__in=titles[code])
        )
        for code in sorted(titles)
        for place in range(len(Share._fields))
    }


def _name_sum(code: str, place: int) -> str:
    return f"sum_{code}_{place}"


def add_group(results: Results, row: Mapping[str, Any]) -> Results:
    """Add the results of one role and number of seats. A closed season may lack newer figures, and have other roles."""
    title, role, tally = results.title, row["role"], Tally(row["games"], row["wins"])
    return Results(
        title=title,
        total=results.total + tally,
        by_role=_add_to(results.by_role, role, tally),
        by_side=_add_to(results.by_side, title.SIDES.get(role, UNKNOWN), tally),
        by_seats=_add_to(results.by_seats, row["game__seat_count"], tally),
        statistics=_add_statistics(title, results.statistics, row),
    )


def _add_to(tallies: Mapping[Key, Tally], key: Key, tally: Tally) -> dict[Key, Tally]:
    return {**tallies, key: tallies.get(key, Tally()) + tally}


def _add_statistics(title: AnyTitle, statistics: Mapping[str, Share], row: Mapping[str, Any]) -> dict[str, Share]:
    added: dict[str, Share] = {}
    for code in title.STATISTICS.labels if title.STATISTICS else ():
        before = statistics.get(code, Share(0, 0))
        share = Share(*(each + (row.get(_name_sum(code, place)) or 0) for place, each in enumerate(before)))
        if share.of:
            added[code] = share
    return added


def list_ends(person: User, wanted: Wanted = EVERYTHING) -> list[End]:
    """Return how games ended for a person, the earliest first."""
    ends = list_counted(person, wanted).order_by("game__ended_at", "pk")
    rows = ends.values_list("pk", "game__ended_at", "won")
    return [End(key, cast(datetime, at), bool(won)) for key, at, won in rows]


def count_months(ends: Iterable[End]) -> dict[date, Tally]:
    months: dict[date, list[bool]] = defaultdict(list)
    zone = timezone.get_current_timezone()
    for end in ends:
        months[end.at.astimezone(zone).date().replace(day=1)].append(end.won)
    return {month: Tally(len(won), sum(won)) for month, won in months.items()}


def find_best_series(ends: Iterable[End]) -> int:
    return max((len(list(run)) for won, run in groupby(end.won for end in ends) if won), default=0)
