"""What moderators see: messages and their authors, and nothing of the game."""

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Act, Report

ACTS_SHOWN = 50


def list_open_reports(moderator: User) -> QuerySet[Report]:
    return list_reports(moderator).filter(closed_at=None)


def list_reports(moderator: User) -> QuerySet[Report]:
    """Return the open reports, except those about the moderator's own words."""
    theirs = Report.objects.filter(Q(reported=None) | ~Q(reported=moderator))
    return theirs.select_related("game", "circle", "reporter", "reported", "message").prefetch_related("acts")


def list_acts(moderator: User) -> list[Act]:
    acts = Act.objects.exclude(report__reported=moderator).select_related("moderator", "person", "report__game")
    return list(acts[:ACTS_SHOWN])


def list_told(user: User) -> list[Act]:
    return list(Act.objects.filter(person=user).exclude(kind=Act.Kind.DONE).select_related("report__game"))
