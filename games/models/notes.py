"""Private notes and suspicions. Both belong to the user, and `Player.opens_notes` shows both to others.

`at` is the number of moves made before. `number` counts per user and table, because a shared counter would show how
much others write.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

NOTE_LENGTH = 500


class Note(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    at = models.PositiveIntegerField()
    text = models.CharField(max_length=NOTE_LENGTH)

    class Meta:
        ordering: ClassVar[list[str]] = ["at", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "author", "number"], name="one_note_per_number"),
        ]

    def __str__(self) -> str:
        return f"note in {self.game_id}"


class Suspicion(models.Model):
    """How much a player suspects another, from 1 to 5. Only the last change between two moves is stored."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.PositiveIntegerField()
    about = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["at", "about"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "author", "about", "at"], name="one_suspicion_per_moment"),
        ]

    def __str__(self) -> str:
        return f"suspicion in {self.game_id}"
