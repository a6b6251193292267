"""A game (a table, to its players): what was agreed, where it stands, and until when it is asked what."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
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
"""The condition on a running game that it is paused, or was."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a table agrees on besides the options of its title. The fields of `Game` of the same names explain them."""

    pace: int = DEFAULT_PACE
    vote_time: int = DEFAULT_VOTE_TIME
    bank: int = 0
    sleeps: bool = False
    vacations: bool = False
    talk: str = "open"
    in_time_only: bool = False
    is_public: bool = False
    guests_welcome: bool = False
    house_name: str = ""
    is_house_name_hidden: bool = False


class TimedGames(models.Manager["Game"]):
    """Games that are read together with how far the site's clock is behind."""

    def get_queryset(self) -> models.QuerySet["Game"]:
        return super().get_queryset().annotate(**name_site_clock())


class Game(models.Model):
    """One session of a title. `ended_at` and `result` are caches of the log, refreshed by `tables.services.moves`."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"
        # All its people agreed to stop: it was dealt, and has no result.
        AGREED = "agreed"
        # Closed before it was dealt.
        CANCELLED = "cancelled"

    class Talk(models.TextChoices):
        """When the players of a running game may talk; before the start and after the end all may, at any time."""

        OPEN = "open", gettext_lazy("At any time")
        BETWEEN = "between", gettext_lazy("Between tricks or rounds, and before a vote")
        OFF = "off", gettext_lazy("Not until the game is over")

    class Kept(models.IntegerChoices):
        """What there still is of what is removed some time after the end, as `site.retention` does."""

        NOTHING = 0
        TALK = 1
        # Notices and talk.
        ALL = 2

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # The key in the link to the open table, besides the code: none until a person is removed, and then new each time.
    invitation = models.CharField(max_length=LENGTH, blank=True)
    # The key of the word in its name; without any it comes from `code`.
    table_name = models.CharField(max_length=table_names.LENGTH, blank=True, db_column="operation")
    title = models.CharField(max_length=20)
    # The version of the title's rules that this game is played by.
    rules = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games")
    # Seconds for a decision, and for one before which the table talks.
    pace = models.PositiveIntegerField(default=DEFAULT_PACE)
    vote_time = models.PositiveIntegerField(default=DEFAULT_VOTE_TIME)
    # Sitting down takes having answered in time lately; newcomers may.
    in_time_only = models.BooleanField(default=False)
    # Everybody finds it among the open tables until it is full.
    is_public = models.BooleanField(default=False)
    # Whoever has the link may sit down with a name alone, as a guest.
    guests_welcome = models.BooleanField(default=False)
    # What the host calls the role that they made of parts, on this table's pages alone; empty where there is none. A
    # game with one counts in nobody's figures.
    house_name = models.CharField(max_length=HOUSE_NAME_LENGTH, blank=True, default="")
    # An operator has hidden that name from all.
    is_house_name_hidden = models.BooleanField(default=False)
    # Whether time passes for each player only while they are awake, and seconds that each has in the bank at most.
    sleeps = models.BooleanField(default=False)
    bank = models.PositiveIntegerField(default=0)
    # Whether the table waits for players on holiday.
    vacations = models.BooleanField(default=False, db_column="holidays")
    talk = models.CharField(max_length=10, choices=Talk.choices, default=Talk.OPEN)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    # What a game and its rematches, one after the other, have in common; nothing while there is no rematch.
    series = models.CharField(max_length=LENGTH, blank=True)
    # The commitment to its deal, of `games.rules.commitment`: for everybody at the table. Older games have none.
    commitment = models.CharField(max_length=64, blank=True)
    # It was opened for this circle, whose members find it.
    circle = models.ForeignKey("games.Circle", null=True, on_delete=models.SET_NULL, related_name="games")

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # Grows with everything that all players may notice; a waiting page asks whether it has grown.
    version = models.PositiveIntegerField(default=0)
    # What the log is known by, as it stands: new with each line of it, at random, so that no other log ever has it.
    stamp = models.CharField(max_length=LENGTH, blank=True)
    # The last message of its talk, so that a page that has shown it need not look for more.
    last_said = models.PositiveBigIntegerField(default=0)
    # Until when what is asked now may be answered, by the site's clock (`Outage`); then the clock answers. Set exactly
    # while the game is running. `until` says it by the wall clock.
    due_at = models.DateTimeField(null=True)
    # While the game is paused, since when, and until when was asked what waits, by the wall clock; `due_at` ends the
    # pause then. And who gave more time for what is asked.
    paused_at = models.DateTimeField(null=True)
    paused_due = models.DateTimeField(null=True)
    granted_by = models.PositiveSmallIntegerField(null=True)
    # The pauses that are over, from when until when, by the wall clock: none of it is in the time that an answer took.
    pauses = models.JSONField(default=list)
    # What was done to the clock, by players or out of a bank, which all are told of: after how many moves, a code of
    # `rules.engine.narration`, whose seat.
    clock_moves = models.JSONField(default=list)
    # The last outage that there had been when `due_at` was set.
    outage_counted = models.PositiveBigIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    # It has ended, and how its players answered is still to be kept.
    answers_due = models.BooleanField(default=False)
    # Reason, winners and the title's figures, once the game is over.
    result = models.JSONField(null=True)
    # What is still to be removed that hangs on it.
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
                fields=["kept", "ended_at"], name="games_to_tidy", condition=Q(kept__gt=0, ended_at__isnull=False)
            ),
            models.Index(fields=["opened_at"], name="games_dead", condition=Q(kept__gt=0, status="cancelled")),
            models.Index(fields=["paused_at"], name="games_paused", condition=EVER_PAUSED),
            models.Index(fields=["series"], name="games_series", condition=~Q(series="")),
        ]

    def __str__(self) -> str:
        """Return the code: what it is called in addresses and logs."""
        return self.code

    def grow(self) -> None:
        """Let waiting pages notice something, once it is committed; the caller stores `version`."""
        self.version += 1
        forget_stamps(name_table(self.code))

    @property
    def played_by(self) -> AnyTitle:
        """The title, to be played by this game's version of its rules. Raises `UnknownRules` if it no longer can."""
        return get_rules(self.title, self.rules)

    @property
    def known_title(self) -> AnyTitle | None:
        """The title, or None if this code does not know the rules of this game: a newer release opened it."""
        return find_rules(self.title, self.rules)

    @property
    def name(self) -> str:
        """What the table is called, in the reader's language: `Operation Juniper`."""
        return table_names.word_table_name(self.table_name or table_names.derive_table_name(self.code))

    @property
    def shown_house_name(self) -> str:
        """What the host calls the house role, unless there is none or an operator has hidden the name."""
        return "" if self.is_house_name_hidden else self.house_name

    @property
    def terms(self) -> Terms:
        """What the table agreed on."""
        return Terms(**{field.name: getattr(self, field.name) for field in fields(Terms)})

    @property
    def clock(self) -> Clock:
        """The times that the table chose."""
        return make_clock(self.pace, self.vote_time, self.bank, vacations=self.vacations)

    @cached_property
    def site_clock(self) -> SiteClock:
        """How the site's clock stands; games that were read as `timed` bring it along."""
        return read_site_clock(self)

    @cached_property
    def outages(self) -> Iterable[Outage]:
        """All outages so far; many games of one page are given the same."""
        return list(Outage.objects.order_by("pk"))

    @property
    def until(self) -> datetime | None:
        """Until when what is asked now may be answered, by the wall clock, if the site stays up."""
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
        """Return until when is asked what waits, if the pause of the game ends at `end`. All who sit there count."""
        if self.paused_at is None or self.paused_due is None:
            return self.until
        everybody = [player.hours for player in self.players.all() if player.user_id is not None]
        return postpone(self.paused_due, (self.paused_at, end), everybody)

    def count_outages(self, due_at: datetime) -> datetime:
        """Return until when is asked what was due at `due_at` by the site's clock: no one loses waking time to outages.

        All who sit there count, asked or not: whose time it is does not show.
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
    def was_dealt(self) -> bool:
        """Whether there are cards: the game is running or has ended."""
        return self.status in (Game.Status.RUNNING, Game.Status.OVER, Game.Status.AGREED)

    @property
    def is_running(self) -> bool:
        """Whether a player is being asked something."""
        return self.status == Game.Status.RUNNING
