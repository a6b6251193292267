"""Contacts, browsers that take pushes, and channel tests."""

from typing import ClassVar

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Contact(models.Model):
    """One user's address at one channel, and what they chose for it.

    Email needs no row until the user chooses something.
    """

    class Schedule(models.TextChoices):
        NOW = "now", _("right away")
        AWAKE = "awake", _("when I’m awake")
        DAILY = "daily", _("once a day at 18:00")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="contacts", db_index=False
    )
    # A code of `games.notifications.channels`.
    channel = models.CharField(max_length=10)
    # Such as a URL or topic; empty for email and push.
    address = models.CharField(max_length=500, blank=True)
    # Signs a webhook's messages, or is in a feed's address.
    secret = models.CharField(max_length=64, blank=True)
    # Switches of `games.notifications.types`; those of email are on the user.
    off = models.JSONField(default=list)
    schedule = models.CharField(max_length=10, choices=Schedule.choices, default=Schedule.NOW, db_column="rhythm")
    # Since when the channel refuses for good. For email this is stored on the user.
    paused_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "channel"], name="one_contact_per_channel"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["secret"], name="feeds_by_token", condition=models.Q(channel="feed")),
        ]

    def __str__(self) -> str:
        return f"contact by {self.channel}"


class Device(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=500, unique=True)
    public_key = models.CharField(max_length=100)
    auth_secret = models.CharField(max_length=40)
    # The name of browser and system, to show to the owner.
    name = models.CharField(max_length=60, blank=True)
    added_at = models.DateTimeField(default=timezone.now)
    # Since when its push service refuses messages for good; then it gets none until the browser subscribes again.
    refused_at = models.DateTimeField(null=True)
    # The subscription ends with this session. Null if it is a guest's, or older than the list of sessions.
    session = models.ForeignKey(UserSession, on_delete=models.CASCADE, related_name="devices", null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"device {self.pk}"


class ChannelTest(models.Model):
    """A test message that a user asked for. Each user has one row, so one test runs at a time."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        # Values of `games.notifications.channels.types.Outcome`.
        TAKEN = "taken"
        LATER = "later"
        NEVER = "never"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    contact = models.ForeignKey(Contact, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["asked_at"], name="channel_tests_by_time", condition=models.Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return f"test of {self.contact}"
