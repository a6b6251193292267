"""How a person is reached: a row for each channel they set up and each browser that takes pushes; their last test."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Contact(models.Model):
    """One channel of one person. That of mail needs no row until something of it is chosen: its address is theirs."""

    class Schedule(models.TextChoices):
        """When what is to be told goes out."""

        NOW = "now", _("at once")
        AWAKE = "awake", _("when I’m awake")
        DAILY = "daily", _("once a day at 18:00")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="contacts", db_index=False
    )
    # The code of one of `games.notifications.channels`.
    channel = models.CharField(max_length=10)
    # What the channel needs to find them: an address, a topic; nothing for mail and push.
    address = models.CharField(max_length=500, blank=True)
    # What signs a webhook's messages; in the address of a feed, what nobody else can guess.
    secret = models.CharField(max_length=64, blank=True)
    # The switches of `games.notifications.types` that are off; those of mail stand with the person.
    off = models.JSONField(default=list)
    schedule = models.CharField(max_length=10, choices=Schedule.choices, default=Schedule.NOW, db_column="rhythm")
    # Since when it refuses for good; mail's stands with the person.
    paused_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "channel"], name="one_contact_per_channel"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["secret"], name="feeds_by_token", condition=models.Q(channel="feed")),
        ]

    def __str__(self) -> str:
        """Return which channel it is, never whose, nor where to."""
        return f"contact by {self.channel}"


class Device(models.Model):
    """A browser that takes pushes for a person: where to, and the keys with which only it can read them (RFC 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=500, unique=True)
    public_key = models.CharField(max_length=100)
    auth_secret = models.CharField(max_length=40)
    # What its browser and system are called, for its owner's list.
    name = models.CharField(max_length=60, blank=True)
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        """Return nothing of where it is."""
        return f"device {self.pk}"


class ChannelTest(models.Model):
    """The last test message that a person asked for: one row per person, so one test at a time."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        # The values of `games.notifications.channels.types.Outcome`.
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
        """Return which channel is tested, never whose."""
        return f"test of {self.contact}"
