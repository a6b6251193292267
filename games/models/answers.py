"""How a person answered lately: a cache over their finished games."""

from django.conf import settings
from django.db import models


class Answers(models.Model):
    """One person's last answers in finished games with others, as `games.clock.reliability` keeps them, latest last."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="answers")
    last = models.JSONField(default=list)

    def __str__(self) -> str:
        """Return whose they are, never how they answered."""
        return f"answers of {self.user_id}"
