"""What notifications and their channels hold about a user."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.personal_data.sections import Section, name_choices
from games.models import Answers, BotOffer, CaseReminder, Contact, Delivery, Device, Notification, TableAlert
from games.personal_data.words import CHANNEL_NAMES, DELIVERED, KINDS, NOTIFIED, TABLE, WHEN


def list_own_accounts(user: User) -> list[User]:
    """Return a user's bot accounts and, last, the user."""
    return [*user.bot_accounts.filter(left_at=None).order_by("pk"), user]


def describe_notified(user: User) -> list[Section]:
    return [
        _describe_notifications(user),
        _describe_contacts(user),
        _describe_devices(user),
        _describe_case_reminders(user),
        _describe_table_alert(user),
        _describe_bot_offers(user),
        _describe_answers(user),
    ]


def _describe_notifications(user: User) -> Section:
    mine = Notification.objects.filter(recipient__in=list_own_accounts(user))
    told = mine.select_related("game").prefetch_related("deliveries").order_by("pk")
    rows = [
        {
            "table": notification.game.name,
            "about": notification.kind,
            "when": notification.told_at or notification.send_at,
            "status": notification.state,
            "sent": list(_list_deliveries(notification)),
        }
        for notification in told
    ]
    columns = {"table": TABLE, "about": _("About"), "when": WHEN, "status": _("Status"), "sent": _("Sent")}
    words = {"about": name_choices(KINDS), "status": name_choices(NOTIFIED), "sent": _word_deliveries}
    return Section("notices", _("Emails and notifications"), columns, rows, words=words)


def _list_deliveries(notification: Notification) -> Iterator[str]:
    deliveries: list[Delivery] = list(notification.deliveries.all())
    yield from (f"{each.channel}: {each.state}" for each in deliveries)


def _word_deliveries(deliveries: Sequence[str]) -> list[str]:
    """Put `channel: state` of each delivery in words."""
    split = [each.split(": ") for each in deliveries]
    return [f"{CHANNEL_NAMES.get(channel, channel)} ({DELIVERED[Delivery.State(state)]})" for channel, state in split]


def _describe_contacts(user: User) -> Section:
    """Describe the contacts of the user and their bots.

    The keys that sign messages are left out, and the addresses of feeds, which are on the user's pages.
    """
    mine = Contact.objects.filter(user__in=list_own_accounts(user)).order_by("pk")
    rows = list(mine.values("channel", "address", "schedule", "off", "paused_at"))
    columns = {
        "channel": _("Channel"), "address": _("Address"), "schedule": WHEN, "off": _("Not wanted"),
        "paused_at": _("Paused since"),
    }  # fmt: skip
    words = {"channel": name_choices(CHANNEL_NAMES), "schedule": name_choices(dict(Contact.Schedule.choices))}
    return Section("contacts", _("Other notification channels"), columns, rows, words=words)


def _describe_case_reminders(user: User) -> Section:
    rows = [
        {"channel": row.channel, "hour": row.hour, "next": row.due_at}
        for row in CaseReminder.objects.filter(user=user).order_by("pk")
    ]
    columns = {"channel": _("Channel"), "hour": _("Hour"), "next": _("Next one")}
    words = {"channel": name_choices(CHANNEL_NAMES)}
    return Section("case_reminders", _("Reminders of the case of the day"), columns, rows, words=words)


def _describe_table_alert(user: User) -> Section:
    rows = list(TableAlert.objects.filter(user=user).values("title", "pace", "language"))
    columns = {"title": _("Game"), "pace": _("Pace"), "language": _("Language of the host")}
    return Section("table_alert", _("Tell me when a table opens"), columns, rows)


def _describe_bot_offers(user: User) -> Section:
    rows = BotOffer.objects.filter(user__bot_owner=user).order_by("user", "pk")
    columns = {"user__display_name": _("Name"), "title": _("Game"), "seats": _("Players")}
    return Section("bot_offers", _("Games to which your bots take invitations"), columns, list(rows.values(*columns)))


def _describe_devices(user: User) -> Section:
    rows = list(Device.objects.filter(user=user).values("name", "endpoint", "added_at"))
    columns = {"name": _("Browser"), "endpoint": _("Address"), "added_at": _("Added")}
    return Section("devices", _("Browsers with notifications"), columns, rows)


def _describe_answers(user: User) -> Section:
    rows = [{"last": row.last} for row in Answers.objects.filter(user=user)]
    columns = {"last": _("Seconds; -1 missed, -2 sealed")}
    return Section("answers", _("Your last answers"), columns, rows, words={"last": _word_answers})


def _word_answers(seconds: Sequence[int]) -> list[Any]:
    """Put the times of the last answers in words."""
    marks = {-1: gettext("missed"), -2: gettext("sealed")}
    return [marks.get(each, gettext("%(count)s s") % {"count": each}) for each in seconds]
