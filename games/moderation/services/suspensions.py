"""Keeping people out who were reported: suspending their accounts, closing them, and giving them back."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from games.models import Act, Report
from games.moderation.services.reports import DAYS, find_culprit, require_words, write_act
from games.personal_data.deletion import leave_tables
from games.state.refusals import Refusal

log = structlog.get_logger(__name__)


@transaction.atomic
def suspend(*, report: Report, moderator: User, words: str, days: int | None) -> None:
    """Suspend the account of a line's author for so many days, or until it is given back.

    Raises `Refusal`: "days", "no_news" if it is suspended already, and those of `require_words` and `find_culprit`.
    """
    words, person = require_words(words), find_culprit(report, moderator)
    if days is not None and days not in DAYS:
        raise Refusal("days")
    until = None if days is None else timezone.now() + timedelta(days=days)
    if not suspensions.suspend(person, words, until):
        raise Refusal("no_news")
    write_act(report, moderator, Act.Kind.SUSPEND, person, words, until)


def close(*, report: Report, moderator: User, words: str) -> None:
    """Close the account of a line's author: their tables are left at once, and in a month it is deleted.

    Raises `Refusal`: "no_news" if it is closed already, and those of `require_words` and `find_culprit`.
    """
    with transaction.atomic():
        words, person = require_words(words), find_culprit(report, moderator)
        if not suspensions.close(person, words):
            raise Refusal("no_news")
        write_act(report, moderator, Act.Kind.CLOSE, person, words)
    try:
        leave_tables(person)
    except Refusal as refusal:
        # A game has just begun or ended. The account is shut, so that a stand-in comes there as for anyone absent.
        log.info("tables not left", reason=refusal.code)


@transaction.atomic
def give_back(*, report: Report, moderator: User) -> None:
    """Give back the account of a line's author. Raises `Refusal`: "no_news", and those of `find_culprit`."""
    person = find_culprit(report, moderator)
    if not suspensions.give_back(person):
        raise Refusal("no_news")
    write_act(report, moderator, Act.Kind.BACK, person)
