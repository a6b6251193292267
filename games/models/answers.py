"""How users answered lately."""

from django.conf import settings
from django.db import models


class Answers(models.Model):
    """How reliably a user answers: a cache of their finished games with others, as `games.clock.reliability` counts
    it.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="answers")
    last = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"answers of {self.user_id}"
