"""What a person notes for themselves while a game runs, and whom they suspect. `Player.opens_notes` opens both.

Both belong to the person and not to the seat, and both are dated by `at`, how many moves the log had. Neither has a key
that grows with what others write: `number` counts the notes of one person at one table.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game

NOTE_LENGTH = 500


class Note(models.Model):
    """A short text of a person's own."""

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
        """Return where it was written, never what."""
        return f"note in {self.game_id}"


class Suspicion(models.Model):
    """What a person came to think of a seat: one of the title's five steps, from 1 to 5.

    Only changes are kept, the last one made between two moves.
    """

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
        """Return where it was noted, never what."""
        return f"suspicion in {self.game_id}"
