"""Former holders of a seat."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import NAME_LENGTH
from games.models.game import Game


class FormerPlayer(models.Model):
    """A user who left, was removed before the deal, declined with a reason, or was replaced by a substitute."""

    class Declined(models.TextChoices):
        LATER = "later", _("not now")
        TITLE = "title", _("doesn’t play this game")
        SEATS = "seats", _("doesn’t play with so many people")
        PACE = "pace", _("doesn’t play at this pace")
        OPTIONS = "options", _("doesn’t play by these rules")
        OTHER = "other", _("gives no reason")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="former_players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="former_players")
    # The name at this table. Empty before the deal, and after the account was deleted.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    # Whether the host removed the user.
    removed = models.BooleanField(default=False)
    # Why the user declined the invitation.
    declined = models.CharField(max_length=10, choices=Declined.choices, default="", db_default="", blank=True)
    left_at = models.DateTimeField(default=timezone.now)
    # The part of the log that was theirs, without `until`; null for those who left before the deal.
    since = models.PositiveIntegerField(default=0)
    until = models.PositiveIntegerField(null=True)
    # Until they hand them over.
    marks = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}, left"
