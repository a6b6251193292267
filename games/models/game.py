"""A game: its terms, state and deadline."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.availability.waking_hours import postpone
from games.clock.table_clock import DEFAULT_PACE, DEFAULT_VOTE_TIME, Clock, make_clock
from games.models.outage import Outage, SiteClock, name_site_clock, read_site_clock
from games.rules.engine.narration import ABANDONED, DESERTED, RESTS
from games.rules.engine.option_versions import parse_options
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import find_rules, get_rules
from games.wording import table_names
from insidejob.cache_stamps import forget_stamps, name_seats, name_spectators, name_table, name_watched
from insidejob.codes import LENGTH, make_code

HOUSE_NAME_LENGTH = 24

EVER_PAUSED = Q(due_at__isnull=False) & (Q(paused_at__isnull=False) | ~Q(pauses=[]))
"""Condition on running games that are paused or were paused before."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The choices of a table apart from its title and options. `Game` explains the fields."""

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
        """Return terms under which members of a circle may watch only if there is a circle."""
        is_empty = self.watchers == Game.Watchers.CIRCLE and not has_circle
        return replace(self, watchers=Game.Watchers.NONE) if is_empty else self


class TimedGames(models.Manager["Game"]):
    def get_queryset(self) -> models.QuerySet["Game"]:
        return super().get_queryset().annotate(**name_site_clock())


class Game(models.Model):
    """A table. `ended_at` and `result` are caches of the log, updated by `tables.services.moves`."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"
        AGREED = "agreed"  # ended by agreement
        CANCELLED = "cancelled"  # before the deal

    GOING = (Status.OPEN, Status.RUNNING)
    ENDED = (Status.OVER, Status.AGREED)
    DEALT = (Status.RUNNING, *ENDED)

    class Talk(models.TextChoices):
        """Whether players may talk during the game. Before and after it they always may."""

        OPEN = "open", gettext_lazy("At any time")
        BETWEEN = "between", gettext_lazy("Between tricks or rounds, and before a vote")
        OFF = "off", gettext_lazy("Not until the game is over")

    class Watchers(models.TextChoices):
        NONE = "none", gettext_lazy("No one")
        CIRCLE = "circle", gettext_lazy("Members of the circle")
        LINK = "link", gettext_lazy("Anyone with the link")

    class Kept(models.IntegerChoices):
        """What of a finished game `site.retention` has still to delete."""

        NOTHING = 0
        TALK = 1
        ALL = 2  # notifications and talk

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # The key of the link to the table. It is empty until the host removes a user, and then new each time.
    invitation = models.CharField(max_length=LENGTH, blank=True)
    # Key of a word; if empty, `code` determines it.
    table_name = models.CharField(max_length=table_names.LENGTH, blank=True, db_column="operation")
    title = models.CharField(max_length=20)
    rules = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games")
    # Who was host before a substitute took their seat; null if no one was. They named the house role.
    first_host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    # Seconds for a decision; `vote_time` is for decisions with talk before them.
    pace = models.PositiveIntegerField(default=DEFAULT_PACE)
    vote_time = models.PositiveIntegerField(default=DEFAULT_VOTE_TIME)
    # For new players and those who answered in time lately.
    in_time_only = models.BooleanField(default=False)
    # A public table is listed until it is full.
    is_public = models.BooleanField(default=False)
    guests_welcome = models.BooleanField(default=False)
    # Bot accounts may join. With one, the game counts in no statistics.
    allows_bots = models.BooleanField(default=False, db_default=False)
    has_bot_account = models.BooleanField(default=False, db_default=False)
    # Fixed once the game runs. With `LINK`, a running public table is listed. The last release needs `db_default`.
    watchers = models.CharField(
        max_length=10, choices=Watchers.choices, default=Watchers.NONE, db_default=Watchers.NONE
    )
    # For watchers; `code` would lead to a seat of an open table.
    watch_key = models.CharField(max_length=LENGTH, blank=True, default="", db_default="")
    # By the site's clock: the host of a running game proposed that anyone with the link can watch from then on. Null
    # again if a player declined before.
    watch_from = models.DateTimeField(null=True)
    # Whether the host closed the running game to spectators.
    watching_closed = models.BooleanField(default=False, db_default=False)
    # For this table only. Such games count in no statistics.
    house_name = models.CharField(max_length=HOUSE_NAME_LENGTH, blank=True, default="")
    # Whether a moderator hid the name of the house role.
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
    # The weekly table that opened it. The column keeps its first name for older code that runs during an upgrade.
    weekly_table = models.ForeignKey(
        "games.WeeklyTable",
        null=True,
        on_delete=models.SET_NULL,
        related_name="games",
        db_index=False,
        db_column="recurring_id",
    )
    # By the site's clock: an open table starts with those present, or with bots, or closes.
    settle_at = models.DateTimeField(null=True)
    # How many seats it had if it started with fewer.
    planned_seats = models.PositiveSmallIntegerField(null=True)
    bots_fill = models.BooleanField(default=False, db_default=False)
    # At a live pace, by the site's clock: until then each person presses, or loses the seat. Null: no one is asked.
    ready_by = models.DateTimeField(null=True)
    # At a live pace: when the host last looked at the open table, give or take a minute. It is listed for a while.
    host_seen_at = models.DateTimeField(null=True)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # The version grows with every change that all players may notice. Pages poll it.
    version = models.PositiveIntegerField(default=0)
    # New and random with each move: the id of the log's content.
    stamp = models.CharField(max_length=LENGTH, blank=True)
    # Primary key: pages skip a query for new messages.
    last_said = models.PositiveBigIntegerField(default=0)
    # By the site's clock (`Outage`), only while running. `until` has it by wall clock.
    due_at = models.DateTimeField(null=True)
    # By wall clock: when `due_at` was last changed. Null for deadlines that are older than this column.
    due_set_at = models.DateTimeField(null=True)
    # During a pause, and while the table stands still: start and earlier deadline, by wall clock; `due_at` is then its
    # end. `granted_by` is the seat that gave more time.
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
    # Whether the players' `Answers` still have to count this game.
    answers_due = models.BooleanField(default=False)
    result = models.JSONField(null=True)
    kept = models.PositiveSmallIntegerField(choices=Kept.choices, default=Kept.ALL)

    DEADLINE_COLUMNS = ("due_at", "due_set_at", "outage_counted", "paused_at", "paused_due", "granted_by")
    # What a move may change. `tables.services.moves` refreshes them.
    CACHE_COLUMNS = (*DEADLINE_COLUMNS, "version", "stamp", "status", "ended_at", "result", "answers_due")

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
                fields=["weekly_table", "opened_at"], name="games_recurring", condition=Q(weekly_table__isnull=False)
            ),
            models.Index(
                fields=["settle_at"], name="games_to_settle", condition=Q(status="open", settle_at__isnull=False)
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["weekly_table"],
                name="one_open_table_per_recurring",
                condition=Q(status="open", weekly_table__isnull=False),
            ),
            models.UniqueConstraint(fields=["watch_key"], name="one_game_per_watch_key", condition=~Q(watch_key="")),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_watchable(self) -> bool:
        """Whether those who may watch can do so now."""
        return self.is_running and self.admitted != self.Watchers.NONE and not self.watching_closed

    @property
    def watched_from(self) -> datetime | None:
        """`watch_from` by wall clock."""
        return self.watch_from and self.watch_from + self.site_clock.lost

    @property
    def admitted(self) -> str:
        """Who may watch now, one of `Watchers`: as the table was opened, or anyone with the link since `watch_from`."""
        since = self.watched_from
        return self.Watchers.LINK if since is not None and since <= timezone.now() else self.watchers

    @property
    def spectators_due(self) -> datetime | None:
        """Until when players can decline the proposed spectators, by wall clock. None if none are proposed."""
        since = self.watched_from
        return since if self.is_running and since is not None and since > timezone.now() else None

    def grow(self, *, to_spectators: bool = True) -> None:
        """Grow `version`, which the caller saves, and tell waiting pages on commit, spectators only what they see."""
        self.version += 1
        forget_stamps(name_table(self.code), *([name_watched(self.code)] if to_spectators else []))
        if not self.is_running:
            self.end_streams()

    def end_streams(self) -> None:
        """Let pages that listen ask for access again once the transaction commits, as seats may have changed."""
        forget_stamps(name_seats(self.code), name_spectators(self.code))

    @property
    def played_by(self) -> AnyTitle:
        return get_rules(self.title, self.rules)

    def read_options(self) -> Any:
        """Return the options as the title has them.

        Options that came later than the table's rules have the value that these rules play. Raises `InvalidOption`.
        """
        return parse_options(self.played_by, self.options, self.seat_count, self.rules)

    @property
    def known_title(self) -> AnyTitle | None:
        """The title, or None if a newer release opened the game under rules that this code does not know."""
        return find_rules(self.title, self.rules)

    @property
    def name(self) -> str:
        """The table's name in the reader's language, such as `Operation Juniper`."""
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
        """The site's clock. Games read by `timed` bring it with them, others need a query."""
        return read_site_clock(self)

    @cached_property
    def outages(self) -> Iterable[Outage]:
        """All outages. The attribute can be set, so that the games of one page share one list."""
        return list(Outage.objects.order_by("pk"))

    @property
    def until(self) -> datetime | None:
        """The deadline by wall clock, if there are no further outages."""
        if self.due_at is None:
            return None
        is_even = not self.sleeps and not self.vacations
        is_exact = self.outage_counted == self.site_clock.latest or is_even or self.paused_at is not None
        return self.due_at + self.site_clock.lost if is_exact else self.count_outages(self.due_at)

    def set_deadline(self, moment: datetime | None) -> None:
        """Set the deadline by wall clock, which ends a pause. The caller saves `DEADLINE_COLUMNS`."""
        self.paused_at = self.paused_due = None
        self._set_due(moment)

    def recount_outages(self) -> None:
        """Store the deadline as outages have moved it. The caller saves `DEADLINE_COLUMNS`."""
        self._set_due(self.until)

    def _set_due(self, moment: datetime | None) -> None:
        self.due_at, self.due_set_at = moment and moment - self.site_clock.lost, timezone.now()
        self.outage_counted = self.site_clock.latest

    def has_paused_since(self, moment: datetime) -> bool:
        return bool(self.pauses) and datetime.fromisoformat(self.pauses[-1][1]) >= moment

    def due_after_pause(self, end: datetime) -> datetime | None:
        """Return the deadline after a pause that ends at `end`.

        It counts the waking hours of all users at the table, so that it does not show who is asked.
        """
        if self.paused_at is None or self.paused_due is None:
            return self.until
        everybody = [player.hours for player in self.players.all() if player.user_id is not None]
        return postpone(self.paused_due, (self.paused_at, end), everybody)

    def count_outages(self, due_at: datetime) -> datetime:
        """Return the deadline by wall clock, moved so that no one loses waking hours to outages.

        It counts all users at the table, so that it does not show who is asked.
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
    def stands_still(self) -> bool:
        """Whether every person's seat has a stand-in, so that no one plays: a pause that no one agreed to."""
        return self.paused_at is not None and self._last_rest == DESERTED

    @property
    def was_abandoned(self) -> bool:
        """Whether it ended without a winner, because it stood still for too long."""
        return self.status == self.Status.AGREED and self._last_rest == ABANDONED

    @property
    def _last_rest(self) -> str:
        """The last event about a pause in the log, or "" if there was none."""
        return next((kind for _, kind, _ in reversed(self.clock_moves) if kind in RESTS), "")

    @property
    def opened_itself(self) -> bool:
        return self.settle_at is not None

    @property
    def settles_at(self) -> datetime | None:
        """When an open table starts or closes by itself, by wall clock."""
        if self.settle_at is None or self.status != Game.Status.OPEN:
            return None
        return self.settle_at + self.site_clock.lost

    @property
    def ready_until(self) -> datetime | None:
        """`ready_by` by wall clock, while the table is open."""
        if self.ready_by is None or self.status != Game.Status.OPEN:
            return None
        return self.ready_by + self.site_clock.lost

    @property
    def was_dealt(self) -> bool:
        return self.status in self.DEALT

    @property
    def is_running(self) -> bool:
        return self.status == Game.Status.RUNNING
