"""Results by season, of finished games with another person.

Those of the current season are counted again for each page. Soon after the end of a season its results are stored, and
stay when members leave. All members see wins; the rest only of users who show the reader their statistics.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from accounts.models import Audience, User
from games.circles.ranking import rank
from games.circles.selectors import list_counted
from games.clock.weekly import Season, find_season, list_seasons
from games.models import Circle, ClosedSeason, Member, Player
from games.people.selectors.head_to_head import name_same_side
from games.people.selectors.history import Person, find_met, played_with_others, show_person
from games.people.selectors.statistics import WON, Results, Tally, add_group, sum_statistics
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.registry import TITLES

NEWS_FOR = timedelta(weeks=3)
"""For this long a circle's page says that a season is over."""


@dataclass(frozen=True)
class Partner:
    """The member who was most often on the winning side together with another one."""

    person: Person
    tally: Tally


@dataclass(frozen=True)
class MemberResults:
    """What one member did in a season. If `is_private`, `results` has only the total."""

    person: Person
    results: Results
    is_private: bool
    found_out: Share | None
    partner: Partner | None
    # None for those with too few games.
    rank: int | None


Group = Mapping[str, Any]
"""The results of one member in one title, role and number of seats."""
Pair = tuple[str, int, int, int, int]
"""A title, two members, and their games and wins on the same side."""


@dataclass(frozen=True)
class Counted:
    """What was counted in a season. Members are numbers, which `people` explains."""

    people: Mapping[int, User]
    # By title.
    games: Mapping[str, int]
    groups: Sequence[Group]
    pairs: Sequence[Pair]


@dataclass(frozen=True)
class TitleSeason:
    """The results of all members in one title.

    `together` is the sum of the results that the reader may see.
    """

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
    """Return the seasons that had games, and the current one, the latest first."""
    today, months = timezone.now().date(), _count_months(circle, members)
    closed = {row.first: sum(row.games.values()) for row in circle.closed_seasons.all()}
    rows = []
    for season in list_seasons(circle.season_lengths, today):
        counted = sum(count for month, count in months.items() if season.contains(month))
        rows.append(SeasonRow(season, closed.get(season.first, counted), season.end <= today))
    return [row for row in reversed(rows) if row.games or not row.is_over]


def find_just_over(rows: Sequence[SeasonRow]) -> SeasonRow | None:
    """Return the latest season if it had games and ended in the last weeks, else None."""
    today = timezone.now().date()
    return next((row for row in rows if row.games and row.is_over and today - row.season.end < NEWS_FOR), None)


def _count_months(circle: Circle, members: Sequence[Member]) -> dict[date, int]:
    people = list_people(members)
    players = list_counted(circle, people).filter(played_with_others())
    months = players.values_list(TruncMonth("game__ended_at", tzinfo=UTC)).order_by()
    counted = months.annotate(count=Count("game", distinct=True))
    return {month.date(): count for month, count in counted}


def find_by_code(circle: Circle, code: str) -> Season | None:
    """Return the season that begins in the month `code`, such as `2026-10`, or None if it has not begun."""
    try:
        day = date.fromisoformat(f"{code}-01")
    except ValueError:
        return None
    return find_season(circle.season_lengths, day) if day <= timezone.now().date() else None


def count_season(circle: Circle, members: Sequence[Member], season: Season, viewer: User) -> list[TitleSeason]:
    """Return the results of a season, one entry per title that this site has."""
    closed = circle.closed_seasons.filter(first=season.first).first()
    counted = _read_closed(closed) if closed else count(circle, list_people(members), season)
    showing = _find_showing(counted.people, viewer)
    partners = _find_partners(counted, showing)
    known = [TITLES[name] for name in sorted(counted.games) if name in TITLES]
    return [_show_title(title, counted, showing, partners) for title in known]


def list_people(members: Iterable[Member]) -> dict[int, User]:
    return {row.user_id: row.user for row in members if not row.invited}


def count(circle: Circle, people: Mapping[int, User], season: Season) -> Counted:
    """Count the games of a season. The numbers of members are primary keys of `people`."""
    begin, end = season.span
    players = list_counted(circle, people).filter(played_with_others())
    players = players.filter(game__ended_at__gte=begin, game__ended_at__lt=end)
    games = players.values_list("game__title").order_by().annotate(count=Count("game", distinct=True))
    return Counted(people, dict(games), list(_group(players)), _list_pairs(players, people))


def _read_closed(closed: ClosedSeason) -> Counted:
    members = list(closed.members.select_related("user"))
    return Counted(
        people={row.number: row.person for row in members},
        games=closed.games,
        groups=[{**each, "user": row.number} for row in members for each in row.results],
        pairs=[(title, own, other, games, wins) for title, own, other, games, wins in closed.pairs],
    )


def _find_showing(people: Mapping[int, User], viewer: User) -> set[int]:
    """Return the numbers of those who show `viewer` their statistics."""
    asked = [person.pk for person in people.values() if person.statistics_shown_to == Audience.TABLEMATES]
    met = find_met(viewer, [key for key in asked if key]) if asked else set()
    return {number for number, person in people.items() if _shows_statistics(person, viewer, met)}


def _shows_statistics(person: User, viewer: User, met: Collection[int]) -> bool:
    if person.pk == viewer.pk or person.statistics_shown_to == Audience.EVERYBODY:
        return True
    return person.statistics_shown_to == Audience.TABLEMATES and person.pk in met


def _group(players: QuerySet[Player]) -> Iterable[Group]:
    groups: Any = players.values("game__title", "user", "role", "game__seat_count").order_by()
    counted: Iterable[Group] = groups.annotate(
        games=Count("pk"),
        wins=Count("pk", filter=WON),
        found=Count("pk", filter=_name_found_out(with_reason=True)),
        hidden=Count("pk", filter=_name_found_out(with_reason=False)),
        **sum_statistics(),
    )
    return counted


def _name_found_out(*, with_reason: bool) -> Q:
    """Return a condition on players who could be found out, or, `with_reason`, on those who were."""
    found = Q(pk=None)
    for title in TITLES.values():
        if title.STATISTICS and (rule := title.STATISTICS.found_out):
            ends = Q(game__result__reason__in=list(rule.reasons)) if with_reason else Q()
            found |= Q(game__title=title.NAME, role__in=rule.roles) & ends
    return found


def _show_title(
    title: AnyTitle, counted: Counted, showing: Collection[int], partners: Mapping[tuple[str, int], Partner]
) -> TitleSeason:
    groups = [row for row in counted.groups if row["game__title"] == title.NAME]
    by_member: dict[int, list[Group]] = {}
    for row in groups:
        by_member.setdefault(row["user"], []).append(row)
    members = {
        key: _show_member(
            title, counted.people[key], own, partners.get((title.NAME, key)), is_private=key not in showing
        )
        for key, own in sorted(by_member.items(), key=lambda item: counted.people[item[0]].shown_name)
    }
    ranks = rank({key: member.results.total for key, member in members.items()})
    ranked = tuple(replace(members[key], rank=place) for key, place in ranks.items())
    return TitleSeason(
        title, counted.games[title.NAME], ranked, _sum_up(title, (row for row in groups if row["user"] in showing))
    )


def _show_member(
    title: AnyTitle, user: User, rows: Sequence[Group], partner: Partner | None, *, is_private: bool
) -> MemberResults:
    results = _sum_up(title, rows)
    hidden = sum(row["hidden"] for row in rows)
    return MemberResults(
        person=show_person(user),
        results=Results(title, results.total) if is_private else results,
        is_private=is_private,
        found_out=Share(sum(row["found"] for row in rows), hidden) if hidden and not is_private else None,
        partner=partner,
        rank=None,
    )


def _sum_up(title: AnyTitle, rows: Iterable[Group]) -> Results:
    results = Results(title)
    for row in rows:
        results = add_group(results, row)
    return results


def _list_pairs(players: QuerySet[Player], people: Collection[int]) -> list[Pair]:
    seats = Q(seat__lt=F("game__players__seat")) | Q(seat__gt=F("game__players__seat"))
    both = {"game__players__user__in": list(people), "game__players__won__isnull": False}
    beside = players.filter(seats, name_same_side(), **both)
    pairs: Any = beside.values_list("game__title", "user", "game__players__user").order_by()
    return list(pairs.annotate(games=Count("game", distinct=True), wins=Count("game", filter=WON, distinct=True)))


def _find_partners(counted: Counted, showing: Collection[int]) -> dict[tuple[str, int], Partner]:
    """Return the partner of each member and title: the one with most wins together, then with most games together."""
    found: dict[tuple[str, int], Partner] = {}
    for title, own, other, games, wins in sorted(counted.pairs, key=lambda pair: (pair[4], pair[3], -pair[2])):
        if wins and own in showing and other in showing:
            found[title, own] = Partner(show_person(counted.people[other]), Tally(games, wins))
    return found
