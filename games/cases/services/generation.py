"""Makes the cases of the coming days. Bots play until a game fits the level of its day."""

import secrets
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import structlog
from django.db import IntegrityError, transaction

from accounts.names.reserved import BOT_NAMES
from games.cases.days import find_site_day
from games.cases.levels import SATURDAY, choose_level
from games.models import Case
from games.rules.cases import Chosen, find_case_title, get_rules_of_cases, try_case
from games.rules.commitment import SIZE, commit, list_parts
from games.rules.engine.cases import Level, dump_fact
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat
from games.rules.record import dump_line, write_record
from games.state import wall_clock
from games.tables.services.moves import DICE

DAYS_AHEAD = 14
# How many seconds one run may take. Pushes wait in the same queue.
BUDGET, URGENT_BUDGET = 1.0, 5.0
# For how many days in a row the guilty seat may be the same.
MAX_IN_A_ROW = 2

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Slot:
    number: int
    day: date
    barred: Collection[Seat]
    is_urgent: bool = False


def make_due(now: datetime) -> None:
    """Make the cases of the coming days. Make none while the clock is in doubt."""
    slot = find_slot(now, DAYS_AHEAD)
    if slot is None or not wall_clock.is_settled(now):
        return
    for case in make_cases(now, DAYS_AHEAD, URGENT_BUDGET if slot.is_urgent else BUDGET):
        log.info("case made", number=case.number)


def make_cases(now: datetime, days: int, budget: float | None = None) -> Iterator[Case]:
    """Yield the cases made, until the `budget` of seconds is spent."""
    stops_at = None if budget is None else time.monotonic() + budget
    title = find_case_title()
    while slot := find_slot(now, days):
        chosen = _find_game(title, slot, stops_at)
        if chosen is None:
            return
        if case := _store(slot, chosen):
            yield case


def find_slot(now: datetime, days: int) -> Slot | None:
    today = find_site_day(now)
    last = list(Case.objects.order_by("-number").only("number", "day", "guilty")[:MAX_IN_A_ROW])
    day = max(today, last[0].day + timedelta(days=1)) if last else today
    if day >= today + timedelta(days=days):
        return None
    guilty = {case.guilty for case in last}
    barred = guilty if len(last) == MAX_IN_A_ROW and len(guilty) == 1 else ()
    return Slot(last[0].number + 1 if last else 1, day, barred, is_urgent=day == today)


def _find_game(title: AnyTitle, slot: Slot, stops_at: float | None) -> Chosen | None:
    levels = _list_levels(title, slot)
    while stops_at is None or time.monotonic() < stops_at:
        chosen = try_case(title, levels, DICE)
        if chosen and chosen.played.guilty not in slot.barred:
            return chosen
    return None


def _list_levels(title: AnyTitle, slot: Slot) -> list[Level]:
    """Return the levels to try for a slot.

    For today's case these include all levels of the same line-up, because players are waiting for it.
    """
    rules, _ = get_rules_of_cases(title)
    level = choose_level(title, slot.day)
    near = [other for other in rules.levels if other.lineup == level.lineup and other != level]
    return [level, *near] if slot.is_urgent else [level]


def _number_level(chosen: Chosen) -> int:
    """Return the number of a level. A level with a special role has the number of the level it replaces."""
    rules, _ = get_rules_of_cases(chosen.played.title)
    return rules.levels.index(chosen.level) + 1 if chosen.level in rules.levels else SATURDAY + 1


def _store(slot: Slot, chosen: Chosen) -> Case | None:
    """Store a case and return it.

    Return None if another process stored one for that day first.
    """
    played, key = chosen.played, secrets.token_bytes(SIZE)
    parts = list_parts(played.title, played.options, played.deal, played.state.rules)
    seats = len(played.title.dump_deal(played.deal).hands)
    try:
        with transaction.atomic():
            return Case.objects.create(
                number=slot.number,
                day=slot.day,
                level=_number_level(chosen),
                record=dump_line(write_record(played.title, played.options, played.deal, played.entries, played.state)),
                bots=DICE.sample(BOT_NAMES, seats),
                guilty=played.guilty,
                facts=[dump_fact(fact) for fact in chosen.review.facts],
                commitment=commit(parts, key),
                commitment_key=key.hex(),
            )
    except IntegrityError:
        return None
