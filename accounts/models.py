"""Users, and account emails until they are sent."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.availability.time_zones import validate_time_zone
from accounts.availability.vacations import Vacation, load_vacations
from accounts.availability.waking_hours import SLEEPS_AT, WAKES_AT, Hours
from accounts.faces import Face, find_face
from accounts.names.display_names import NAME_LENGTH, fold_name, tidy_name, validate_display_name
from accounts.names.look_alikes import skeletonize
from insidejob.codes import LENGTH, make_code
from insidejob.untranslated import Described, keep


class Audience(models.TextChoices):
    EVERYBODY = "everybody", _("anyone who is signed in")
    TABLEMATES = "tablemates", _("people I’ve played with")
    NOBODY = "nobody", _("only me")


class Scope(models.TextChoices):
    WAITING = "waiting", _("See which games wait for me")
    TABLES = "tables", _("Read my tables, finished games and statistics")
    PLAY = "play", _("Open and join tables, and play for me")
    TALK = "talk", _("Read and write in my tables’ chat")


BOT_SCOPE = "bot"


def list_languages() -> list[tuple[str, Any]]:
    """Return the choices of languages. It is a function, so that a new language needs no migration."""
    return settings.LANGUAGES


class UserManager(BaseUserManager["User"]):
    pass


class ToldBy(models.TextChoices):
    """How a guest or a bot account, who have no email address, is notified of their turn. It is empty until then.

    `PUSH` is a browser's notification for guests, and a webhook for bot accounts.
    """

    PUSH = "push"
    NOTHING = "none"


class User(AbstractBaseUser):
    """A person's account. Others see the display name, never the email address."""

    email = models.EmailField(_("email address"), max_length=254, unique=True, null=True, blank=True)
    display_name = models.CharField(_("display name"), max_length=NAME_LENGTH, validators=[validate_display_name])
    # Forms of the name that are compared, so that no two names can be mistaken for each other.
    name_key = models.CharField(max_length=500, unique=True, editable=False)
    name_skeleton = models.CharField(max_length=500, editable=False)
    # Whether the name looks like another one, but is older than the rule against this.
    has_old_name = models.BooleanField(default=False, editable=False)
    language = models.CharField(_("language"), max_length=5, choices=list_languages, default=settings.LANGUAGE_CODE)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=settings.TIME_ZONE, validators=[validate_time_zone]
    )
    # Waking hours as hours of the day, in local time.
    wakes_at = models.PositiveSmallIntegerField(default=WAKES_AT)
    sleeps_at = models.PositiveSmallIntegerField(default=SLEEPS_AT)
    vacations_taken = models.JSONField(default=list, blank=True, editable=False, db_column="holidays_taken")
    # Apart from those taken, because releases that know nothing of dropped ones would take them for real.
    vacations_dropped = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    # The user's code in URLs. A primary key would reveal the number of users.
    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    # The face as six digits. If it is empty, the code determines the face.
    face = models.CharField(max_length=6, blank=True, editable=False)
    history_shown_to = models.CharField(max_length=10, choices=Audience.choices, default=Audience.TABLEMATES)
    statistics_shown_to = models.CharField(max_length=10, choices=Audience.choices, default=Audience.TABLEMATES)
    # Whether recent players may invite the user by name.
    takes_invitations = models.BooleanField(default=True)
    # Whether turn reminders have a link that plays without signing in.
    plays_by_mail = models.BooleanField(default=True)
    # The types of notifications that are not sent by email, whether none is, and since when the address refuses email.
    mail_kinds_off = models.JSONField(default=list, blank=True)
    mail_off = models.BooleanField(default=False)
    mail_refused_at = models.DateTimeField(null=True, editable=False)
    # When to remind the user, in minutes before a deadline. If it is empty, a reminder comes when a fifth of the time
    # is left.
    reminders = models.JSONField(default=list, blank=True)
    # Whether a channel other than email refuses for good.
    has_paused_channel = models.BooleanField(default=False, editable=False)
    # Part of the session hash: raising it ends all sessions.
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    # Whether the user is a moderator. Moderators see no more of a game than others do.
    is_staff = models.BooleanField(default=False, editable=False)
    talk_stopped_until = models.DateTimeField(null=True, editable=False)
    is_guest = models.BooleanField(default=False)
    # Guests and bot accounts only: how they learn of their turn.
    told_by = models.CharField(
        max_length=4, choices=ToldBy.choices, default="", db_default="", blank=True, editable=False
    )
    # The owner of a bot account. It is kept when the bot is removed.
    bot_owner = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="bot_accounts", editable=False
    )
    is_active = models.BooleanField(default=True)
    suspended_at = models.DateTimeField(null=True, editable=False)
    # The end of a suspension. Null means that a moderator has to end it.
    suspended_until = models.DateTimeField(null=True, editable=False)
    # What a moderator wrote to the owner about the suspension, or about closing the account.
    suspension_reason = models.TextField(blank=True, default="", db_default="", editable=False)
    # When the account is to be deleted, and when it was.
    leaves_at = models.DateTimeField(null=True, editable=False)
    left_at = models.DateTimeField(null=True, editable=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    # The day a guest was last active. Abandoned guests are deleted.
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
        return self.display_name

    @property
    def shown_name(self) -> str:
        if self.is_gone:
            return Described(gettext("A former agent"), pgettext("in a sentence", "a former agent"))
        return keep(self.display_name)

    @property
    def is_reachable(self) -> bool:
        has_no_email = self.is_guest or self.bot_owner_id is not None
        return not has_no_email or self.told_by == ToldBy.PUSH

    @property
    def shown_owner(self) -> str:
        return self.bot_owner.shown_name if self.bot_owner and not self.is_gone else ""

    @property
    def own_face(self) -> Face:
        return find_face(self.code, self.face)

    @property
    def vacations(self) -> tuple[Vacation, ...]:
        return load_vacations(self.vacations_taken)

    @property
    def announced_vacations(self) -> tuple[Vacation, ...]:
        """All vacations, with those that the user dropped."""
        return load_vacations([*self.vacations_taken, *self.vacations_dropped])

    @property
    def hours(self) -> Hours:
        away = tuple(vacation.span for vacation in self.vacations)
        return Hours(self.time_zone, self.wakes_at, self.sleeps_at, away)

    @property
    def is_gone(self) -> bool:
        """Whether the account was deleted, or a moderator closed it. Others no longer see its name."""
        return self.left_at is not None or self.is_closed

    @property
    def is_closed(self) -> bool:
        return self.suspended_at is not None and self.suspended_until is None and self.leaves_at is not None

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.display_name = tidy_name(self.display_name)
        self.name_key, skeleton = fold_name(self.display_name), skeletonize(self.display_name)
        if skeleton != self.name_skeleton:
            self.name_skeleton, self.has_old_name = skeleton, False
        if update_fields is not None and "display_name" in update_fields:
            update_fields = {*update_fields, "name_key", "name_skeleton", "has_old_name"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash that invalidates sessions.

        It equals Django's while `sessions_ended` is 0, so that old sessions stay valid.
        """
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        ended = f"/{self.sessions_ended}" if self.sessions_ended else ""
        return salted_hmac(salt, self.password + ended, secret=secret, algorithm="sha256").hexdigest()


class Session(AbstractBaseSession):
    """A row of Django's own table of sessions, which has the user as one more column.

    Django's app makes the table. The user is null in the session of a visitor.
    """

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False)

    class Meta(AbstractBaseSession.Meta):
        managed = False
        db_table = "django_session"

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


class Block(models.Model):
    """Keeps two users from sitting at one table. Only `by` ever learns of it."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["by", "person"], name="one_block_per_pair"),
        ]

    def __str__(self) -> str:
        return f"block {self.pk}"


class LimitedUse(models.Model):
    """One use of a rate limit; see `accounts.rate_limits`."""

    # A keyed hash.
    key = models.CharField(max_length=64)
    number = models.PositiveSmallIntegerField()
    free_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["key", "number"], name="one_use_per_slot"),
        ]

    def __str__(self) -> str:
        return f"{self.key[:8]}/{self.number} until {self.free_at.isoformat()}"


class Announcement(models.Model):
    language = models.CharField(max_length=5, unique=True)
    text = models.CharField(max_length=300)
    until = models.DateTimeField()
    # New with each text: a cookie remembers closed ones.
    code = models.CharField(max_length=LENGTH, default=make_code)

    def __str__(self) -> str:
        return f"announcement in {self.language}"


TOKEN_NAME_LENGTH = 40


class ApiToken(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=TOKEN_NAME_LENGTH)
    # SHA-256 of the secret.
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)
    # Null: it is valid until it is revoked.
    expires_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"token {self.pk}"

    @property
    def key(self) -> str:
        return self.digest[:16]

    @property
    def shown_scopes(self) -> list[str]:
        return [str(Scope(scope).label) for scope in self.scopes]

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()


def make_message_id() -> str:
    """Return a Message-ID that says nothing about the email."""
    return uuid4().hex


class AccountEmail(models.Model):
    """An email about an account that waits to be sent.

    At `expires_at` it is deleted even if it was not sent, so that no code is stored for longer than it is valid.
    """

    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=5)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    # The link that turns off emails of this kind. Mail programs show a button for it. Empty if nothing turns them off.
    stop_link = models.CharField(max_length=500, blank=True, default="", db_default="")
    # The same in every attempt.
    message_id = models.CharField(max_length=100, default=make_message_id)
    written_at = models.DateTimeField(default=timezone.now)
    send_at = models.DateTimeField(default=timezone.now, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_letter"

    def __str__(self) -> str:
        return f"account email {self.pk}"


class Export(models.Model):
    """A zip of a user's data, kept for a day."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="export")
    asked_at = models.DateTimeField(db_index=True)
    # When a worker began to make it.
    begun_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    content = models.BinaryField(null=True)

    def __str__(self) -> str:
        return f"export {self.pk}"
