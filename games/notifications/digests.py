"""One mail for what is due for one person at one time: the letter of the one table it is about, or a list of tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.models import Delivery, Notice
from games.notifications import emails as letters
from games.notifications.commitments import choose_commitment
from games.notifications.email_links import make_table_token
from games.notifications.preferences import ALL
from games.notifications.types import KINDS, Group
from games.wording.sentences import word_zone


@dataclass(frozen=True)
class Item:
    """What a digest says of one table; `due_at` is there where its reader is asked something."""

    said: str
    link: str
    due_at: datetime | None
    # The commitment to the deal, in the first mail from a running game.
    commitment: str


@dataclass(frozen=True)
class Digest:
    """All that the templates of a digest are given."""

    subject: str
    name: str
    items: tuple[Item, ...]
    zone: str
    stop_link: str


def make_mail(headlines: Sequence[Delivery], message_id: str) -> EmailMultiAlternatives:
    """Return the mail that says all of `headlines`, each of another table, to the one person they are for."""
    notices = [delivery.notice for delivery in headlines]
    return letters.make_mail(notices[0], message_id) if len(notices) == 1 else make_digest(notices, message_id)


def make_digest(notices: Sequence[Notice], message_id: str) -> EmailMultiAlternatives:
    """Return the mail that lists several tables."""
    user = notices[0].recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        digest = write_digest(user, notices)
        text = (
            letters.BLANK_LINES.sub("\n\n", render_to_string("games/emails/digest.txt", {"digest": digest})).strip()
            + "\n"
        )
        page = render_to_string("games/emails/digest.html", {"digest": digest})
    headers = {**letters.make_identity(message_id, user.language), **letters.make_way_out(digest.stop_link)}
    mail = EmailMultiAlternatives(digest.subject, text, to=[str(user.email)], headers=headers)
    mail.attach_alternative(page, "text/html")
    return mail


def write_digest(user: User, notices: Sequence[Notice]) -> Digest:
    """Return what a digest says, in the language and zone now active."""
    return Digest(
        subject=word_count(notices),
        name=user.shown_name,
        items=tuple(map(write_item, notices)),
        zone=word_zone(),
        stop_link=letters.make_switch_link(user, ALL),
    )


def word_count(notices: Sequence[Notice]) -> str:
    """Return how many tables wait for their reader, or how many there is news from."""
    count = len(notices)
    if all(is_asked(notice) for notice in notices):
        return ngettext("%(count)d table is waiting for you", "%(count)d tables are waiting for you", count) % {
            "count": count
        }
    return ngettext("News from %(count)d table", "News from %(count)d tables", count) % {"count": count}


def write_item(notice: Notice) -> Item:
    """Return what is said of one table."""
    said = gettext(KINDS[notice.kind].subject) % {"operation": notice.game.name}
    due_at = notice.game.until if is_asked(notice) and not notice.game.paused_at else None
    link = letters.make_link("games:from_mail", notice.game.code, make_table_token(notice.recipient))
    return Item(said=said, link=link, due_at=due_at, commitment=choose_commitment(notice))


def is_asked(notice: Notice) -> bool:
    """Tell whether a notice is about something that its reader is asked."""
    return KINDS[notice.kind].group == Group.QUESTION
