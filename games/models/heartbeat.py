"""When periodic work last ran."""

from django.db import models


class Heartbeat(models.Model):
    """A single row, with primary key 1. `beat_at` is the time of the last sweep, by the clock of deadlines."""

    beat_at = models.DateTimeField()
    # When each machine that sweeps started, by wall clock.
    boots = models.JSONField(default=dict)
    # Since when sweeps wait, because the clock jumped and nothing has confirmed the new time.
    doubted_since = models.DateTimeField(null=True)
    # When a site operator accepted the clock, and the last certain sweep before the jump.
    accepted_at = models.DateTimeField(null=True)
    sure_at = models.DateTimeField(null=True)
    # Since when the mail server is down or refuses us.
    refused_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.beat_at.isoformat()
