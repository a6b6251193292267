"""When work was last done: how the site knows that it was down, and that its mail server will have none of it."""

from django.db import models


class Heartbeat(models.Model):
    """One row, with the primary key 1: the time of the last sweep, by the clock that deadlines are read from."""

    beat_at = models.DateTimeField()
    # Since when the mail server has refused us as senders and taken no mail; NULL while it takes some.
    refused_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Return the time."""
        return self.beat_at.isoformat()
