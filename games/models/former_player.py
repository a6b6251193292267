"""People who held a seat of a game and no longer do."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.names.display_names import NAME_LENGTH
from games.models.game import Game


class FormerPlayer(models.Model):
    """A person who gave up their seat, was removed before the deal, or whose seat a substitute took over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="former_players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_players")
    # Their name at this table; empty before the deal, and once the account is deleted.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    # The host took the seat from them.
    removed = models.BooleanField(default=False)
    left_at = models.DateTimeField(default=timezone.now)
    # From where up to before where the log was theirs. `until` is null for those who left before the deal.
    since = models.PositiveIntegerField(default=0)
    until = models.PositiveIntegerField(null=True)
    # What they had marked, as long as they have not handed it over.
    marks = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}, left"
