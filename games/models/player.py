"""The seats of a game."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.availability.waking_hours import Hours
from accounts.faces import Face, find_face
from accounts.names.display_names import NAME_LENGTH
from games.clock.table_clock import Sitter
from games.models.game import Game
from games.models.log import SealedChoice

PERSONAL = (
    "wish", "leaves_notes", "shares_replay", "opens_notes", "marks", "muted", "premove", "premove_step",
    "premove_dropped", "talk_read",
)  # fmt: skip
"""The columns that are reset when a person leaves the seat."""


class Player(models.Model):
    """A seat: free, taken by a user, kept for a user, or a bot's."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="players")
    # Name and face are fixed when the seat is dealt or taken over. They are empty before, and after the account was
    # deleted.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    face = models.CharField(max_length=6, blank=True, default="")
    # The owner of a bot account, fixed like the name.
    bot_by = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    # `user` has not taken the seat yet.
    invited = models.BooleanField(default=False)
    bot = models.CharField(max_length=20, blank=True)
    # The player's seat in the previous game of the series.
    came_from = models.PositiveSmallIntegerField(null=True)
    # A public wish for the deal, a code of the title.
    wish = models.CharField(max_length=20, blank=True)
    # Pressed *I'm ready* before the game starts at a live pace.
    is_ready = models.BooleanField(default=False, db_default=False)
    # A bot plays for `user`, who may come back.
    stand_in = models.BooleanField(default=False)
    # `user` left the seat to the stand-in on purpose.
    handed_over = models.BooleanField(default=False, db_default=False)
    # Token for substitutes; empty unless the seat is open.
    link = models.CharField(max_length=32, blank=True)
    # The seat of the player who offers the seat.
    opened_by = models.PositiveSmallIntegerField(null=True)
    # By the site's clock: a substitute may sit down from then on. Null: at once.
    opens_at = models.DateTimeField(null=True)
    # `user` leaves their marks to the substitute.
    leaves_notes = models.BooleanField(default=False)
    # How many moves had been made when a substitute sat down; null for the first player.
    since = models.PositiveIntegerField(null=True)
    # The user's waking hours when they sat down.
    zone = models.CharField(max_length=64, blank=True)
    wakes_at = models.PositiveSmallIntegerField(default=0)
    sleeps_at = models.PositiveSmallIntegerField(default=0)
    # How much waking time of the bank is spent, and whether the grace period runs.
    bank_spent = models.DurationField(default=timedelta)
    in_grace = models.BooleanField(default=False)
    # The vacations announced before the question, and the seconds that the table has waited for them per year, and
    # waits now.
    away = models.JSONField(default=list)
    waited = models.JSONField(default=dict)
    waits_now = models.DurationField(default=timedelta)
    # Decisions in a row that the clock answered.
    missed = models.PositiveSmallIntegerField(default=0)
    agrees_to_end = models.BooleanField(default=False)
    agrees_to_pause = models.BooleanField(default=False)
    # Whether the player agrees to show the cards after an end by agreement.
    agrees_to_open = models.BooleanField(default=False)
    # Whether the player agrees that people who did not play see the replay, without names and faces.
    shares_replay = models.BooleanField(default=False)
    # Private: what the player has crossed out, as codes of the title's page.
    marks = models.JSONField(default=list)
    # Whether other players of the finished game who open their notes may see the player's.
    opens_notes = models.BooleanField(default=False)
    # Private: no notifications from this table.
    muted = models.BooleanField(default=False)
    # Private: a plan of `games.rules.engine.premoves`.
    premove = models.JSONField(null=True, db_column="prepared")
    # How many moves the log had when the premove was made. None for those made before this column.
    premove_step = models.PositiveIntegerField(null=True)
    # A premove did not fit the question, and `user` does not know yet.
    premove_dropped = models.BooleanField(default=False, db_column="plan_dropped")
    # Private: the last message shown.
    talk_read = models.PositiveBigIntegerField(default=0)

    # Caches of `tables.services.moves` (`CACHE_COLUMNS`, and `RESULT_COLUMNS` at the end). `owes`, the decision asked,
    # is private.
    owes = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField(null=True)
    role = models.CharField(max_length=20, blank=True)
    # None if the game has no winner, and for users who left it (`_has_left`).
    won = models.BooleanField(null=True)
    # By `games.rules.engine.statistics`. None until `tables.services.statistics` has counted old games.
    statistics = models.JSONField(null=True, db_column="figures")

    CACHE_COLUMNS = ("owes", "asked_at", "missed", "premove", "premove_dropped", "bank_spent", "in_grace")
    RESULT_COLUMNS = ("role", "won", "statistics")

    # Not a column: the number that tells apart several deleted accounts at a table.
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
            # The index has few rows, because the next sweep plays these premoves.
            models.Index(
                fields=["asked_at"], name="players_with_a_plan", condition=Q(premove__isnull=False) & ~Q(owes="")
            ),
            models.Index(fields=["game"], name="players_to_count", condition=Q(statistics__isnull=True) & ~Q(role="")),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def hours(self) -> Hours:
        """The player's waking time: not on vacation and, if the table's clocks sleep, awake."""
        away = tuple((datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in self.away)
        sleeps = self.game.sleeps and self.zone
        return Hours(self.zone, self.wakes_at, self.sleeps_at, away) if sleeps else Hours(away=away)

    @property
    def own_face(self) -> Face | None:
        return find_face(self.user.code, self.face or self.user.face) if self.user else None

    def fix_look(self) -> None:
        """Fix the names and the face that are shown in this game. The caller saves."""
        user = self.user
        self.name, self.face = (user.display_name, str(user.own_face)) if user else ("", "")
        self.bot_by = user.bot_owner.display_name if user and user.bot_owner else ""

    @classmethod
    def list_personal(cls) -> dict[str, Any]:
        """Return the personal columns with the values of a free seat."""
        unused = cls()
        return {name: getattr(unused, name) for name in PERSONAL}

    def forget_person(self) -> None:
        """Reset the personal columns. The caller saves."""
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
    def is_gone(self) -> bool:
        """Whether the account of the person was closed or deleted, so that they will not come back."""
        return self.user is not None and self.user.is_gone

    @property
    def can_agree(self) -> bool:
        """Whether a person sits here who is asked to agree. A closed account is asked, too: it may be given back."""
        return self.user is not None and self.is_person and self.user.left_at is None

    @property
    def is_barred(self) -> bool:
        """Whether the person cannot sign in for now."""
        return self.user is not None and not self.user.is_active and not self.is_gone

    @property
    def is_locked_out(self) -> bool:
        """Whether the account cannot sign in, or the owner of the bot account cannot."""
        accounts = (self.user, self.user and self.user.bot_owner)
        return any(account is not None and not account.is_active for account in accounts)

    @property
    def waits_for_owner(self) -> bool:
        """Whether others may offer the seat only after the owner had time to return."""
        return self.handed_over and self.user is not None and self.user.is_active

    @property
    def free_from(self) -> datetime | None:
        """When a substitute may sit down, by wall clock, if that is still to come."""
        opens = self.opens_at and self.opens_at + self.game.site_clock.lost
        return opens if opens and opens > timezone.now() else None

    @property
    def has_left(self) -> bool:
        """Whether `user` left most of a finished game to a stand-in or the clock, so that they neither won nor lost."""
        result = self.game.result
        return self.user_id is not None and self.won is None and bool(result and result["winners"])

    @property
    def is_free(self) -> bool:
        """Whether the seat is neither taken nor kept for someone."""
        return self.user_id is None and not self.bot

    @property
    def is_taken(self) -> bool:
        return bool(self.bot) or (self.user_id is not None and not self.invited)
