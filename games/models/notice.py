"""The outbox: what is to be told to people by mail, written together with what made it true."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import Game


class Notice(models.Model):
    """One thing to be told to one person. It holds no text: the mail is made at its time, from what is true then."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        # No longer true when its time came.
        DROPPED = "dropped"
        # The recipient wants no such mail.
        UNWANTED = "unwanted"
        # The server of the recipient refuses for good.
        REFUSED = "refused"
        # It failed for a week, and not by fault of the address.
        GIVEN_UP = "given_up"

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    # The code of one of `games.post.kinds`.
    kind = models.CharField(max_length=20)
    # What tells two notices of a kind apart: `<game code>/<decision>`, the game's code, or `<game code>/<day>`.
    key = models.CharField(max_length=60)
    # The same in every attempt, so that a copy sent again after a crash is one mail to the reader.
    message_id = models.CharField(max_length=100, unique=True)
    written_at = models.DateTimeField(default=timezone.now)
    # Not before; moved on by each failed attempt.
    send_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    # When it was sent, dropped or given up.
    done_at = models.DateTimeField(null=True)

    class Meta:
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
