"""Weekly tables of a circle's owner; `games.tables.services.recurring` opens them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from accounts.models import User
from games.circles.services import lock_owned
from games.clock.weekly import Weekly, change_length
from games.models import Circle, Game, RecurringTable, Terms
from games.rules.engine.protocol import AnyTitle
from games.state.refusals import Refusal
from games.tables.services.terms import check_choices

MAX_RECURRING = 3
# Longer breaks are a pause.
MAX_SKIPPED = timedelta(weeks=8)


@dataclass(frozen=True)
class Plan:
    seat_count: int
    options: Mapping[str, Any]
    terms: Terms
    bots_fill: bool
    weekly: Weekly


@dataclass(frozen=True)
class RecurringRow:
    code: str
    title: AnyTitle | None
    seat_count: int
    weekly: Weekly
    terms: Terms
    bots_fill: bool
    next_at: datetime
    # Of the skipped week.
    skipped_at: datetime | None
    is_paused: bool
    # The last table closed without a game.
    has_closed: bool
    empty_weeks: int


def list_recurring(circle: Circle) -> list[RecurringRow]:
    last = Game.objects.filter(recurring=OuterRef("pk")).order_by("-opened_at").values("status")[:1]
    return [show_recurring(row) for row in circle.recurring_tables.annotate(last_status=Subquery(last))]


def show_recurring(row: RecurringTable) -> RecurringRow:
    soonest = row.weekly.find_next(timezone.now())
    return RecurringRow(
        code=row.code,
        title=row.known_title,
        seat_count=row.seat_count,
        weekly=row.weekly,
        terms=row.read_terms(),
        bots_fill=row.bots_fill,
        next_at=row.next_at,
        skipped_at=soonest if soonest < row.next_at else None,
        is_paused=row.paused,
        has_closed=getattr(row, "last_status", None) == Game.Status.CANCELLED,
        empty_weeks=row.empty_weeks,
    )


def add_recurring(*, code: str, owner: User, title: str, plan: Plan) -> RecurringTable:
    """Raises `Refusal` ("not_owner", "many_recurring", and those of `check_choices`)."""
    with lock_owned(code, owner) as circle:
        if circle.recurring_tables.count() >= MAX_RECURRING:
            raise Refusal("many_recurring")
        row = RecurringTable(circle=circle, title=title)
        store_plan(row, plan)
        return row


def change_recurring(*, code: str, owner: User, recurring: str, plan: Plan) -> None:
    """A table that is open stays. Raises `Refusal("not_owner")`, and those of `check_choices`."""
    with lock_own(code, owner, recurring) as row:
        store_plan(row, plan)


def store_plan(row: RecurringTable, plan: Plan) -> None:
    """A skipped week stays skipped if the time is the same. No house roles: others moderate them."""
    terms = replace(plan.terms, is_public=False, house_name="", is_house_name_hidden=False)
    row.options = check_choices(row.title, plan.seat_count, plan.options, terms)
    row.seat_count, row.bots_fill = plan.seat_count, plan.bots_fill
    row.store_terms(terms)
    if row.pk is None or row.weekly != plan.weekly:
        row.weekday, row.at, row.zone = plan.weekly.weekday, plan.weekly.at, plan.weekly.zone
        row.next_at = plan.weekly.find_next(timezone.now())
    row.save()


@contextmanager
def lock_own(code: str, owner: User, recurring: str) -> Iterator[RecurringTable]:
    """Lock circle and weekly table. Raises `Http404` to strangers, `Refusal` ("not_owner", "no_recurring")."""
    with lock_owned(code, owner) as circle:
        row = circle.recurring_tables.select_for_update(no_key=True).filter(code=recurring).first()
        if row is None:
            raise Refusal("no_recurring")
        yield row


def pause_recurring(*, code: str, owner: User, recurring: str) -> None:
    with lock_own(code, owner, recurring) as row:
        row.paused = True
        row.save(update_fields=["paused"])


def resume_recurring(*, code: str, owner: User, recurring: str) -> None:
    with lock_own(code, owner, recurring) as row:
        row.paused, row.empty_weeks, row.next_at = False, 0, row.weekly.find_next(timezone.now())
        row.save(update_fields=["paused", "empty_weeks", "next_at"])


def skip_week(*, code: str, owner: User, recurring: str, when: str) -> None:
    """`when` is the `next_at` shown, so a double press skips one week.

    Raises `Refusal`: "not_owner", "many_skipped" if far ahead.
    """
    with lock_own(code, owner, recurring) as row:
        if row.next_at.isoformat() != when:
            return
        if row.next_at > timezone.now() + MAX_SKIPPED:
            raise Refusal("many_skipped")
        row.next_at = row.weekly.find_next(row.next_at)
        row.save(update_fields=["next_at"])


def unskip_weeks(*, code: str, owner: User, recurring: str) -> None:
    with lock_own(code, owner, recurring) as row:
        row.next_at = row.weekly.find_next(timezone.now())
        row.save(update_fields=["next_at"])


def remove_recurring(*, code: str, owner: User, recurring: str) -> None:
    """An open table stays.

    Not locked beforehand: deleting locks games first, like the sweep. Raises `Refusal` ("not_owner", "no_recurring").
    """
    with lock_owned(code, owner) as circle:
        row = circle.recurring_tables.filter(code=recurring).first()
        if row is None:
            raise Refusal("no_recurring")
        row.delete()


def choose_season_length(*, code: str, owner: User, months: int, today: date) -> None:
    """From the next season on. Raises `Refusal("not_owner")`."""
    with lock_owned(code, owner) as circle:
        changed = change_length(circle.season_lengths, months, today)
        circle.seasons = [[since.isoformat(), length] for since, length in changed]
        circle.save(update_fields=["seasons"])
