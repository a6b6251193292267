"""One email for everything that is due for a user: about a single table, or with a list of tables.

The first reminder of a day lists all tables that wait, whichever channel sends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Delivery, Notification
from games.notifications import emails, subjects
from games.notifications.channels import CHANNELS, MAIL
from games.notifications.commitments import choose_commitment
from games.notifications.email_links import make_table_token
from games.notifications.preferences import ALL
from games.notifications.selectors import find_waiting, is_openly_asked
from games.notifications.types import NOTIFICATION_TYPES, REMINDER, Group
from games.wording.sentences import word_zone
from insidejob.untranslated import break_links


@dataclass(frozen=True)
class Item:
    """One table in a digest. `due_at` is set if the table asks something of the reader."""

    table: str
    said: str
    link: str
    due_at: datetime | None
    # Only in the first email from a running game.
    commitment: str


@dataclass(frozen=True)
class Digest:
    subject: str
    name: str
    items: tuple[Item, ...]
    zone: str
    stop_link: str

    @property
    def preview(self) -> str:
        """The text that a mailbox shows next to the subject."""
        return " · ".join(item.said for item in self.items)[: emails.PREVIEW]


def make_mail(headlines: Sequence[Delivery], message_id: str) -> EmailMultiAlternatives:
    """Make the email. `headlines` are deliveries of different tables to the same user."""
    notifications = list_news(headlines, MAIL.code)
    return (
        emails.make_mail(notifications[0], message_id)
        if len(notifications) == 1
        else _make_digest(notifications, message_id)
    )


def list_news(headlines: Sequence[Delivery], channel: str) -> list[Notification]:
    """Return what a message tells: first the tables that wait, the most urgent one first."""
    notifications = [delivery.notification for delivery in headlines]
    return sorted([*notifications, *_list_others(notifications, channel)], key=_rank)


def _rank(notification: Notification) -> tuple[bool, float]:
    is_asked, until = _is_asked(notification), notification.game.until
    return not is_asked, until.timestamp() if is_asked and until else inf


def _list_others(notifications: Sequence[Notification], channel: str) -> list[Notification]:
    """Return unsaved reminders of the other tables that wait, for the first reminder of a day on this channel."""
    user = notifications[0].recipient
    if all(notification.kind != REMINDER.code for notification in notifications) or _was_reminded_today(user, channel):
        return []
    told = {notification.game_id for notification in notifications}
    waiting = (player for player in find_waiting(user) if player.game_id not in told and not player.muted)
    return [
        Notification(recipient=user, game=player.game, kind=REMINDER.code)
        for player in waiting
        if CHANNELS[channel].is_private or is_openly_asked(player.game.known_title, player)
    ]


def _was_reminded_today(user: User, channel: str) -> bool:
    """Whether this channel has reminded the user since midnight where the user lives."""
    midnight = timezone.localtime(timezone=ZoneInfo(user.time_zone)).replace(hour=0, minute=0, second=0, microsecond=0)
    sent = Delivery.objects.filter(channel=channel, state=Delivery.State.SENT, done_at__gte=midnight)
    return sent.filter(notification__recipient=user, notification__kind=REMINDER.code).exists()


def _make_digest(notifications: Sequence[Notification], message_id: str) -> EmailMultiAlternatives:
    user = notifications[0].recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        digest = _write_digest(user, notifications)
        text = (
            emails.BLANK_LINES.sub("\n\n", render_to_string("games/emails/digest.txt", {"digest": digest})).strip()
            + "\n"
        )
        page = render_to_string("games/emails/digest.html", {"digest": digest})
    headers = {**emails.make_identity(message_id, user.language), **emails.make_way_out(digest.stop_link)}
    mail = EmailMultiAlternatives(digest.subject, text, to=[str(user.email)], headers=headers)
    mail.attach_alternative(page, "text/html")
    return mail


def _write_digest(user: User, notifications: Sequence[Notification]) -> Digest:
    return Digest(
        subject=word_count(notifications),
        name=break_links(user.shown_name),
        items=tuple(map(_write_item, notifications)),
        zone=word_zone(),
        stop_link=emails.make_switch_link(user, ALL),
    )


def word_count(notifications: Sequence[Notification]) -> str:
    count, asked = len(notifications), sum(map(_is_asked, notifications))
    if not asked:
        return ngettext("News from %(count)d table", "News from %(count)d tables", count) % {"count": count}
    if asked == count:
        words = ngettext("%(count)d table is waiting for you", "%(count)d tables are waiting for you", asked)
    else:
        words = ngettext(
            "%(count)d table is waiting for you, and there’s other news",
            "%(count)d tables are waiting for you, and there’s other news",
            asked,
        )
    return words % {"count": asked}


def _write_item(notification: Notification) -> Item:
    said = subjects.word_email_subject(notification)
    due_at = notification.game.until if _is_asked(notification) and not notification.game.paused_at else None
    link = emails.make_link("games:from_mail", notification.game.code, make_table_token(notification.recipient))
    return Item(
        table=notification.game.name, said=said, link=link, due_at=due_at, commitment=choose_commitment(notification)
    )


def _is_asked(notification: Notification) -> bool:
    return NOTIFICATION_TYPES[notification.kind].group == Group.QUESTION
