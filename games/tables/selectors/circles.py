"""What members of a circle see of its tables apart from playing there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Game, Member, Player
from games.rules.engine.protocol import AnyTitle
from games.state.company import list_company
from games.tables.selectors.invitations import is_for, was_removed

THIS_WEEK = timedelta(days=6)
"""Weekly tables opened within this time are of one week. It is shorter than a week, as a table may open late."""


@dataclass(frozen=True)
class WeeklyAnswers:
    """A weekly table as members see it. `out` are the names of those who do not come this week."""

    circle: str
    circle_name: str
    weekly: str
    out: tuple[str, ...]
    am_out: bool


@dataclass(frozen=True)
class TakenTable:
    """A table that began without the reader. `weekly` is "" unless they can open another one or sit down there."""

    name: str
    title: AnyTitle
    circle: str
    circle_name: str
    names: tuple[str, ...]
    watch_key: str
    is_over: bool
    # Every seat was taken.
    is_full: bool
    weekly: str
    # Of another table that waits for players; "" if there is none.
    open_code: str
    next_at: datetime | None


def describe_answers(game: Game, user: User | None) -> WeeklyAnswers | None:
    """Return None to those who do not belong to the circle, and at other tables."""
    if game.circle is None or game.weekly_table is None or user is None or not is_for(game, user):
        return None
    now, weekly, seated = timezone.now(), game.weekly_table.code, set(game.players.values_list("user", flat=True))
    members = Member.objects.filter(circle=game.circle_id, invited=False).select_related("user").order_by("pk")
    out = [row.user for row in members if row.is_out(weekly, now) and row.user_id not in seated]
    return WeeklyAnswers(
        circle=game.circle.code,
        circle_name=game.circle.shown_name,
        weekly=weekly,
        out=tuple(person.shown_name for person in out if person.pk != user.pk),
        am_out=user in out,
    )


def find_taken(game: Game, players: Sequence[Player], user: User) -> TakenTable | None:
    """Describe a game that has begun to a member of its circle, as the circle's page does.

    Return None to others and to those that the host removed.
    """
    if game.circle is None or not is_for(game, user) or was_removed(game, user):
        return None
    members = set(Member.objects.filter(circle=game.circle_id, invited=False).values_list("user", flat=True))
    known = [player for player in players if player.user_id is None or player.user_id in members]
    weekly = game.weekly_table
    is_lately = weekly is not None and game.opened_at > timezone.now() - THIS_WEEK
    waiting = weekly.games.filter(status=Game.Status.OPEN).first() if weekly and is_lately else None
    return TakenTable(
        name=game.name,
        title=game.played_by,
        circle=game.circle.code,
        circle_name=game.circle.shown_name,
        names=list_company(known),
        watch_key=game.watch_key if game.is_watchable else "",
        is_over=not game.is_running,
        is_full=game.planned_seats is None,
        weekly=weekly.code if weekly and is_lately else "",
        open_code=waiting.code if waiting else "",
        next_at=weekly.next_at if weekly and not weekly.paused else None,
    )
