"""The truth about a game: what was dealt, every move in order, and the sealed choices not yet among them."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.game import Game


class Deal(models.Model):
    """What chance decided for all."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="deal")
    content = models.JSONField()
    # What the salts of `Game.commitment` are made from, in hexadecimal: as secret as the deal. Older deals have none.
    commitment_key = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        """Return whose deal it is, never what was dealt."""
        return f"deal of {self.game_id}"


class Hand(models.Model):
    """What chance gave to one seat, for its eyes only."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="hands", db_index=False)
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField()

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "seat"], name="one_hand_per_seat"),
        ]

    def __str__(self) -> str:
        """Return whose hand it is, never what it holds."""
        return f"hand {self.seat} of {self.deal_id}"


class Move(models.Model):
    """One line of the log. Lines are added, never changed or removed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", db_index=False)
    sequence = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField()
    by = models.CharField(max_length=6)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["sequence"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "sequence"], name="one_move_per_sequence"),
        ]

    def __str__(self) -> str:
        """Return the place in the log, never the move."""
        return f"move {self.sequence} of {self.game_id}"


class SealedChoice(models.Model):
    """What a seat has chosen while others choose too. No time is kept: when a player chose is their own business."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sealed_choices", db_index=False)
    seat = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=30)
    # The moves, each as JSON, and who chose them.
    content = models.JSONField()
    by = models.CharField(max_length=6)

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat", "decision"], name="one_choice_per_decision"),
        ]

    def __str__(self) -> str:
        """Return whose choice it is, never what was chosen."""
        return f"choice of {self.seat} in {self.game_id}"
