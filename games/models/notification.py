"""The outbox: what is to be told to people, written together with what made it true, and how it went out."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import make_message_id
from games.models.game import Game


class Notification(models.Model):
    """One thing to be told to one person. It holds no text: that is made at its time, from what is true then."""

    class State(models.TextChoices):
        WAITING = "waiting"
        # Its time came, and there is a delivery for each channel of the recipient's.
        TOLD = "told"
        # No longer true when its time came.
        DROPPED = "dropped"
        # The recipient wants it on no channel.
        UNWANTED = "unwanted"

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notifications")
    # The code of one of `games.notifications.types`.
    kind = models.CharField(max_length=20)
    # What tells two notices of a kind apart: `<game code>/<decision>`, the game's code, or `<game code>/<day>`.
    key = models.CharField(max_length=60)
    written_at = models.DateTimeField(default=timezone.now)
    # Not before.
    send_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # When it was last handed to the channels. A reminder may be told more than once, and waits in between.
    told_at = models.DateTimeField(null=True)
    # Of a reminder: the threshold that was told last, by the time that is left then. No greater one is told after it.
    told_left = models.DurationField(null=True)

    class Meta:
        db_table = "games_notice"
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["recipient", "kind", "key"], name="one_notice_per_event"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["send_at"], name="notices_by_time", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        """Return what it is about, never to whom it goes."""
        return f"{self.kind} of {self.game_id}"


class Delivery(models.Model):
    """A notice on its way by one channel, and what came of it."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        # No longer true, or seen, when its turn came.
        DROPPED = "dropped"
        # The channel refuses for good, and is paused.
        REFUSED = "refused"
        # It failed for a week.
        GIVEN_UP = "given_up"

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="deliveries", db_index=False, db_column="notice_id"
    )
    # The code of one of `games.notifications.channels`.
    channel = models.CharField(max_length=10)
    # Which telling of the notice it belongs to.
    told_at = models.DateTimeField()
    # The same in every attempt, so that a copy sent again after a crash is one mail to the reader. Deliveries that went
    # out together have that of the first.
    message_id = models.CharField(max_length=100, default=make_message_id)
    # Not before; moved on by each failed attempt.
    send_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    # When it was sent, dropped or given up.
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["notification", "channel", "told_at"], name="one_delivery_per_telling"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["send_at"], name="deliveries_by_time", condition=Q(state="waiting")),
            # Not by `db_index`: on PostgreSQL that makes a second one for LIKE.
            models.Index(fields=["message_id"], name="deliveries_by_message"),
        ]

    def __str__(self) -> str:
        """Return what it is about and the way it goes, never to whom."""
        return f"{self.notification} by {self.channel}"
