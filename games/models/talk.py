"""What players say to one another at a table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.names.display_names import NAME_LENGTH
from games.models.game import Game

MESSAGE_LENGTH = 500


class Message(models.Model):
    """Something a seat said, for everybody at the table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField()
    # Who said it, where that is known: another may have the seat by now.
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    # Their name at this table when they said it.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    text = models.CharField(max_length=MESSAGE_LENGTH)
    sent_at = models.DateTimeField(default=timezone.now)
    # An operator has hidden it from all.
    is_hidden = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        """Return where it was said, never what."""
        return f"message in {self.game_id}"


class Muting(models.Model):
    """A person who does not want to read what another says at one table. Only they are ever told."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "by", "person"], name="one_muting_per_pair"),
        ]

    def __str__(self) -> str:
        """Return at which table, never who."""
        return f"muting in {self.game_id}"
