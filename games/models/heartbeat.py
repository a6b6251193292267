"""When the sweep last ran: how the site knows that it was down."""

from django.db import models


class Heartbeat(models.Model):
    """One row, with the primary key 1: the time of the last sweep, by the clock that deadlines are read from."""

    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        """Return the time."""
        return self.beat_at.isoformat()
