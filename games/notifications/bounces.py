"""Late refusals: what a recipient's server sends back when it had taken a mail first.

flufl.bounce finds final failures in reports of many forms. It knows neither why a mail failed nor whether it was ours.
Anybody can send such a report, so one is believed only if it returns the headers of a mail of ours: its Message-ID is
random, and known to those who carried it.
"""

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

import structlog
from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.models import Delivery
from games.notifications import contacts
from games.notifications.channels import MAIL
from games.notifications.emails import name_domain
from games.notifications.smtp_errors import Blame, read_refusal

MAX_READ = 50
"""Reports at once; the rest is for the next time."""
MAX_BYTES = 200_000
REPLY = re.compile(r"\bsmtp;\s*(\d{3})[ -]?(.*)", re.IGNORECASE | re.DOTALL)
QUOTED_REPLY = re.compile(rb"\b(5\d\d)[\s:#-]{1,3}(5\.\d{1,3}\.\d{1,3}\b.*)")
"""A reply in a text, such as `550: 5.1.1 User unknown`: a number without such a code may mean anything."""
PLAIN_REFUSAL = 550
OVERLONG = re.compile(rb"([^\r\n]{998})[^\r\n]+")
"""A line longer than a mail may have (RFC 5322): some patterns of flufl.bounce take quadratic time on it."""
PORTS = {"imap": 143, "imaps": 993}

log = structlog.get_logger(__name__)


def read_mailbox(url: str) -> int:
    """Read what is new in a mailbox, `imaps://user:password@host/folder`; return how many addresses were paused."""
    paused = 0
    try:
        for raw in fetch_unseen(url):
            paused += note_raw(raw)
    except (OSError, imaplib.IMAP4.error) as error:
        # Never what the server said: it may quote the name of the account.
        log.warning("mailbox of bounces not read", reason=type(error).__name__)
    return paused


def fetch_unseen(url: str) -> Iterator[bytes]:
    """Yield what is unseen in a mailbox, and mark each as seen when the next is asked for."""
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
    """Return a connection to a mail server; by TLS only with a certificate one can trust."""
    if scheme == "imaps":
        context = ssl.create_default_context()
        return imaplib.IMAP4_SSL(host, port, ssl_context=context, timeout=settings.EMAIL_TIMEOUT)
    return imaplib.IMAP4(host, port, timeout=settings.EMAIL_TIMEOUT)


def note_raw(raw: bytes) -> bool:
    """Do what a mail in that box asks for; tell whether an address was paused. One that cannot be read is left."""
    try:
        return note_mail(message_from_bytes(OVERLONG.sub(rb"\1", raw)))
    except Exception:
        log.exception("bounce not read")
        return False


def note_mail(mail: Message) -> bool:
    """Pause the address of a mail of ours that came back for good; tell whether there was one."""
    sent = find_sent(find_returned(mail))
    first = sent.select_related("notification__recipient").first()
    # In this order: only who got a mail of ours can make the site look for failures in other forms than RFC 3464.
    if first is None or read_blame(mail) != Blame.ADDRESS:
        return False
    sent.update(state=Delivery.State.REFUSED)
    contacts.pause_address(first.notification.recipient)
    return True


def find_returned(mail: Message) -> Message:
    """Return the mail that came back, or its headers; an empty one if there is none."""
    for part in mail.walk():
        content = part.get_payload()
        if part.get_content_type() == "message/rfc822" and isinstance(content, list):
            return content[0] if isinstance(content[0], Message) else Message()
        if part.get_content_type() == "text/rfc822-headers":
            return message_from_bytes(read_content(part))
    return Message()


def find_sent(returned: Message) -> QuerySet[Delivery]:
    """Return the deliveries that a mail of ours told of, by its Message-ID and the address that it was to."""
    left, _, domain = str(returned["Message-ID"] or "").strip().strip("<>").partition("@")
    address = parseaddr(str(returned["To"] or ""))[1].lower()
    sent = Delivery.objects.filter(channel=MAIL.code, message_id=left, state=Delivery.State.SENT)
    return sent.filter(notification__recipient__email=address) if domain == name_domain() else sent.none()


def read_blame(mail: Message) -> Blame:
    """Return what a final failure speaks of, by the replies that its report tells; in doubt the mail alone."""
    from flufl.bounce import scan_message  # of requirements/prod.txt

    if not scan_message(mail):
        return Blame.MAIL
    blames = [read_fields(fields) for fields in list_recipients(mail)] or [read_text(mail)]
    return next((blame for blame in blames if blame != Blame.MAIL), Blame.MAIL)


def list_recipients(mail: Message) -> Iterator[Message]:
    """Yield the blocks of fields of a delivery status notification, most of which are about one recipient each."""
    for part in mail.walk():
        blocks = part.get_payload()
        if part.get_content_type() == "message/delivery-status" and isinstance(blocks, list):
            yield from (block for block in blocks if isinstance(block, Message))


def read_fields(fields: Message) -> Blame:
    """Return what a failure speaks of, by the server's own reply if it is told, else by the status code."""
    reply, status = REPLY.search(str(fields["Diagnostic-Code"] or "")), str(fields["Status"] or "")
    if reply:
        return read_refusal(int(reply[1]), reply[2].encode())
    return read_refusal(PLAIN_REFUSAL, status.encode()) if status.startswith("5.") else Blame.MAIL


def read_text(mail: Message) -> Blame:
    """Return what the reply speaks of that the first text of a report quotes."""
    text = next((read_content(part) for part in mail.walk() if part.get_content_type() == "text/plain"), b"")
    reply = QUOTED_REPLY.search(text)
    return read_refusal(int(reply[1]), reply[2]) if reply else Blame.MAIL


def read_content(part: Message) -> bytes:
    """Return the content of a part without its transfer encoding."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def note_address(address: str, reply: str) -> bool:
    """Pause an address of which a mail service says that it refuses for good; tell whether it belongs to a person here.

    `reply` is what the recipient's server said, if that is known.
    """
    code, _, text = reply.strip().partition(" ")
    if code.isdigit() and read_refusal(int(code), text.encode()) != Blame.ADDRESS:
        return False
    with suppress(User.DoesNotExist):
        contacts.pause_address(User.objects.get(email=address.lower()))
        return True
    return False
