"""Circles: groups of friends."""

from datetime import UTC, date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from games.clock.weekly import SEASON_MONTHS
from insidejob.codes import LENGTH, make_code


class Circle(models.Model):
    NAME_LENGTH = 40

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    # By an operator, until it changes.
    is_name_hidden = models.BooleanField(default=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_circles")
    # Key of the link; it changes when a member is removed or the owner asks.
    invitation = models.CharField(max_length=LENGTH, unique=True, default=make_code)
    made_at = models.DateTimeField(default=timezone.now)
    # First days and numbers of months, such as `[["2026-07-01", 1]]`.
    seasons = models.JSONField(default=list, db_default=[])

    def __str__(self) -> str:
        return self.code

    @property
    def season_lengths(self) -> list[tuple[date, int]]:
        """The first season begins with the circle's month."""
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

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["circle", "user"], name="one_membership_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.circle_id}/{self.user_id}"
