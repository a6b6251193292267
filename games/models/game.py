"""A game: its terms, state and deadline."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.availability.waking_hours import postpone
from games.clock.table_clock import DEFAULT_PACE, DEFAULT_VOTE_TIME, Clock, make_clock
from games.models.outage import Outage, SiteClock, name_site_clock, read_site_clock
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import find_rules, get_rules
from games.wording import table_names
from insidejob.cache_stamps import forget_stamps, name_table
from insidejob.codes import LENGTH, make_code

HOUSE_NAME_LENGTH = 24

EVER_PAUSED = Q(due_at__isnull=False) & (Q(paused_at__isnull=False) | ~Q(pauses=[]))
"""Running games only."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """`Game` explains the fields."""

    pace: int = DEFAULT_PACE
    vote_time: int = DEFAULT_VOTE_TIME
    bank: int = 0
    sleeps: bool = False
    vacations: bool = False
    talk: str = "open"
    in_time_only: bool = False
    is_public: bool = False
    guests_welcome: bool = False
    allows_bots: bool = False
    watchers: str = "none"
    house_name: str = ""
    is_house_name_hidden: bool = False

    def limit_watchers(self, *, has_circle: bool) -> "Terms":
        """No circle, no members to watch."""
        is_empty = self.watchers == Game.Watchers.CIRCLE and not has_circle
        return replace(self, watchers=Game.Watchers.NONE) if is_empty else self


class TimedGames(models.Manager["Game"]):
    def get_queryset(self) -> models.QuerySet["Game"]:
        return super().get_queryset().annotate(**name_site_clock())


class Game(models.Model):
    """`ended_at` and `result` are caches of the log, updated by `tables.services.moves`."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"
        # By agreement.
        AGREED = "agreed"
        # Before the deal.
        CANCELLED = "cancelled"

    class Talk(models.TextChoices):
        """During a game; before and after it players may always talk."""

        OPEN = "open", gettext_lazy("At any time")
        BETWEEN = "between", gettext_lazy("Between tricks or rounds, and before a vote")
        OFF = "off", gettext_lazy("Not until the game is over")

    class Watchers(models.TextChoices):
        NONE = "none", gettext_lazy("No one")
        CIRCLE = "circle", gettext_lazy("Members of the circle")
        LINK = "link", gettext_lazy("Anyone with the link")

    class Kept(models.IntegerChoices):
        """What `site.retention` has still to delete."""

        NOTHING = 0
        TALK = 1
        # Notifications and talk.
        ALL = 2

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # Key of the link, empty until a user is removed, then new each time.
    invitation = models.CharField(max_length=LENGTH, blank=True)
    # Key of a word; if empty, `code` determines it.
    table_name = models.CharField(max_length=table_names.LENGTH, blank=True, db_column="operation")
    title = models.CharField(max_length=20)
    rules = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games")
    # Seconds; `vote_time` for decisions with talk before them.
    pace = models.PositiveIntegerField(default=DEFAULT_PACE)
    vote_time = models.PositiveIntegerField(default=DEFAULT_VOTE_TIME)
    # For new players and those who answered in time lately.
    in_time_only = models.BooleanField(default=False)
    # Listed until full.
    is_public = models.BooleanField(default=False)
    guests_welcome = models.BooleanField(default=False)
    # Bot accounts may join. With one, the game counts in no statistics.
    allows_bots = models.BooleanField(default=False, db_default=False)
    has_bot_account = models.BooleanField(default=False, db_default=False)
    # Fixed. With `LINK`, a running public table is listed.
    # `db_default`: the last release may still open tables.
    watchers = models.CharField(
        max_length=10, choices=Watchers.choices, default=Watchers.NONE, db_default=Watchers.NONE
    )
    # For watchers; `code` would lead to a seat of an open table.
    watch_key = models.CharField(max_length=LENGTH, blank=True, default="", db_default="")
    # By the host, while it runs.
    watching_closed = models.BooleanField(default=False, db_default=False)
    # For this table only. Such games count in no statistics.
    house_name = models.CharField(max_length=HOUSE_NAME_LENGTH, blank=True, default="")
    # By an operator.
    is_house_name_hidden = models.BooleanField(default=False)
    # Time passes only while a player is awake. The bank is in seconds.
    sleeps = models.BooleanField(default=False)
    bank = models.PositiveIntegerField(default=0)
    # Whether the table waits during vacations.
    vacations = models.BooleanField(default=False, db_column="holidays")
    talk = models.CharField(max_length=10, choices=Talk.choices, default=Talk.OPEN)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    # Shared by rematches.
    series = models.CharField(max_length=LENGTH, blank=True)
    # By `games.rules.commitment`; older games have none.
    commitment = models.CharField(max_length=64, blank=True)
    circle = models.ForeignKey("games.Circle", null=True, on_delete=models.SET_NULL, related_name="games")
    # What opened it.
    recurring = models.ForeignKey(
        "games.RecurringTable", null=True, on_delete=models.SET_NULL, related_name="games", db_index=False
    )
    # By the site's clock: an open table starts with those present, or with bots, or closes.
    settle_at = models.DateTimeField(null=True)
    bots_fill = models.BooleanField(default=False, db_default=False)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # Grows with all that every player may notice. Pages poll it.
    version = models.PositiveIntegerField(default=0)
    # New and random with each move: the id of the log's content.
    stamp = models.CharField(max_length=LENGTH, blank=True)
    # Primary key: pages skip a query for new messages.
    last_said = models.PositiveBigIntegerField(default=0)
    # By the site's clock (`Outage`), only while running. `until` has it by wall clock.
    due_at = models.DateTimeField(null=True)
    # During a pause: start and earlier deadline, by wall clock; `due_at` is then its end. `granted_by` is the seat that
    # gave more time.
    paused_at = models.DateTimeField(null=True)
    paused_due = models.DateTimeField(null=True)
    granted_by = models.PositiveSmallIntegerField(null=True)
    # By wall clock; not counted as time to answer.
    pauses = models.JSONField(default=list)
    # Public: number of moves, code of `rules.engine.narration`, seat.
    clock_moves = models.JSONField(default=list)
    # When `due_at` was set.
    outage_counted = models.PositiveBigIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    # The players' `Answers` need an update.
    answers_due = models.BooleanField(default=False)
    result = models.JSONField(null=True)
    kept = models.PositiveSmallIntegerField(choices=Kept.choices, default=Kept.ALL)

    objects: ClassVar[models.Manager["Game"]] = models.Manager()
    timed: ClassVar[TimedGames] = TimedGames()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="games_by_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["ended_at"], name="games_answers_due", condition=Q(answers_due=True)),
            models.Index(fields=["opened_at"], name="games_open", condition=Q(status="open")),
            models.Index(fields=["opened_at"], name="games_public", condition=Q(status="open", is_public=True)),
            models.Index(
                fields=["started_at"],
                name="games_to_watch",
                condition=Q(status="running", is_public=True, watchers="link"),
            ),
            models.Index(
                fields=["kept", "ended_at"], name="games_to_tidy", condition=Q(kept__gt=0, ended_at__isnull=False)
            ),
            models.Index(fields=["opened_at"], name="games_dead", condition=Q(kept__gt=0, status="cancelled")),
            models.Index(fields=["paused_at"], name="games_paused", condition=EVER_PAUSED),
            models.Index(fields=["series"], name="games_series", condition=~Q(series="")),
            models.Index(
                fields=["recurring", "opened_at"], name="games_recurring", condition=Q(recurring__isnull=False)
            ),
            models.Index(
                fields=["settle_at"], name="games_to_settle", condition=Q(status="open", settle_at__isnull=False)
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["recurring"],
                name="one_open_table_per_recurring",
                condition=Q(status="open", recurring__isnull=False),
            ),
            models.UniqueConstraint(fields=["watch_key"], name="one_game_per_watch_key", condition=~Q(watch_key="")),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_watchable(self) -> bool:
        """Now, by those who may."""
        return self.is_running and self.watchers != self.Watchers.NONE and not self.watching_closed

    def grow(self) -> None:
        """Wake waiting pages on commit. The caller saves `version`."""
        self.version += 1
        forget_stamps(name_table(self.code))

    @property
    def played_by(self) -> AnyTitle:
        return get_rules(self.title, self.rules)

    @property
    def known_title(self) -> AnyTitle | None:
        """None if a newer release opened the game."""
        return find_rules(self.title, self.rules)

    @property
    def name(self) -> str:
        """In the reader's language, such as `Operation Juniper`."""
        return table_names.word_table_name(self.table_name or table_names.derive_table_name(self.code))

    @property
    def shown_house_name(self) -> str:
        return "" if self.is_house_name_hidden else self.house_name

    @property
    def terms(self) -> Terms:
        return Terms(**{field.name: getattr(self, field.name) for field in fields(Terms)})

    @property
    def clock(self) -> Clock:
        return make_clock(self.pace, self.vote_time, self.bank, vacations=self.vacations)

    @cached_property
    def site_clock(self) -> SiteClock:
        """No query for games read by `timed`."""
        return read_site_clock(self)

    @cached_property
    def outages(self) -> Iterable[Outage]:
        """Settable: games of one page share the list."""
        return list(Outage.objects.order_by("pk"))

    @property
    def until(self) -> datetime | None:
        """Deadline by wall clock, without further outages."""
        if self.due_at is None:
            return None
        is_even = not self.sleeps and not self.vacations
        is_exact = self.outage_counted == self.site_clock.latest or is_even or self.paused_at is not None
        return self.due_at + self.site_clock.lost if is_exact else self.count_outages(self.due_at)

    @until.setter
    def until(self, moment: datetime | None) -> None:
        self.due_at = moment and moment - self.site_clock.lost
        self.outage_counted = self.site_clock.latest
        self.paused_at = self.paused_due = None

    def due_after_pause(self, end: datetime) -> datetime | None:
        """Counts all users at the table."""
        if self.paused_at is None or self.paused_due is None:
            return self.until
        everybody = [player.hours for player in self.players.all() if player.user_id is not None]
        return postpone(self.paused_due, (self.paused_at, end), everybody)

    def count_outages(self, due_at: datetime) -> datetime:
        """The deadline by wall clock: no one loses waking hours to outages.

        Counts all users, so it does not show who is asked.
        """
        until, everybody = due_at, [player.hours for player in self.players.all() if player.user_id is not None]
        for outage in self.outages:
            gap = outage.ended_at - outage.began_at
            if outage.pk <= self.outage_counted:
                until += gap
            else:
                until = postpone(until, (outage.began_at, outage.ended_at), everybody)
        return until

    @property
    def opened_itself(self) -> bool:
        return self.settle_at is not None

    @property
    def settles_at(self) -> datetime | None:
        """By wall clock, while the table is open."""
        if self.settle_at is None or self.status != Game.Status.OPEN:
            return None
        return self.settle_at + self.site_clock.lost

    @property
    def was_dealt(self) -> bool:
        return self.status in (Game.Status.RUNNING, Game.Status.OVER, Game.Status.AGREED)

    @property
    def is_running(self) -> bool:
        return self.status == Game.Status.RUNNING
