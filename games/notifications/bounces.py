"""Bounces: emails refused after their server had accepted them (RFC 3464).

Anyone can forge a report, so one counts only if it returns the random Message-ID of an email of ours.
"""

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes, message_from_string
from email.message import Message
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

import structlog
from django.conf import settings

from accounts.models import User
from games.models import Delivery
from games.notifications import contacts
from games.notifications.channels import MAIL
from games.notifications.emails import name_domain
from games.notifications.smtp_errors import PERMANENT, Blame, read_refusal

MAX_READ = 50
MAX_BYTES = 200_000
REPLY = re.compile(r"\bsmtp;\s*(\d{3})[ -]?(.*)", re.IGNORECASE | re.DOTALL)
PLAIN_REFUSAL = 550
PORTS = {"imap": 143, "imaps": 993}

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Report:
    """`message_id` has no brackets."""

    message_id: str
    recipient: str
    blame: Blame


def read_mailbox(url: str) -> int:
    """`url` is like `imaps://user:password@host/folder`. Return how many addresses were paused."""
    paused = 0
    try:
        for raw in fetch_unseen(url):
            paused += note_raw(raw)
    except (OSError, imaplib.IMAP4.error) as error:
        # Never log what the server said: it may quote the account.
        log.warning("mailbox of bounces not read", reason=type(error).__name__)
    return paused


def fetch_unseen(url: str) -> Iterator[bytes]:
    """Mark each email as seen once the next is requested."""
    parts = urlsplit(url)
    with connect(parts.scheme, parts.hostname or "", parts.port or PORTS[parts.scheme]) as mailbox:
        mailbox.login(unquote(parts.username or ""), unquote(parts.password or ""))
        mailbox.select(unquote(parts.path.strip("/")) or "INBOX")
        _, found = mailbox.search(None, "UNSEEN")
        for number in found[0].split()[:MAX_READ]:
            _, content = mailbox.fetch(number.decode(), f"(BODY.PEEK[]<0.{MAX_BYTES}>)")
            yield from (part[1] for part in content if isinstance(part, tuple))
            mailbox.store(number.decode(), "+FLAGS", "\\Seen")


def connect(scheme: str, host: str, port: int) -> imaplib.IMAP4:
    if scheme == "imaps":
        context = ssl.create_default_context()
        return imaplib.IMAP4_SSL(host, port, ssl_context=context, timeout=settings.EMAIL_TIMEOUT)
    return imaplib.IMAP4(host, port, timeout=settings.EMAIL_TIMEOUT)


def note_raw(raw: bytes) -> bool:
    """Return whether an address was paused. Never raises."""
    try:
        report = read_report(raw)
    except Exception:
        log.exception("bounce not read")
        return False
    return report is not None and note_report(report)


def read_report(raw: bytes) -> Report | None:
    """Return None unless it reports a final failure."""
    mail = message_from_bytes(raw)
    if mail.get_content_type() != "multipart/report":
        return None
    failed = next((fields for fields in list_recipients(mail) if is_field(fields, "Action", "failed")), None)
    returned = find_returned(mail)
    if failed is None or returned is None:
        return None
    return Report(
        message_id=str(returned["Message-ID"] or "").strip().strip("<>"),
        recipient=parseaddr(str(returned["To"] or ""))[1].lower(),
        blame=read_blame(str(failed["Status"] or ""), str(failed["Diagnostic-Code"] or "")),
    )


def is_field(fields: Message, name: str, expected: str) -> bool:
    return str(fields[name] or "").strip().lower() == expected


def list_recipients(mail: Message) -> Iterator[Message]:
    """Skip the first block, which is about the email."""
    for part in mail.walk():
        blocks = part.get_payload()
        if part.get_content_type() == "message/delivery-status" and isinstance(blocks, list):
            yield from (block for block in blocks[1:] if isinstance(block, Message))


def find_returned(mail: Message) -> Message | None:
    for part in mail.walk():
        content = part.get_payload()
        if part.get_content_type() == "message/rfc822" and isinstance(content, list):
            return content[0] if isinstance(content[0], Message) else None
        if part.get_content_type() == "text/rfc822-headers":
            headers = part.get_payload(decode=True)
            return message_from_string(headers.decode("ascii", "replace")) if isinstance(headers, bytes) else None
    return None


def read_blame(status: str, diagnosis: str) -> Blame:
    """Prefer the server's reply to the status code."""
    reply = REPLY.search(diagnosis)
    if reply:
        return read_refusal(int(reply[1]), reply[2].encode())
    return read_refusal(PLAIN_REFUSAL if status.startswith("5") else PERMANENT - 1, status.encode())


def note_report(report: Report) -> bool:
    """Return whether the address was paused: only if we sent there."""
    left, _, domain = report.message_id.partition("@")
    if report.blame != Blame.ADDRESS or domain != name_domain():
        return False
    returned = Delivery.objects.filter(channel=MAIL.code, message_id=left, state=Delivery.State.SENT)
    first = returned.select_related("notification__recipient").first()
    if first is None or first.notification.recipient.email != report.recipient:
        return False
    returned.update(state=Delivery.State.REFUSED)
    contacts.pause_address(first.notification.recipient)
    return True


def note_address(address: str, reply: str) -> bool:
    """Return whether the address of a user was paused.

    `reply` is what the recipient's server said, or "".
    """
    code, _, text = reply.strip().partition(" ")
    if code.isdigit() and read_refusal(int(code), text.encode()) != Blame.ADDRESS:
        return False
    with suppress(User.DoesNotExist):
        contacts.pause_address(User.objects.get(email=address.lower()))
        return True
    return False
