"""Suspending, closing and restoring the accounts of reported users."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from games.circles.services import pass_circles_on
from games.models import Act, Report
from games.moderation.services.reports import DAYS, find_culprit, require_words, write_act
from games.personal_data.deletion import leave_tables, stop_waiting_for
from games.state.refusals import Refusal

log = structlog.get_logger(__name__)


def suspend(*, report: Report, moderator: User, words: str, days: int | None) -> None:
    """Suspend an account. Stand-ins take its seats in running games at once, and seats kept for it are free again.

    Without `days` the suspension lasts until it is lifted, and the user's circles pass on. Raises `Refusal("no_news")`
    if there is one already.
    """
    with transaction.atomic():
        words, person = require_words(words), find_culprit(report, moderator)
        if days is not None and days not in DAYS:
            raise Refusal("days")
        until = None if days is None else timezone.now() + timedelta(days=days)
        if not suspensions.suspend(person, words, until):
            raise Refusal("no_news")
        write_act(report, moderator, Act.Kind.SUSPEND, person, words, until)
    if until is None:
        pass_circles_on(person)
    stop_waiting_for(person)


def close(*, report: Report, moderator: User, words: str) -> None:
    """Close an account.

    The user and their bots leave their tables at once, and their circles pass on. The account is deleted a month later.
    """
    with transaction.atomic():
        words, person = require_words(words), find_culprit(report, moderator)
        if not suspensions.close(person, words):
            raise Refusal("no_news")
        write_act(report, moderator, Act.Kind.CLOSE, person, words)
    pass_circles_on(person)
    for account in (person, *person.bot_accounts.filter(left_at=None)):
        try:
            leave_tables(account)
        except Refusal as refusal:
            # The game has just begun or ended. If it has begun, a stand-in takes the seat of the closed account later.
            log.info("tables not left", reason=refusal.code)


@transaction.atomic
def give_back(*, report: Report, moderator: User) -> None:
    person = find_culprit(report, moderator)
    if not suspensions.give_back(person):
        raise Refusal("no_news")
    write_act(report, moderator, Act.Kind.BACK, person)
