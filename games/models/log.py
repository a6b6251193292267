"""The log of a game: deal, moves, and sealed choices that are not moves yet."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.game import Game


class Deal(models.Model):
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="deal")
    content = models.JSONField()
    # Hex key of the salts in `Game.commitment`, as secret as the deal.
    commitment_key = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"deal of {self.game_id}"


class Hand(models.Model):
    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="hands", db_index=False)
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField()

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "seat"], name="one_hand_per_seat"),
        ]

    def __str__(self) -> str:
        return f"hand {self.seat} of {self.deal_id}"


class Move(models.Model):
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
        return f"move {self.sequence} of {self.game_id}"


class SealedChoice(models.Model):
    """A choice made while others choose too. It has no time: when a player chose is private."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sealed_choices", db_index=False)
    seat = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=30)
    # Moves as JSON, and who chose them.
    content = models.JSONField()
    by = models.CharField(max_length=6)

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat", "decision"], name="one_choice_per_decision"),
        ]

    def __str__(self) -> str:
        return f"choice of {self.seat} in {self.game_id}"
