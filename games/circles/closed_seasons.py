"""Stores the results of seasons that are over, once, and tells the members."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q

from accounts.emails import send_account_email
from accounts.models import User
from games.circles.ranking import find_winners
from games.circles.seasons import Counted, count, list_people
from games.circles.selectors import list_members
from games.clock.weekly import Season, list_seasons
from games.models import Circle, ClosedSeason, SeasonMember
from games.notifications import preferences, types
from games.notifications.emails import make_link, make_stop_link
from games.people.selectors.statistics import Tally
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import get_title
from games.state import wall_clock
from games.wording.sentences import list_names
from insidejob.untranslated import break_links

SETTLES_FOR = timedelta(minutes=10)
"""How long after its end a season is stored, so that the last move of its last game is in the database."""
NEWS_FOR = timedelta(days=3)
"""A season that ended longer ago is stored without an email."""
MAX_AT_ONCE = 200

log = structlog.get_logger(__name__)


def close_due(now: datetime) -> int:
    """Store the seasons that are over. Return how many. An error in one circle does not stop the others."""
    if not wall_clock.is_settled(now):
        return 0
    due = Circle.objects.filter(Q(seasons_closed_until=None) | Q(seasons_closed_until__lt=_find_month(now)))
    closed = 0
    for key in list(due.order_by("pk").values_list("pk", flat=True)[:MAX_AT_ONCE]):
        try:
            closed += _close_seasons(key, now)
        except Exception:
            log.exception("season not closed", circle=key)
    return closed


def _find_month(now: datetime) -> date:
    """Return the first day of the month. Seasons that end by then are stored."""
    return (now - SETTLES_FOR).astimezone(UTC).date().replace(day=1)


@transaction.atomic
def _close_seasons(key: int, now: datetime) -> int:
    """Store the seasons of a circle that are over."""
    circle, until = Circle.objects.select_for_update(no_key=True).get(pk=key), _find_month(now)
    stored = set(circle.closed_seasons.values_list("first", flat=True))
    over = [season for season in list_seasons(circle.season_lengths, until) if season.end <= until]
    people = list_people(list_members(circle))
    new = [season for season in over if season.first not in stored]
    for season in new:
        counted = count(circle, people, season)
        _store(circle, season, counted)
        if counted.games and now.date() - season.end < NEWS_FOR:
            _tell_members(circle, season, counted)
    circle.seasons_closed_until = until
    circle.save(update_fields=["seasons_closed_until"])
    return len(new)


def _store(circle: Circle, season: Season, counted: Counted) -> None:
    numbers = {key: number for number, key in enumerate(sorted({row["user"] for row in counted.groups}))}
    row = ClosedSeason.objects.create(
        circle=circle,
        first=season.first,
        end=season.end,
        games=dict(counted.games),
        pairs=[(title, numbers[own], numbers[other], *result) for title, own, other, *result in counted.pairs],
    )
    SeasonMember.objects.bulk_create(
        SeasonMember(
            season=row,
            number=number,
            user_id=key,
            results=[
                {name: value for name, value in group.items() if name != "user"}
                for group in counted.groups
                if group["user"] == key
            ],
        )
        for key, number in numbers.items()
    )


@dataclass(frozen=True)
class Winners:
    title: AnyTitle
    people: Sequence[User]

    @property
    def names(self) -> str:
        """In the language of the reader."""
        return list_names([break_links(person.shown_name) for person in self.people])


def _tell_members(circle: Circle, season: Season, counted: Counted) -> None:
    """Email the members that the season is over, unless they want no emails about weekly tables and seasons."""
    switch, winners = preferences.find_switch(types.WEEKLY.code), _list_winners(counted)
    for person in counted.people.values():
        if person.is_active and preferences.is_on(person, switch):
            send_account_email(
                person,
                "season_over",
                circle=break_links(circle.shown_name),
                season=season,
                games=sum(counted.games.values()),
                winners=winners,
                link=make_link("games:season", circle.code, season.code),
                stop_link=make_stop_link(person, types.WEEKLY.code),
            )


def _list_winners(counted: Counted) -> list[Winners]:
    found = []
    for name in sorted(counted.games):
        tallies: dict[int, Tally] = {}
        for row in counted.groups:
            if row["game__title"] == name:
                tallies[row["user"]] = tallies.get(row["user"], Tally()) + Tally(row["games"], row["wins"])
        people = [counted.people[key] for key in find_winners(tallies)]
        found += [Winners(get_title(name), people)] if people else []
    return found
