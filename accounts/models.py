"""People: one row a person, guests included."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

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
    # The folded name: no two people may look alike to one another.
    name_key = models.CharField(max_length=500, unique=True, editable=False)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=settings.TIME_ZONE, validators=[validate_time_zone]
    )
    # What a profile is called in addresses: never the primary key, which would count people.
    code = models.CharField(max_length=LENGTH, unique=True, default=make_code, editable=False)
    history_shown_to = models.CharField(max_length=10, choices=Audience.choices, default=Audience.TABLEMATES)
    # Kinds of notices not wanted by mail; none at all; and since when the address refuses mail.
    mail_kinds_off = models.JSONField(default=list, blank=True)
    mail_off = models.BooleanField(default=False)
    mail_refused_at = models.DateTimeField(null=True, editable=False)
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
            models.Index(fields=["last_active"], name="guests_by_last_active", condition=models.Q(is_guest=True))
        ]

    def __str__(self) -> str:
        """Return what others may see."""
        return self.display_name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the person, with the name tidied and its folded form kept in step."""
        self.display_name = tidy_name(self.display_name)
        self.name_key = fold_name(self.display_name)
        if update_fields is not None and "display_name" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)
