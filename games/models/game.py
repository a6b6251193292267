"""A game (a table, to its people) and its players."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.faces import Face, find_face
from accounts.hours import Hours, postpone
from accounts.names import NAME_LENGTH
from games import operations
from games.clock import DEFAULT_PACE, DEFAULT_VOTE_TIME, Clock, Sitter, make_clock
from games.models.outage import Outage, SiteClock, name_site_clock, read_site_clock
from games.rules.protocol import AnyTitle
from games.rules.registry import find_rules, get_rules
from insidejob.codes import LENGTH, make_code
from insidejob.stamps import forget_stamps, name_table

if TYPE_CHECKING:
    from games.models.log import SealedChoice

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
    holidays: bool = False
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
    """One session of a title. `ended_at` and `result` are caches of the fold, refreshed by `services.play.store`."""

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
        """What there still is of what is removed some time after the end, as `services.retention` does."""

        NOTHING = 0
        TALK = 1
        # Notices and talk.
        ALL = 2

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # The key in the link to the open table, besides the code: none until a person is removed, and then new each time.
    invitation = models.CharField(max_length=LENGTH, blank=True)
    # The key of the word in its name; without any it comes from `code`.
    operation = models.CharField(max_length=operations.LENGTH, blank=True)
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
    holidays = models.BooleanField(default=False)
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
    # `rules.telling`, whose seat.
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
        return operations.name_operation(self.operation or operations.derive_operation(self.code))

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
        return make_clock(self.pace, self.vote_time, self.bank, holidays=self.holidays)

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
        is_even = not self.sleeps and not self.holidays
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


class Player(models.Model):
    """Who sits in a seat of a game: nobody yet, a person, one who was invited and for whom it is kept, or a bot."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="players")
    # Name and face of `user` at this table: fixed by the deal, or when they took the seat over. Before the deal they
    # are empty, and current ones are shown; a deleted account leaves them empty.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    face = models.CharField(max_length=6, blank=True, default="")
    # The seat is kept for `user`, who has not taken it yet.
    invited = models.BooleanField(default=False)
    bot = models.CharField(max_length=20, blank=True)
    # In a rematch, the seat of the game before whose place this is.
    came_from = models.PositiveSmallIntegerField(null=True)
    # What `user` would like of the deal, as a code of the title's; said openly at the table.
    wish = models.CharField(max_length=20, blank=True)
    # A bot that looks at no role answers for `user`, who may take the seat back.
    stand_in = models.BooleanField(default=False)
    # A token: with it a person takes the seat over from an absent `user`. Empty unless the table has opened it.
    link = models.CharField(max_length=32, blank=True)
    # Who opened it.
    opened_by = models.PositiveSmallIntegerField(null=True)
    # `user` leaves their marks to the person who takes the seat over.
    leaves_notes = models.BooleanField(default=False)
    # How long the log was when `user` took the seat over from another; null for those who were dealt in.
    since = models.PositiveIntegerField(null=True)
    # When `user` is awake, as it was when they sat down: in which zone, and from which hour to which.
    zone = models.CharField(max_length=64, blank=True)
    wakes_at = models.PositiveSmallIntegerField(default=0)
    sleeps_at = models.PositiveSmallIntegerField(default=0)
    # How much of what they had in the bank is spent, of the time in which they are awake; and whether they have had all
    # of their time for what they are asked, and a last grace runs.
    bank_spent = models.DurationField(default=timedelta)
    in_grace = models.BooleanField(default=False)
    # When `user` is away, as announced before what is asked now was asked: from when until when. For how many seconds
    # the table has waited for that, by year; and how much of it for what is asked now.
    away = models.JSONField(default=list)
    waited = models.JSONField(default=dict)
    waits_now = models.DurationField(default=timedelta)
    # How many decisions in a row the clock had to make for `user`.
    missed = models.PositiveSmallIntegerField(default=0)
    # `user` would end the game here.
    agrees_to_end = models.BooleanField(default=False)
    # `user` would pause the game.
    agrees_to_pause = models.BooleanField(default=False)
    # `user` would have the cards of a game opened that ended by agreement.
    agrees_to_open = models.BooleanField(default=False)
    # `user` lets others than those who sat there see the replay, without names and faces.
    shares_replay = models.BooleanField(default=False)
    # What `user` keeps in mind about the game, as words that the title's own page understands; no one else sees them
    # unless they open their notes at the end.
    marks = models.JSONField(default=list)
    # `user` shows their notes of a finished game to those of its players who show theirs.
    opens_notes = models.BooleanField(default=False)
    # `user` wants to be told nothing of this table; no one else knows.
    muted = models.BooleanField(default=False)
    # What `user` has prepared for the next thing that they are asked, a plan of `games.rules.plans`; no one else knows.
    prepared = models.JSONField(null=True)
    # What was prepared did not fit what `user` is asked now, and they are told so.
    plan_dropped = models.BooleanField(default=False)
    # The last message of the table's talk that `user` was shown; no one else knows.
    talk_read = models.PositiveBigIntegerField(default=0)

    # Caches, refreshed by `services.play.store`: what the player still has to decide (they alone are told), since
    # when, and once the game is over what it was and whether it won.
    owes = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField(null=True)
    role = models.CharField(max_length=20, blank=True)
    won = models.BooleanField(null=True)
    # What the title counts of `user` besides that, as `games.rules.figures` gives it; a game that ended before there
    # were figures has none until `services.statistics` has counted them.
    figures = models.JSONField(null=True)

    # Which of several former agents at the table this is, counted from 1; no column, set where players are read.
    former_number = 0
    # What they have chosen while others choose too; no column, and None unless it was read along.
    sealed: "list[SealedChoice] | None" = None

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="one_seat_per_person"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "asked_at"], name="players_that_owe", condition=~Q(owes="")),
            # Those who are asked and have prepared an answer: few, as the next sweep plays it.
            models.Index(
                fields=["asked_at"], name="players_with_a_plan", condition=Q(prepared__isnull=False) & ~Q(owes="")
            ),
            models.Index(fields=["game"], name="players_to_count", condition=Q(figures__isnull=True) & ~Q(role="")),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def hours(self) -> Hours:
        """When time passes for them: while they are awake, if the table's clocks sleep, and not away."""
        away = tuple((datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in self.away)
        sleeps = self.game.sleeps and self.zone
        return Hours(self.zone, self.wakes_at, self.sleeps_at, away) if sleeps else Hours(away=away)

    @property
    def own_face(self) -> Face | None:
        """The face of `user` at this table."""
        return find_face(self.user.code, self.face or self.user.face) if self.user else None

    def fix_look(self) -> None:
        """Keep the current name and face of `user` for the rest of the game; the caller stores both."""
        self.name, self.face = (self.user.display_name, str(self.user.own_face)) if self.user else ("", "")

    @property
    def bank(self) -> timedelta:
        """What they have in the bank."""
        return max(timedelta(0), self.hours.scale(self.game.clock.bank) - self.bank_spent)

    @property
    def sitter(self) -> Sitter:
        """The player as the table's clock sees them."""
        waited = {int(year): timedelta(seconds=time) for year, time in self.waited.items()}
        return Sitter(self.hours, self.bank, self.in_grace, waited)

    @property
    def is_free(self) -> bool:
        """Whether a person may take the seat: it is neither taken nor kept for another."""
        return self.user_id is None and not self.bot

    @property
    def is_taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return bool(self.bot) or (self.user_id is not None and not self.invited)
