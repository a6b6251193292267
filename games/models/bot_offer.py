from typing import ClassVar

from django.conf import settings
from django.db import models


class BotOffer(models.Model):
    """A bot account takes invitations to a title, at tables with some numbers of seats. Everyone may see it."""

    # The index of the constraint begins with it.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bot_offers", db_index=False
    )
    title = models.CharField(max_length=20)
    # A list of numbers, in ascending order.
    seats = models.JSONField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "title"], name="one_offer_per_title"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} plays {self.title}"
