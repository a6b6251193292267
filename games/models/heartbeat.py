"""When work was last done: how the site knows that it was down, and that its mail server will have none of it."""

from django.db import models


class Heartbeat(models.Model):
    """One row, with the primary key 1: the time of the last sweep, by the clock that deadlines are read from."""

    beat_at = models.DateTimeField()
    # When each machine that sweeps was started, by its wall clock at its last sweep: a timestamp by the start's name.
    boots = models.JSONField(default=dict)
    # Since when sweeps wait, as the clock jumped and nothing says that it is right.
    doubted_since = models.DateTimeField(null=True)
    # When an operator took the clock's word for a jump, and the last beat before it, the last time that was sure.
    accepted_at = models.DateTimeField(null=True)
    sure_at = models.DateTimeField(null=True)
    # Since when the mail server was away, or refused us as senders, and took no mail; NULL while it takes some.
    refused_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.beat_at.isoformat()
