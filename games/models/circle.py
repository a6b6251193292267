"""Circles: groups of friends."""

from datetime import UTC, date, datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Audience, User
from games.clock.weekly import SEASON_MONTHS, Season
from insidejob.codes import LENGTH, make_code


class Circle(models.Model):
    NAME_LENGTH = 40

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    # Whether a moderator hid the name. A new name is shown again.
    is_name_hidden = models.BooleanField(default=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_circles")
    # Key of the link; it changes when a member is removed or the owner asks.
    invitation = models.CharField(max_length=LENGTH, unique=True, default=make_code)
    made_at = models.DateTimeField(default=timezone.now)
    # First days and numbers of months, such as `[["2026-07-01", 1]]`.
    seasons = models.JSONField(default=list, db_default=[])
    # The results of seasons that ended until then are stored.
    seasons_closed_until = models.DateField(null=True, db_index=True)

    def __str__(self) -> str:
        return self.code

    @property
    def season_lengths(self) -> list[tuple[date, int]]:
        """The lengths of the seasons, as `games.clock.weekly` takes them.

        The first season begins with the month when the circle was made.
        """
        first = self.made_at.astimezone(UTC).date().replace(day=1)
        return [(date.fromisoformat(since), months) for since, months in self.seasons] or [(first, SEASON_MONTHS)]

    @property
    def shown_name(self) -> str:
        return gettext("Circle with a hidden name") if self.is_name_hidden else self.name


class Member(models.Model):
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    invited = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)
    # By the code of a weekly table: until when the member does not come.
    not_until = models.JSONField(default=dict, db_default={})

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["circle", "user"], name="one_membership_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.circle_id}/{self.user_id}"

    def is_out(self, weekly_table: str, now: datetime) -> bool:
        """Whether the member does not come to a weekly table this week."""
        until = self.not_until.get(weekly_table)
        return until is not None and datetime.fromisoformat(until) > now


class ClosedSeason(models.Model):
    """The results of a season, as they were when it ended."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="closed_seasons", db_index=False)
    first = models.DateField()
    end = models.DateField()
    # Finished games by title.
    games = models.JSONField(default=dict)
    # Which pairs won games on one side, as rows of `games.circles.seasons.Pair`.
    pairs = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar[list[str]] = ["first"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["circle", "first"], name="one_closed_season"),
        ]

    def __str__(self) -> str:
        return f"{self.circle_id}/{self.first:%Y-%m}"

    @property
    def season(self) -> Season:
        return Season(self.first, self.end)


class SeasonMember(models.Model):
    """What one member did in a closed season, whether or not they still belong to the circle."""

    season = models.ForeignKey(ClosedSeason, on_delete=models.CASCADE, related_name="members", db_index=False)
    # In `pairs` of the season.
    number = models.PositiveSmallIntegerField()
    # Null once nothing else needs the row of a deleted account.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="closed_seasons"
    )
    # The people who could see the statistics of a deleted account.
    shown_to = models.CharField(max_length=10, blank=True, default="")
    # Groups of `games.circles.seasons.group`.
    results = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "number"], name="one_result_per_member"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.number}"

    @property
    def person(self) -> User:
        """The user; for a deleted account a blank one that shows its statistics as before."""
        user = self.user or User(left_at=timezone.now(), code="")
        if user.left_at:
            user.statistics_shown_to = self.shown_to or Audience.NOBODY
        return user
