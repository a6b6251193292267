"""What players say to one another at a table."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.game import Game

MESSAGE_LENGTH = 500


class Message(models.Model):
    """Something a seat said, for everybody at the table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=MESSAGE_LENGTH)
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        """Return where it was said, never what."""
        return f"message in {self.game_id}"
