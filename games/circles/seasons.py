"""Results by season, computed from finished games with another person.

All members see wins; the rest only of users who show the reader their statistics.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from accounts.models import Audience, User
from games.circles.selectors import list_counted
from games.clock.weekly import Season, find_season, list_seasons
from games.models import Circle, Member, Player
from games.people.selectors.head_to_head import name_same_side
from games.people.selectors.history import Person, find_met, played_with_others, show_person
from games.people.selectors.statistics import WON, Results, Tally, add_group, sum_statistics
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.registry import TITLES, get_title

NEWS_FOR = timedelta(weeks=3)
"""A circle's page shows for so long that a season is over."""


@dataclass(frozen=True)
class Partner:
    """The member most often on the winning side together."""

    person: Person
    tally: Tally


@dataclass(frozen=True)
class MemberResults:
    """`is_private`: `results` has only the total."""

    person: Person
    results: Results
    is_private: bool
    found_out: Share | None
    partner: Partner | None


@dataclass(frozen=True)
class TitleSeason:
    """`together` sums what is shown."""

    title: AnyTitle
    games: int
    members: tuple[MemberResults, ...]
    together: Results


@dataclass(frozen=True)
class SeasonRow:
    season: Season
    games: int
    is_over: bool


def list_rows(circle: Circle, members: Sequence[Member]) -> list[SeasonRow]:
    """Seasons with games and the current one, latest first."""
    today, months = timezone.now().date(), count_months(circle, members)
    rows = [
        SeasonRow(season, sum(count for month, count in months.items() if season.contains(month)), season.end <= today)
        for season in list_seasons(circle.season_lengths, today)
    ]
    return [row for row in reversed(rows) if row.games or not row.is_over]


def find_just_over(rows: Sequence[SeasonRow]) -> SeasonRow | None:
    """A season with games that ended in the last weeks."""
    today = timezone.now().date()
    return next((row for row in rows if row.games and row.is_over and today - row.season.end < NEWS_FOR), None)


def count_months(circle: Circle, members: Sequence[Member]) -> dict[date, int]:
    players = list_counted(circle, list_keys(members)).filter(played_with_others())
    months = players.values_list(TruncMonth("game__ended_at", tzinfo=UTC)).order_by()
    counted = months.annotate(count=Count("game", distinct=True))
    return {month.date(): count for month, count in counted}


def find_by_code(circle: Circle, code: str) -> Season | None:
    """`code` is a month such as `2026-10`. None if not begun."""
    try:
        day = date.fromisoformat(f"{code}-01")
    except ValueError:
        return None
    return find_season(circle.season_lengths, day) if day <= timezone.now().date() else None


def count_season(circle: Circle, members: Sequence[Member], season: Season, viewer: User) -> list[TitleSeason]:
    """By title."""
    people = {row.user_id: row.user for row in members if not row.invited}
    begin, end = season.span
    players = list_counted(circle, people).filter(played_with_others())
    players = players.filter(game__ended_at__gte=begin, game__ended_at__lt=end)
    showing = find_showing(people.values(), viewer)
    rows, partners = list(group(players)), find_partners(players, showing, people)
    counts = players.values_list("game__title").order_by().annotate(count=Count("game", distinct=True))
    return [
        show_title(title, count, [row for row in rows if row["game__title"] == name], people, showing, partners)
        for name, count in sorted(counts)
        for title in [get_title(name)]
    ]


def list_keys(members: Iterable[Member]) -> list[int]:
    return [row.user_id for row in members if not row.invited]


def find_showing(people: Iterable[User], viewer: User) -> set[int]:
    """Who shows `viewer` their statistics."""
    asked = [person for person in people if person.statistics_shown_to == Audience.TABLEMATES]
    met = find_met(viewer, [person.pk for person in asked]) if asked else set()
    open_to_all = {person.pk for person in people if person.statistics_shown_to == Audience.EVERYBODY}
    return open_to_all | met | {viewer.pk}


def group(players: QuerySet[Player]) -> Iterable[Mapping[str, Any]]:
    groups: Any = players.values("game__title", "user", "role", "game__seat_count").order_by()
    counted: Iterable[Mapping[str, Any]] = groups.annotate(
        games=Count("pk"),
        wins=Count("pk", filter=WON),
        found=Count("pk", filter=name_found_out(with_reason=True)),
        hidden=Count("pk", filter=name_found_out(with_reason=False)),
        **sum_statistics(),
    )
    return counted


def name_found_out(*, with_reason: bool) -> Q:
    """Condition: could be found out, or `with_reason` was."""
    found = Q(pk=None)
    for title in TITLES.values():
        if title.STATISTICS and (rule := title.STATISTICS.found_out):
            ends = Q(game__result__reason__in=list(rule.reasons)) if with_reason else Q()
            found |= Q(game__title=title.NAME, role__in=rule.roles) & ends
    return found


def show_title(
    title: AnyTitle,
    games: int,
    rows: Sequence[Mapping[str, Any]],
    people: Mapping[int, User],
    showing: Collection[int],
    partners: Mapping[tuple[str, int], Partner],
) -> TitleSeason:
    by_member: dict[int, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_member.setdefault(row["user"], []).append(row)
    members = [
        show_member(title, people[key], own, partners.get((title.NAME, key)), is_private=key not in showing)
        for key, own in by_member.items()
    ]
    members.sort(key=lambda each: (-each.results.total.won, -each.results.total.games, each.person.name))
    return TitleSeason(title, games, tuple(members), sum_up(title, (row for row in rows if row["user"] in showing)))


def show_member(
    title: AnyTitle, user: User, rows: Sequence[Mapping[str, Any]], partner: Partner | None, *, is_private: bool
) -> MemberResults:
    results = sum_up(title, rows)
    hidden = sum(row["hidden"] for row in rows)
    return MemberResults(
        person=show_person(user),
        results=Results(title, results.total) if is_private else results,
        is_private=is_private,
        found_out=Share(sum(row["found"] for row in rows), hidden) if hidden and not is_private else None,
        partner=partner,
    )


def sum_up(title: AnyTitle, rows: Iterable[Mapping[str, Any]]) -> Results:
    results = Results(title)
    for row in rows:
        results = add_group(results, row)
    return results


def find_partners(
    players: QuerySet[Player], showing: Collection[int], people: Mapping[int, User]
) -> dict[tuple[str, int], Partner]:
    """Most wins, then most games together."""
    seats = Q(seat__lt=F("game__players__seat")) | Q(seat__gt=F("game__players__seat"))
    known = [key for key in people if key in showing]
    beside = players.filter(seats, name_same_side(), user__in=known, game__players__user__in=known)
    pairs: Any = beside.values_list("game__title", "user", "game__players__user").order_by()
    counted = pairs.annotate(games=Count("game", distinct=True), wins=Count("game", filter=WON, distinct=True))
    found: dict[tuple[str, int], Partner] = {}
    for title, own, other, games, wins in sorted(counted, key=lambda row: (row[4], row[3], -row[2])):
        if wins:
            found[title, own] = Partner(show_person(people[other]), Tally(games, wins))
    return found
