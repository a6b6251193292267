"""Reads: what operators look at. It holds what was said, and by whom: nothing of how a game stands."""

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Act, Report

ACTS_SHOWN = 50


def list_open_reports(moderator: User) -> QuerySet[Report]:
    """Return the reports that wait, the oldest first, but for those of what the operator said."""
    return list_reports(moderator).filter(closed_at=None)


def list_reports(moderator: User) -> QuerySet[Report]:
    """Return all reports that an operator may look at: no one judges their own lines, or learns who reported them."""
    theirs = Report.objects.filter(Q(reported=None) | ~Q(reported=moderator))
    return theirs.select_related("game", "circle", "reporter", "reported", "message")


def list_acts(moderator: User) -> list[Act]:
    """Return what operators did lately, the latest first, but for what concerns the operator themselves."""
    acts = Act.objects.exclude(report__reported=moderator).select_related("moderator", "person", "report__game")
    return list(acts[:ACTS_SHOWN])


def list_told(user: User) -> list[Act]:
    """Return what operators did that concerns what a person said, the latest first."""
    return list(Act.objects.filter(person=user).exclude(kind=Act.Kind.DONE).select_related("report__game"))
