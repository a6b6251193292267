from typing import ClassVar

from django.conf import settings
from django.db import models


class TableAlert(models.Model):
    """A user's wish for a message when a public table opens. Empty fields mean any."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_alert")
    title = models.CharField(max_length=20, blank=True, default="")
    # A code of `games.clock.presets`.
    pace = models.CharField(max_length=20, blank=True, default="")
    # Of the host.
    language = models.CharField(max_length=10, blank=True, default="")

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"alert of {self.user_id}"
