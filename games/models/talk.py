"""Talk at a table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.names.display_names import NAME_LENGTH
from games.models.game import Game

MESSAGE_LENGTH = 500


class Message(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField()
    # The author is stored, because someone else may have taken the seat since.
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    # The author's name when it was said.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    text = models.CharField(max_length=MESSAGE_LENGTH)
    sent_at = models.DateTimeField(default=timezone.now)
    # Whether a moderator hid it.
    is_hidden = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"message in {self.game_id}"


class Muting(models.Model):
    """`by` does not see what `person` says at the table. Only `by` knows of it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "by", "person"], name="one_muting_per_pair"),
        ]

    def __str__(self) -> str:
        return f"muting in {self.game_id}"
