"""Outages: times when no sweep ran, or changes of the wall clock."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Subquery, Value
from django.db.models.functions import Coalesce


class Outage(models.Model):
    """A time when the site was down, by wall clock.

    If the clock was set back, the outage ends before it began. The site's clock is the wall clock less all outages.
    Deadlines use the site's clock, so an outage changes no other row.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    # The sum of all outages up to this one.
    lost = models.DurationField()

    def __str__(self) -> str:
        return f"{self.began_at.isoformat()} to {self.ended_at.isoformat()}"


class SiteClock(NamedTuple):
    """How much time all outages took. `latest` is the primary key of the last one, or 0."""

    lost: timedelta
    latest: int


def name_site_clock() -> dict[str, Coalesce]:
    """Return annotations that read the site's clock together with another row."""
    latest = Outage.objects.order_by("-pk")
    return {
        "site_lost": Coalesce(Subquery(latest.values("lost")[:1]), Value(timedelta(0), output_field=DurationField())),
        "site_latest": Coalesce(Subquery(latest.values("pk")[:1]), 0),
    }


def read_site_clock(row: models.Model | None = None) -> SiteClock:
    """Return the site's clock. It needs no query if `row` has the annotations."""
    if row is not None and hasattr(row, "site_lost"):
        return SiteClock(row.site_lost, getattr(row, "site_latest", 0))
    latest = Outage.objects.order_by("-pk").values_list("lost", "pk").first()
    return SiteClock(*latest) if latest else SiteClock(timedelta(0), 0)


def read_lost() -> timedelta:
    return read_site_clock().lost


def find_wall_time(moment: datetime) -> datetime:
    """Convert a past time of the site's clock to wall clock."""
    begun = ExpressionWrapper(F("ended_at") - F("lost"), output_field=DateTimeField())
    before = Outage.objects.annotate(begun=begun).filter(begun__lte=moment).order_by("-pk")
    return moment + (before.values_list("lost", flat=True).first() or timedelta(0))
