"""Tables that a circle opens every week."""

from dataclasses import asdict, fields
from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.clock.weekly import Weekly
from games.models.circle import Circle
from games.models.game import Terms
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from insidejob.codes import LENGTH, make_code

TERMS = {field.name for field in fields(Terms)}


class WeeklyTable(models.Model):
    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="weekly_tables")
    title = models.CharField(max_length=20)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField()
    # The fields of `Terms`.
    terms = models.JSONField()
    # Whether bots take the free seats after a day.
    bots_fill = models.BooleanField(default=False)
    # While members are left over, another table opens when one is full.
    opens_more = models.BooleanField(default=False, db_default=False)
    # Monday is 0, in `zone`.
    weekday = models.PositiveSmallIntegerField()
    at = models.TimeField()
    zone = models.CharField(max_length=64)
    # When the next table opens, by wall clock. Skipping a week moves it.
    next_at = models.DateTimeField()
    paused = models.BooleanField(default=False)
    # How many tables in a row stayed empty.
    empty_weeks = models.PositiveSmallIntegerField(default=0)

    class Meta:
        # The database keeps the table's first name, as for `Game.weekly_table`.
        db_table = "games_recurringtable"
        ordering: ClassVar[list[str]] = ["weekday", "at", "pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["next_at"], name="recurring_by_time", condition=Q(paused=False)),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def weekly(self) -> Weekly:
        return Weekly(self.weekday, self.at, self.zone)

    @property
    def known_title(self) -> AnyTitle | None:
        return TITLES.get(self.title)

    def read_terms(self) -> Terms:
        return Terms(**{name: value for name, value in self.terms.items() if name in TERMS})

    def store_terms(self, terms: Terms) -> None:
        self.terms = asdict(terms)
