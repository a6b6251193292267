"""The seats of a game."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.availability.waking_hours import Hours
from accounts.faces import Face, find_face
from accounts.names.display_names import NAME_LENGTH
from games.clock.table_clock import Sitter
from games.models.game import Game
from games.models.log import SealedChoice

PERSONAL = (
    "wish", "leaves_notes", "shares_replay", "opens_notes", "marks", "muted", "premove", "premove_dropped", "talk_read",
)  # fmt: skip
"""Columns that are reset when a person leaves the seat."""


class Player(models.Model):
    """A seat: free, taken by or kept for a user, or a bot's."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="players")
    # Fixed when dealt or taken over. Empty before, and after account deletion.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    face = models.CharField(max_length=6, blank=True, default="")
    # A bot account's owner, fixed like the name.
    bot_by = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    # `user` has not taken the seat yet.
    invited = models.BooleanField(default=False)
    bot = models.CharField(max_length=20, blank=True)
    # Seat in the previous game.
    came_from = models.PositiveSmallIntegerField(null=True)
    # A public wish for the deal, a code of the title.
    wish = models.CharField(max_length=20, blank=True)
    # A bot plays for `user`, who may come back.
    stand_in = models.BooleanField(default=False)
    # Token for substitutes; empty unless the seat is open.
    link = models.CharField(max_length=32, blank=True)
    # Seat.
    opened_by = models.PositiveSmallIntegerField(null=True)
    # `user` leaves their marks to the substitute.
    leaves_notes = models.BooleanField(default=False)
    # Moves before a substitute; null for the first player.
    since = models.PositiveIntegerField(null=True)
    # Waking hours when sitting down.
    zone = models.CharField(max_length=64, blank=True)
    wakes_at = models.PositiveSmallIntegerField(default=0)
    sleeps_at = models.PositiveSmallIntegerField(default=0)
    # Waking time spent; whether a last grace runs.
    bank_spent = models.DurationField(default=timedelta)
    in_grace = models.BooleanField(default=False)
    # Vacations announced before the question; seconds waited per year, and now.
    away = models.JSONField(default=list)
    waited = models.JSONField(default=dict)
    waits_now = models.DurationField(default=timedelta)
    # Decisions in a row that the clock answered.
    missed = models.PositiveSmallIntegerField(default=0)
    agrees_to_end = models.BooleanField(default=False)
    agrees_to_pause = models.BooleanField(default=False)
    # To show the cards after an agreed end.
    agrees_to_open = models.BooleanField(default=False)
    # With people who did not play, without names and faces.
    shares_replay = models.BooleanField(default=False)
    # Private, as codes of the title's page.
    marks = models.JSONField(default=list)
    # To players of the finished game who open theirs.
    opens_notes = models.BooleanField(default=False)
    # Private: no notifications from this table.
    muted = models.BooleanField(default=False)
    # Private: a plan of `games.rules.engine.premoves`.
    premove = models.JSONField(null=True, db_column="prepared")
    # It did not fit the question; tell `user`.
    premove_dropped = models.BooleanField(default=False, db_column="plan_dropped")
    # Private: the last message shown.
    talk_read = models.PositiveBigIntegerField(default=0)

    # Caches of `tables.services.moves`. `owes`, the decision asked, is private; role and victory are set at the end.
    owes = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField(null=True)
    role = models.CharField(max_length=20, blank=True)
    won = models.BooleanField(null=True)
    # By `games.rules.engine.statistics`. None until `tables.services.statistics` has counted old games.
    statistics = models.JSONField(null=True, db_column="figures")

    # Not a column: numbers former agents at a table.
    former_number = 0
    # Not a column: None unless loaded.
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
            # Few rows: the next sweep plays them.
            models.Index(
                fields=["asked_at"], name="players_with_a_plan", condition=Q(premove__isnull=False) & ~Q(owes="")
            ),
            models.Index(fields=["game"], name="players_to_count", condition=Q(statistics__isnull=True) & ~Q(role="")),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def hours(self) -> Hours:
        """Not on vacation and, if clocks sleep, awake."""
        away = tuple((datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in self.away)
        sleeps = self.game.sleeps and self.zone
        return Hours(self.zone, self.wakes_at, self.sleeps_at, away) if sleeps else Hours(away=away)

    @property
    def own_face(self) -> Face | None:
        return find_face(self.user.code, self.face or self.user.face) if self.user else None

    def fix_look(self) -> None:
        """Fix names and face for this game. The caller saves."""
        user = self.user
        self.name, self.face = (user.display_name, str(user.own_face)) if user else ("", "")
        self.bot_by = user.bot_owner.display_name if user and user.bot_owner else ""

    @classmethod
    def list_personal(cls) -> dict[str, Any]:
        """As at a free seat."""
        unused = cls()
        return {name: getattr(unused, name) for name in PERSONAL}

    def forget_person(self) -> None:
        """The caller saves."""
        for name, empty in self.list_personal().items():
            setattr(self, name, empty)

    @property
    def is_person(self) -> bool:
        return self.user is not None and self.user.bot_owner_id is None

    @property
    def bank(self) -> timedelta:
        return max(timedelta(0), self.hours.scale(self.game.clock.bank) - self.bank_spent)

    @property
    def sitter(self) -> Sitter:
        waited = {int(year): timedelta(seconds=time) for year, time in self.waited.items()}
        return Sitter(self.hours, self.bank, self.in_grace, waited)

    @property
    def is_free(self) -> bool:
        """Neither taken nor kept for someone."""
        return self.user_id is None and not self.bot

    @property
    def is_taken(self) -> bool:
        return bool(self.bot) or (self.user_id is not None and not self.invited)
