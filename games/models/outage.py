"""Times that are nobody's: no sweep ran, or the wall clock was set. They are added when times are compared or shown."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Subquery, Value
from django.db.models.functions import Coalesce


class Outage(models.Model):
    """A row for each outage, by the wall clock; a clock that was put back makes one that ends before it began.

    The site's clock is the wall clock less all outages so far. It stands still during each, and is never set: what is
    due is stored by it, so an outage touches no other row.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    # How long all outages so far were together, this one among them: the site's clock is behind by so much.
    lost = models.DurationField()

    def __str__(self) -> str:
        return f"{self.began_at.isoformat()} to {self.ended_at.isoformat()}"


class SiteClock(NamedTuple):
    """How far the site's clock is behind the wall clock, and the primary key of the last outage, 0 before the first."""

    lost: timedelta
    latest: int


def name_site_clock() -> dict[str, Coalesce]:
    """Return expressions by which the site's clock is read along with another row, by the names of its columns."""
    latest = Outage.objects.order_by("-pk")
    return {
        "site_lost": Coalesce(Subquery(latest.values("lost")[:1]), Value(timedelta(0), output_field=DurationField())),
        "site_latest": Coalesce(Subquery(latest.values("pk")[:1]), 0),
    }


def read_site_clock(row: models.Model | None = None) -> SiteClock:
    """Return how the site's clock stands, without a query if it was read along with `row`."""
    if row is not None and hasattr(row, "site_lost"):
        return SiteClock(row.site_lost, getattr(row, "site_latest", 0))
    latest = Outage.objects.order_by("-pk").values_list("lost", "pk").first()
    return SiteClock(*latest) if latest else SiteClock(timedelta(0), 0)


def read_lost() -> timedelta:
    """Return how far the site's clock is behind the wall clock."""
    return read_site_clock().lost


def find_wall_time(moment: datetime) -> datetime:
    """Return at what time by the wall clock the site's clock showed a `moment` that has passed, after any outage."""
    begun = ExpressionWrapper(F("ended_at") - F("lost"), output_field=DateTimeField())
    before = Outage.objects.annotate(begun=begun).filter(begun__lte=moment).order_by("-pk")
    return moment + (before.values_list("lost", flat=True).first() or timedelta(0))
