"""A game (a table, to its people) and its players."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games import operations
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

    class Talk(models.TextChoices):
        """When the players of a running game may talk; before the start and after the end all may, at any time."""

        OPEN = "open", gettext_lazy("At any time")
        BETWEEN = "between", gettext_lazy("Between tricks or rounds, and before a vote")
        OFF = "off", gettext_lazy("Not until the game is over")

    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
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
    talk = models.CharField(max_length=10, choices=Talk.choices, default=Talk.OPEN)
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
    def name(self) -> str:
        """What the table is called, in the reader's language: `Operation Juniper`."""
        return operations.name_operation(self.operation or operations.derive_operation(self.code))

    @property
    def clock(self) -> Clock:
        return Clock(turn=timedelta(seconds=self.pace), vote=timedelta(seconds=self.vote_time))

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

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="players")
    # The seat is kept for `user`, who has not taken it yet.
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
    # `user` lets others than those who sat there see the replay, without names and faces.
    shares_replay = models.BooleanField(default=False)
    # What `user` keeps in mind about the game, as words that the title's own page understands; no one else sees them.
    marks = models.JSONField(default=list)
    # The last message of the table's talk that `user` was shown; no one else knows.
    talk_read = models.PositiveBigIntegerField(default=0)

    # Caches, refreshed by `services.play.store`: what the player still has to decide (they alone are told), since
    # when, and once the game is over what it was and whether it won.
    owes = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField(null=True)
    role = models.CharField(max_length=20, blank=True)
    won = models.BooleanField(null=True)

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
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def is_free(self) -> bool:
        """Whether a person may take the seat: it is neither taken nor kept for another."""
        return self.user_id is None and not self.bot

    @property
    def is_taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return bool(self.bot) or (self.user_id is not None and not self.invited)
