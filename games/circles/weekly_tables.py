"""What the owner of a circle does with weekly tables. The sweep opens them (`games.tables.services.weekly_tables`)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from accounts.models import User
from games.circles.services import lock_owned
from games.clock.weekly import Weekly, change_length
from games.models import Circle, Game, Terms, WeeklyTable
from games.rules.engine.protocol import AnyTitle
from games.state.refusals import Refusal
from games.tables.selectors.circles import THIS_WEEK
from games.tables.services.terms import check_choices, find_options

MAX_WEEKLY_TABLES = 3
# How far ahead weeks may be skipped. For a longer break there is the pause.
MAX_SKIPPED = timedelta(weeks=8)


@dataclass(frozen=True)
class Plan:
    seat_count: int
    options: Mapping[str, Any]
    terms: Terms
    bots_fill: bool
    weekly: Weekly
    opens_more: bool = False


@dataclass(frozen=True)
class WeeklyRow:
    code: str
    title: AnyTitle | None
    seat_count: int
    weekly: Weekly
    terms: Terms
    bots_fill: bool
    next_at: datetime
    # The time of the skipped week.
    skipped_at: datetime | None
    is_paused: bool
    # Whether another table could be opened with the same choices.
    is_offered: bool
    # Whether the last table closed without a game, and no other one of its week was played.
    has_closed: bool
    empty_weeks: int


def list_weekly_tables(circle: Circle) -> list[WeeklyRow]:
    same_week = Game.objects.filter(
        weekly_table=OuterRef("weekly_table"), status__in=Game.DEALT, opened_at__gt=OuterRef("opened_at") - THIS_WEEK
    )
    games = Game.objects.filter(weekly_table=OuterRef("pk")).exclude(Exists(same_week), status=Game.Status.CANCELLED)
    last = games.order_by("-opened_at").values("status")[:1]
    return [_show_weekly_table(row) for row in circle.weekly_tables.annotate(last_status=Subquery(last))]


def _show_weekly_table(row: WeeklyTable) -> WeeklyRow:
    soonest = row.weekly.find_next(timezone.now())
    return WeeklyRow(
        code=row.code,
        title=row.known_title,
        seat_count=row.seat_count,
        weekly=row.weekly,
        terms=row.read_terms(),
        bots_fill=row.bots_fill,
        next_at=row.next_at,
        skipped_at=soonest if soonest < row.next_at else None,
        is_paused=row.paused,
        is_offered=find_options(row) is not None,
        has_closed=getattr(row, "last_status", None) == Game.Status.CANCELLED,
        empty_weeks=row.empty_weeks,
    )


def add_weekly_table(*, code: str, owner: User, title: str, plan: Plan) -> WeeklyTable:
    """Add a weekly table.

    Raises `Refusal` ("not_owner", "many_weekly", and those of `check_choices`).
    """
    with lock_owned(code, owner) as circle:
        if circle.weekly_tables.count() >= MAX_WEEKLY_TABLES:
            raise Refusal("many_weekly")
        row = WeeklyTable(circle=circle, title=title)
        _store_plan(row, plan)
        return row


def change_weekly_table(*, code: str, owner: User, weekly_table: str, plan: Plan) -> None:
    """Change the plan of a weekly table.

    A table that is already open stays as it is. Raises `Refusal("not_owner")`, and those of `check_choices`.
    """
    with _lock_own(code, owner, weekly_table) as row:
        _store_plan(row, plan)


def _store_plan(row: WeeklyTable, plan: Plan) -> None:
    """Store a plan.

    A skipped week stays skipped if the time of the table does not change. Weekly tables are never public and have
    no house role.
    """
    terms = replace(plan.terms, is_public=False, house_name="", is_house_name_hidden=False)
    row.options = check_choices(row.title, plan.seat_count, plan.options, terms)
    row.seat_count, row.bots_fill, row.opens_more = plan.seat_count, plan.bots_fill, plan.opens_more
    row.store_terms(terms)
    if row.pk is None or row.weekly != plan.weekly:
        row.weekday, row.at, row.zone = plan.weekly.weekday, plan.weekly.at, plan.weekly.zone
        row.next_at = plan.weekly.find_next(timezone.now())
    row.save()


@contextmanager
def _lock_own(code: str, owner: User, weekly_table: str) -> Iterator[WeeklyTable]:
    """Lock circle and weekly table. Raises `Http404` to strangers, `Refusal` ("not_owner", "no_weekly")."""
    with lock_owned(code, owner) as circle:
        row = circle.weekly_tables.select_for_update(no_key=True).filter(code=weekly_table).first()
        if row is None:
            raise Refusal("no_weekly")
        yield row


def pause_weekly_table(*, code: str, owner: User, weekly_table: str) -> None:
    with _lock_own(code, owner, weekly_table) as row:
        row.paused = True
        row.save(update_fields=["paused"])


def resume_weekly_table(*, code: str, owner: User, weekly_table: str) -> None:
    """Resume a weekly table. A skipped week stays skipped.

    Raises also `Refusal("weekly_not_offered")` if its choices must be changed before.
    """
    with _lock_own(code, owner, weekly_table) as row:
        if find_options(row) is None:
            raise Refusal("weekly_not_offered")
        row.paused, row.empty_weeks = False, 0
        row.next_at = max(row.next_at, row.weekly.find_next(timezone.now()))
        row.save(update_fields=["paused", "empty_weeks", "next_at"])


def skip_week(*, code: str, owner: User, weekly_table: str, when: str) -> None:
    """Skip the next week.

    `when` is the `next_at` that the page showed, so that a double click skips only one week. Raises `Refusal`:
    "not_owner", or "many_skipped" if the next table is too far ahead.
    """
    with _lock_own(code, owner, weekly_table) as row:
        if row.next_at.isoformat() != when:
            return
        if row.next_at > timezone.now() + MAX_SKIPPED:
            raise Refusal("many_skipped")
        row.next_at = row.weekly.find_next(row.next_at)
        row.save(update_fields=["next_at"])


def unskip_weeks(*, code: str, owner: User, weekly_table: str) -> None:
    with _lock_own(code, owner, weekly_table) as row:
        row.next_at = row.weekly.find_next(timezone.now())
        row.save(update_fields=["next_at"])


def remove_weekly_table(*, code: str, owner: User, weekly_table: str) -> None:
    """Remove a weekly table. A table that is already open stays.

    The rows are not locked beforehand, because deleting locks games first, like the sweep. Raises `Refusal`
    ("not_owner", "no_weekly").
    """
    with lock_owned(code, owner) as circle:
        row = circle.weekly_tables.filter(code=weekly_table).first()
        if row is None:
            raise Refusal("no_weekly")
        row.delete()


def choose_season_length(*, code: str, owner: User, months: int, today: date) -> None:
    """Set how many months a season has, from the next season on. Raises `Refusal("not_owner")`."""
    with lock_owned(code, owner) as circle:
        changed = change_length(circle.season_lengths, months, today)
        circle.seasons = [[since.isoformat(), length] for since, length in changed]
        circle.save(update_fields=["seasons"])
