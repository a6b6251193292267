"""Cases of the day. Visitors keep the fields of an `Investigation` in their session (`games.cases.runs`)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Case(models.Model):
    """A case of the day. It is written days ahead and never changed, and no page shows it before its day."""

    number = models.PositiveIntegerField(unique=True)
    day = models.DateField(unique=True)
    # How hard the case is, from 1, the easiest, to 7.
    level = models.PositiveSmallIntegerField()
    # A line of `games.rules.record`; JSONB would not keep the order of keys.
    record = models.TextField()
    # Names by seat.
    bots = models.JSONField()
    guilty = models.PositiveSmallIntegerField()
    # Written by `games.rules.engine.cases`.
    facts = models.JSONField()
    # The commitment to the deal and its key.
    commitment = models.CharField(max_length=64)
    commitment_key = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]

    def __str__(self) -> str:
        return f"case {self.number}"


class Investigation(models.Model):
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="investigations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="investigations", db_index=False
    )
    # Scenes seen.
    seen = models.PositiveSmallIntegerField(default=1)
    has_clue = models.BooleanField(default=False)
    # How many scenes were seen when the clue was bought.
    clue_at = models.PositiveSmallIntegerField(default=0, db_default=0)
    # The plays that the reader marked, and the level of suspicion by seat.
    marks = models.JSONField(default=list)
    steps = models.JSONField(default=dict)
    accused = models.PositiveSmallIntegerField(null=True)
    # Set with `accused`. A case solved in time counts in the streak.
    is_right = models.BooleanField(default=False)
    is_in_time = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True)
    by_api = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "case"], name="one_investigation_per_person"),
        ]

    def __str__(self) -> str:
        return f"investigation of {self.case_id}"


class CaseTally(models.Model):
    """How many readers, visitors included, accused a seat after so many scenes."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    # Scenes seen, and one more with a clue.
    scenes = models.PositiveSmallIntegerField()
    accused = models.PositiveSmallIntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["case", "scenes", "accused"], name="one_tally_per_accusation"),
        ]

    def __str__(self) -> str:
        return f"tally of {self.case_id}"


class CaseReminder(models.Model):
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="case_reminders", db_index=False
    )
    # A code of `games.notifications.channels`, or the feed.
    channel = models.CharField(max_length=10)
    hour = models.PositiveSmallIntegerField()
    # When the reminder is next due. Each failed attempt moves it on. Null while reminders are off, and for the feed.
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # On how many days in a row the channel has failed. Email does not count them.
    failed_days = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "channel"], name="one_case_reminder_per_channel"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="case_reminders_by_time", condition=models.Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"case reminder by {self.channel}"
