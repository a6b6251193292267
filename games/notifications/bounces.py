"""Reads bounces: emails that a server accepted and that came back.

flufl.bounce finds permanent failures, but says neither what is to blame nor which email came back. Reports can be
forged, so one counts only if it has the Message-ID of an email of ours to that address. Emails about accounts and the
case are not kept, so their Message-IDs are signed.
"""

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from hashlib import sha256
from urllib.parse import unquote, urlsplit

import structlog
from django.conf import settings
from django.core.cache import cache

from accounts.models import User
from games.models import Delivery
from games.notifications import contacts
from games.notifications.channels import MAIL
from games.notifications.emails import name_domain
from games.notifications.smtp_errors import Blame, read_refusal
from games.notifications.tokens import is_signed

MAX_READ = 50
MAX_BYTES = 200_000
REPLY = re.compile(r"\bsmtp;\s*(\d{3})[ -]?(.*)", re.IGNORECASE | re.DOTALL)
QUOTED_REPLY = re.compile(rb"\b(5\d\d)[\s:#-]{1,3}(5\.\d{1,3}\.\d{1,3}\b.*)")
"""A quoted reply such as `550: 5.1.1 User unknown`. A number alone is not enough, because it may mean anything."""
PLAIN_REFUSAL = 550
OVERLONG = re.compile(rb"([^\r\n]{998})[^\r\n]+")
"""Lines longer than RFC 5322 allows. The patterns of flufl.bounce would take quadratic time on them."""
PORTS = {"imap": 143, "imaps": 993}

log = structlog.get_logger(__name__)


def read_mailbox(url: str) -> int:
    """Read returned emails and pause the addresses they are about.

    `url` is like `imaps://user:password@host/folder`. People may read their own emails in the same folder, so only
    those that paused an address are marked as seen. Return their number.
    """
    paused = 0
    try:
        with _connect(url) as mailbox:
            last_key = _open_folder(mailbox, url)
            for uid in _list_new(mailbox, cache.get(last_key, 0)):
                if _note_raw(_fetch(mailbox, uid)):
                    mailbox.uid("STORE", str(uid), "+FLAGS", "(\\Seen)")
                    paused += 1
                cache.set(last_key, uid, timeout=None)
    except (OSError, imaplib.IMAP4.error) as error:
        # Never log what the server said: it may quote the account.
        log.warning("mailbox of bounces not read", reason=type(error).__name__)
    return paused


def _connect(url: str) -> imaplib.IMAP4:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    if parts.scheme == "imaps":
        context = ssl.create_default_context()
        return imaplib.IMAP4_SSL(host, port, ssl_context=context, timeout=settings.EMAIL_TIMEOUT)
    return imaplib.IMAP4(host, port, timeout=settings.EMAIL_TIMEOUT)


def _open_folder(mailbox: imaplib.IMAP4, url: str) -> str:
    """Sign in and select the folder. Return the cache key for the UID of the last email that was read in it.

    If the cache loses it, unseen emails are read again, which does no harm.
    """
    parts = urlsplit(url)
    mailbox.login(unquote(parts.username or ""), unquote(parts.password or ""))
    mailbox.select(unquote(parts.path.strip("/")) or "INBOX")
    _, validity = mailbox.response("UIDVALIDITY")
    folder = f"{parts.username}@{parts.hostname}{parts.path} {validity}"
    return f"bounces-{sha256(folder.encode()).hexdigest()}"


def _list_new(mailbox: imaplib.IMAP4, last: int) -> list[int]:
    """Return the UIDs of the emails after the last one that was read, oldest first.

    Without a last one these are the newest unread emails, so that later calls do not go through all old ones.
    """
    _, found = mailbox.uid("SEARCH", "UNSEEN" if not last else f"UID {last + 1}:*")
    # A range with `*` has the newest email in it even if that one is older.
    uids = sorted(uid for uid in map(int, (found[0] or b"").split()) if uid > last)
    return uids[:MAX_READ] if last else uids[-MAX_READ:]


def _fetch(mailbox: imaplib.IMAP4, uid: int) -> bytes:
    _, content = mailbox.uid("FETCH", str(uid), f"(BODY.PEEK[]<0.{MAX_BYTES}>)")
    return next((part[1] for part in content if isinstance(part, tuple)), b"")


def _note_raw(raw: bytes) -> bool:
    try:
        return _note_mail(message_from_bytes(OVERLONG.sub(rb"\1", raw)))
    except Exception:
        log.exception("bounce not read")
        return False


def _note_mail(mail: Message) -> bool:
    message_id, address = _read_identity(_find_returned(mail))
    sent = Delivery.objects.filter(channel=MAIL.code, message_id=message_id, state=Delivery.State.SENT)
    sent = sent.filter(notification__recipient__email=address)
    user = User.objects.filter(email=address).first()
    # The Message-ID is checked first, so that only recipients of our emails can make us run flufl.bounce.
    is_ours = sent.exists() or is_signed(message_id, address)
    if user is None or not is_ours or _read_blame(mail) != Blame.ADDRESS:
        return False
    sent.update(state=Delivery.State.REFUSED)
    contacts.pause_address(user)
    return True


def _find_returned(mail: Message) -> Message:
    """Return the email that came back, or its headers; empty if there is none."""
    for part in mail.walk():
        content = part.get_payload()
        if part.get_content_type() == "message/rfc822" and isinstance(content, list):
            return content[0] if isinstance(content[0], Message) else Message()
        if part.get_content_type() == "text/rfc822-headers":
            return message_from_bytes(_read_content(part))
    return Message()


def _read_identity(returned: Message) -> tuple[str, str]:
    """Return the Message-ID of an email of ours, without its domain, and the address it went to."""
    left, _, domain = str(returned["Message-ID"] or "").strip().strip("<>").partition("@")
    return (left, parseaddr(str(returned["To"] or ""))[1].lower()) if domain == name_domain() else ("", "")


def _read_blame(mail: Message) -> Blame:
    """Return whether the address, the email or the server is to blame.

    In doubt it is the email, so that no address is paused wrongly.
    """
    from flufl.bounce import scan_message  # of requirements/prod.txt

    if not scan_message(mail):
        return Blame.MAIL
    blames = [_read_fields(fields) for fields in _list_recipients(mail)] or [_read_text(mail)]
    return next((blame for blame in blames if blame != Blame.MAIL), Blame.MAIL)


def _list_recipients(mail: Message) -> Iterator[Message]:
    """Yield the blocks of fields of a delivery status notification (RFC 3464), one per recipient."""
    for part in mail.walk():
        blocks = part.get_payload()
        if part.get_content_type() == "message/delivery-status" and isinstance(blocks, list):
            yield from (block for block in blocks if isinstance(block, Message))


def _read_fields(fields: Message) -> Blame:
    """Read the blame from the fields of one recipient. The server's reply counts before the status code."""
    reply, status = REPLY.search(str(fields["Diagnostic-Code"] or "")), str(fields["Status"] or "")
    if reply:
        return read_refusal(int(reply[1]), reply[2].encode())
    return read_refusal(PLAIN_REFUSAL, status.encode()) if status.startswith("5.") else Blame.MAIL


def _read_text(mail: Message) -> Blame:
    text = next((_read_content(part) for part in mail.walk() if part.get_content_type() == "text/plain"), b"")
    reply = QUOTED_REPLY.search(text)
    return read_refusal(int(reply[1]), reply[2]) if reply else Blame.MAIL


def _read_content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def note_address(address: str, reply: str) -> bool:
    """Pause an address after the report of a mail service.

    `reply` is the reply of the recipient's server, if known. Return whether a user has the address.
    """
    code, _, text = reply.strip().partition(" ")
    if code.isdigit() and read_refusal(int(code), text.encode()) != Blame.ADDRESS:
        return False
    with suppress(User.DoesNotExist):
        contacts.pause_address(User.objects.get(email=address.lower()))
        return True
    return False
