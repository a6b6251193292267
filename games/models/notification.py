"""The outbox of notifications, and their deliveries."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import make_message_id
from games.models.game import Game


class Notification(models.Model):
    """One thing to tell one user. Its text is made when it is sent, from what is true then."""

    class State(models.TextChoices):
        WAITING = "waiting"
        TOLD = "told"
        # Dropped, because it was no longer true when it was due.
        DROPPED = "dropped"
        # Not sent, because the user wants it on no channel.
        UNWANTED = "unwanted"

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notifications")
    # A code of `games.notifications.types`.
    kind = models.CharField(max_length=20)
    # Unique within a type, such as `<game code>/<decision>`.
    key = models.CharField(max_length=60)
    written_at = models.DateTimeField(default=timezone.now)
    send_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # When deliveries were last created. For a reminder this may happen several times.
    told_at = models.DateTimeField(null=True)
    # At a reminder's last threshold; later ones are shorter.
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
        return f"{self.kind} of {self.game_id}"


class Delivery(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        # Dropped, because it was no longer true when due, or the user had seen it.
        DROPPED = "dropped"
        # Refused for good; the channel is paused.
        REFUSED = "refused"
        # Given up after a week.
        GIVEN_UP = "given_up"

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, related_name="deliveries", db_index=False, db_column="notice_id"
    )
    # A code of `games.notifications.channels`.
    channel = models.CharField(max_length=10)
    # When the notification created it.
    told_at = models.DateTimeField()
    # The same in every attempt, so a repeat after a crash looks like one email. A bundle shares one; what waits while
    # the rest of its bundle goes gets another.
    message_id = models.CharField(max_length=100, default=make_message_id)
    send_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    # When its state changed from WAITING to another.
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["notification", "channel", "told_at"], name="one_delivery_per_telling"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["send_at"], name="deliveries_by_time", condition=Q(state="waiting")),
            # `db_index` would add an index for LIKE on PostgreSQL.
            models.Index(fields=["message_id"], name="deliveries_by_message"),
        ]

    def __str__(self) -> str:
        return f"{self.notification} by {self.channel}"
