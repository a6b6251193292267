"""A game (a table, to its players) and its seats."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.clock import DEFAULT_PACE, DEFAULT_VOTE_TIME, Clock
from games.rules.protocol import AnyTitle
from games.rules.registry import get_rules
from insidejob.codes import LENGTH, make_code


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

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    title = models.CharField(max_length=20)
    # The version of the title's rules that this game is played by.
    rules = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games")
    # Seconds for a decision, and for one before which the table talks.
    pace = models.PositiveIntegerField(default=DEFAULT_PACE)
    vote_time = models.PositiveIntegerField(default=DEFAULT_VOTE_TIME)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # Grows with everything that all players may notice; a waiting page asks whether it has grown.
    version = models.PositiveIntegerField(default=0)
    # Until when what is asked now may be answered; then the clock answers. Set exactly while the game is running.
    due_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # Reason, winners and the title's figures, once the game is over.
    result = models.JSONField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="games_by_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["opened_at"], name="games_open", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        """Return the code: what it is called in addresses and logs."""
        return self.code

    @property
    def played_by(self) -> AnyTitle:
        """The title, to be played by this game's version of its rules. Raises `UnknownRules` if it no longer can."""
        return get_rules(self.title, self.rules)

    @property
    def clock(self) -> Clock:
        """The times that the table chose."""
        return Clock(turn=timedelta(seconds=self.pace), vote=timedelta(seconds=self.vote_time))

    @property
    def was_dealt(self) -> bool:
        """Whether there are cards: the game is running or has ended."""
        return self.status in (Game.Status.RUNNING, Game.Status.OVER, Game.Status.AGREED)

    @property
    def is_running(self) -> bool:
        """Whether a player is being asked something."""
        return self.status == Game.Status.RUNNING


class Seat(models.Model):
    """A place at a game: empty, kept for a person who was invited, or taken by a person or a bot."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    # The place is kept for `user`, who has not taken it yet.
    invited = models.BooleanField(default=False)
    bot = models.CharField(max_length=20, blank=True)
    # What `user` would like of the deal, as a code of the title's; said openly at the table.
    wish = models.CharField(max_length=20, blank=True)
    # A bot that looks at no role answers for `user`, who may take the seat back.
    stand_in = models.BooleanField(default=False)
    # How many decisions in a row the clock had to make for `user`.
    missed = models.PositiveSmallIntegerField(default=0)
    # `user` would end the game here.
    agrees_to_end = models.BooleanField(default=False)
    # `user` would have the cards of a game opened that ended by agreement.
    agrees_to_open = models.BooleanField(default=False)
    # What `user` keeps in mind about the game, as words that the title's own page understands; no one else sees them.
    marks = models.JSONField(default=list)

    # Caches, refreshed by `services.play.store`: what the seat still has to decide (its owner alone is told), since
    # when, and once the game is over what it was and whether it won.
    owes = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField(null=True)
    role = models.CharField(max_length=20, blank=True)
    won = models.BooleanField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["index"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "index"], name="one_seat_per_place"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="one_seat_per_person"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "asked_at"], name="seats_that_owe", condition=~Q(owes="")),
        ]

    def __str__(self) -> str:
        """Return game and place."""
        return f"{self.game_id}/{self.index}"

    @property
    def is_free(self) -> bool:
        """Whether a person may take the seat: it is neither taken nor kept for another."""
        return self.user_id is None and not self.bot

    @property
    def is_taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return bool(self.bot) or (self.user_id is not None and not self.invited)
