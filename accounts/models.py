"""People: one row a person, guests included; and the letters to them, codes above all, until these are sent."""

from collections.abc import Iterable
from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.availability.time_zones import validate_time_zone
from accounts.availability.vacations import Vacation, load_vacations
from accounts.availability.waking_hours import SLEEPS_AT, WAKES_AT, Hours
from accounts.faces import Face, find_face
from accounts.names.display_names import NAME_LENGTH, fold_name, tidy_name, validate_display_name
from accounts.names.look_alikes import skeletonize
from insidejob.codes import LENGTH, make_code
from insidejob.marks import keep


class Audience(models.TextChoices):
    """Who may see a person's history of games, or their statistics."""

    EVERYBODY = "everybody", _("everybody who is signed in")
    TABLEMATES = "tablemates", _("those I have played with")
    NOBODY = "nobody", _("only me")


class UserManager(BaseUserManager["User"]):
    """Finds people when they sign in."""


class User(AbstractBaseUser):
    """A person: the display name is what others see, the address is for their own eyes only."""

    email = models.EmailField(_("e-mail address"), max_length=254, unique=True, null=True, blank=True)
    display_name = models.CharField(_("display name"), max_length=NAME_LENGTH, validators=[validate_display_name])
    # The folded name, and what it looks like: no two people may be mistaken for one another by their names.
    name_key = models.CharField(max_length=500, unique=True, editable=False)
    name_skeleton = models.CharField(max_length=500, editable=False)
    # The name looks like another's, and is older than the rule that no new one may.
    has_old_name = models.BooleanField(default=False, editable=False)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=settings.TIME_ZONE, validators=[validate_time_zone]
    )
    # From which hour to which they are awake.
    wakes_at = models.PositiveSmallIntegerField(default=WAKES_AT)
    sleeps_at = models.PositiveSmallIntegerField(default=SLEEPS_AT)
    # The days they took off, as `accounts.availability.vacations` keeps them.
    vacations_taken = models.JSONField(default=list, blank=True, editable=False, db_column="holidays_taken")
    # What a profile is called in addresses: never the primary key, which would count people.
    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # The six digits of a face they chose; without any it comes from `code`.
    face = models.CharField(max_length=6, blank=True, editable=False)
    history_shown_to = models.CharField(max_length=10, choices=Audience.choices, default=Audience.TABLEMATES)
    statistics_shown_to = models.CharField(max_length=10, choices=Audience.choices, default=Audience.TABLEMATES)
    # People they have played with may keep a seat for them at an open table.
    takes_invitations = models.BooleanField(default=True)
    # Mails of turns hold a link that plays without signing in.
    plays_by_mail = models.BooleanField(default=True)
    # Kinds of notices not wanted by mail; none at all; and since when the address refuses mail.
    mail_kinds_off = models.JSONField(default=list, blank=True)
    mail_off = models.BooleanField(default=False)
    mail_refused_at = models.DateTimeField(null=True, editable=False)
    # Before the end of their time, in minutes, when to be reminded: none means with a fifth of it left.
    reminders = models.JSONField(default=list, blank=True)
    # Something other than mail that tells them of games refuses for good.
    has_paused_channel = models.BooleanField(default=False, editable=False)
    # How often all other sessions were ended, but for changes of the password.
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    # Operators look at what was reported. They see no more of a game than others do.
    is_staff = models.BooleanField(default=False, editable=False)
    # An operator has stopped them talking at tables, until then.
    talk_stopped_until = models.DateTimeField(null=True, editable=False)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    # Since when an operator lets nobody sign in.
    suspended_at = models.DateTimeField(null=True, editable=False)
    # When they may again; without it, once an operator says so.
    suspended_until = models.DateTimeField(null=True, editable=False)
    # When the account is deleted, unless its owner thinks better of it; and when that was done.
    leaves_at = models.DateTimeField(null=True, editable=False)
    left_at = models.DateTimeField(null=True, editable=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    # The last day on which a guest did something: abandoned guests are removed by it.
    last_active = models.DateField(default=timezone.localdate, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["last_active"], name="guests_by_last_active", condition=models.Q(is_guest=True)),
            models.Index(fields=["name_skeleton"], name="people_by_skeleton"),
            models.Index(fields=["leaves_at"], name="people_who_leave", condition=models.Q(leaves_at__isnull=False)),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["name_skeleton"], name="one_person_per_look", condition=models.Q(has_old_name=False)
            ),
        ]

    def __str__(self) -> str:
        """Return what others may see."""
        return self.display_name

    @property
    def shown_name(self) -> str:
        """What others are shown: the display name, or in the reader's language that the account is no more."""
        return gettext("A former agent") if self.left_at else keep(self.display_name)

    @property
    def own_face(self) -> Face:
        """Their face: chosen, or that of their code."""
        return find_face(self.code, self.face)

    @property
    def vacations(self) -> tuple[Vacation, ...]:
        """The days they took off, the earliest first."""
        return load_vacations(self.vacations_taken)

    @property
    def hours(self) -> Hours:
        """When they are awake and not away."""
        away = tuple(vacation.span for vacation in self.vacations)
        return Hours(self.time_zone, self.wakes_at, self.sleeps_at, away)

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the person, with the name tidied and what it is compared by kept in step."""
        self.display_name = tidy_name(self.display_name)
        self.name_key, skeleton = fold_name(self.display_name), skeletonize(self.display_name)
        if skeleton != self.name_skeleton:
            self.name_skeleton, self.has_old_name = skeleton, False
        if update_fields is not None and "display_name" in update_fields:
            update_fields = {*update_fields, "name_key", "name_skeleton", "has_old_name"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return what a session must hold to count as this person's: Django's own value until sessions were ended."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        ended = f"/{self.sessions_ended}" if self.sessions_ended else ""
        return salted_hmac(salt, self.password + ended, secret=secret, algorithm="sha256").hexdigest()


class Block(models.Model):
    """A person who will not meet another: neither sits down where the other sits. Only `by` is ever told of it."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["by", "person"], name="one_block_per_pair"),
        ]

    def __str__(self) -> str:
        """Return nothing of who is meant."""
        return f"block {self.pk}"


class LimitedUse(models.Model):
    """One use of what is limited, as `accounts.rate_limits` counts it: it counts until `free_at`."""

    # A keyed hash of what is limited, and for whom.
    key = models.CharField(max_length=64)
    number = models.PositiveSmallIntegerField()
    free_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["key", "number"], name="one_use_per_slot"),
        ]

    def __str__(self) -> str:
        """Return which slot it is, and until when it is taken."""
        return f"{self.key[:8]}/{self.number} until {self.free_at.isoformat()}"


class Announcement(models.Model):
    """What operators tell all who read a language, on every page, until a time."""

    language = models.CharField(max_length=5, unique=True)
    text = models.CharField(max_length=300)
    until = models.DateTimeField()
    # Changed with the text: who closed one announcement is shown the next.
    code = models.CharField(max_length=LENGTH, default=make_code)

    def __str__(self) -> str:
        return f"announcement in {self.language}"


def make_message_id() -> str:
    """Return the left part of a Message-ID: what tells mails apart, and nothing of what they say."""
    return uuid4().hex


class AccountEmail(models.Model):
    """A mail about an account that is to be sent, with its text, which may hold a code; gone once it is out.

    It is removed by `expires_at`, sent or not: no code is stored for longer than it may be typed.
    """

    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=5)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    # The same in every attempt.
    message_id = models.CharField(max_length=100, default=make_message_id)
    written_at = models.DateTimeField(default=timezone.now)
    # Not before; moved on by each failed attempt.
    send_at = models.DateTimeField(default=timezone.now, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_letter"

    def __str__(self) -> str:
        """Return nothing of what it says, nor to whom."""
        return f"account email {self.pk}"


class Export(models.Model):
    """What is held of a person, as they asked to have it: a zip, made by the worker, kept for a day."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="export")
    asked_at = models.DateTimeField(db_index=True)
    made_at = models.DateTimeField(null=True)
    content = models.BinaryField(null=True)

    def __str__(self) -> str:
        """Return nothing of whose it is."""
        return f"export {self.pk}"
