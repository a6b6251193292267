"""People: one row a person, guests included; and the letters to them, codes above all, until these are sent."""

from collections.abc import Iterable
from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.faces import Face, find_face
from accounts.look_alikes import skeletonize
from accounts.names import NAME_LENGTH, fold_name, tidy_name, validate_display_name
from accounts.time_zones import validate_time_zone
from insidejob.codes import LENGTH, make_code


class Audience(models.TextChoices):
    """Who may see a person's history of games."""

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
    # What a profile is called in addresses: never the primary key, which would count people.
    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # The six digits of a face they chose; without any it comes from `code`.
    face = models.CharField(max_length=6, blank=True, editable=False)
    history_shown_to = models.CharField(max_length=10, choices=Audience.choices, default=Audience.TABLEMATES)
    # Kinds of notices not wanted by mail; none at all; and since when the address refuses mail.
    mail_kinds_off = models.JSONField(default=list, blank=True)
    mail_off = models.BooleanField(default=False)
    mail_refused_at = models.DateTimeField(null=True, editable=False)
    # How often all other sessions were ended, but for changes of the password.
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
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
    def own_face(self) -> Face:
        """Their face: chosen, or that of their code."""
        return find_face(self.code, self.face)

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


class LimitedUse(models.Model):
    """One use of what is limited, as `accounts.limits` counts it: it counts until `free_at`."""

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


def make_message_id() -> str:
    """Return the left part of a Message-ID: what tells mails apart, and nothing of what they say."""
    return uuid4().hex


class Letter(models.Model):
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

    def __str__(self) -> str:
        """Return nothing of what it says, nor to whom."""
        return f"letter {self.pk}"
