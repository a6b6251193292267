"""Who sits in a seat of a game."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.availability.waking_hours import Hours
from accounts.faces import Face, find_face
from accounts.names.display_names import NAME_LENGTH
from games.clock.table_clock import Sitter
from games.models.game import Game
from games.models.log import SealedChoice


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
    # What `user` has prepared for their next decision, a plan of `games.rules.engine.premoves`; no one else knows.
    premove = models.JSONField(null=True, db_column="prepared")
    # What was prepared did not fit what `user` is asked now, and they are told so.
    premove_dropped = models.BooleanField(default=False, db_column="plan_dropped")
    # The last message of the table's talk that `user` was shown; no one else knows.
    talk_read = models.PositiveBigIntegerField(default=0)

    # Caches, refreshed by `tables.services.moves`: what the player still has to decide (they alone are told), since
    # when, and once the game is over what it was and whether it won.
    owes = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField(null=True)
    role = models.CharField(max_length=20, blank=True)
    won = models.BooleanField(null=True)
    # What the title counts of `user` besides that, as `games.rules.engine.statistics` gives it. None for a game that
    # ended before there were figures, until `tables.services.statistics` counts them.
    statistics = models.JSONField(null=True, db_column="figures")

    # Which of several former agents at the table this is, counted from 1; no column, set where players are read.
    former_number = 0
    # What they have chosen while others choose too; no column, and None unless it was read along.
    sealed: list[SealedChoice] | None = None

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
                fields=["asked_at"], name="players_with_a_plan", condition=Q(premove__isnull=False) & ~Q(owes="")
            ),
            models.Index(fields=["game"], name="players_to_count", condition=Q(statistics__isnull=True) & ~Q(role="")),
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
