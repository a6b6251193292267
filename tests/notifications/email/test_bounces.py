"""Mail that comes back later: the address is paused as if it had been refused at once, and by no forged report."""

import base64
import json
import socket
import ssl
import threading
from contextlib import closing, suppress
from datetime import timedelta
from email.message import Message
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.test import Client
from django.urls import include, path
from django.utils import timezone

from accounts.emails import send_account_email
from games.models import Delivery, Notification
from games.notifications import bounces, case_reminders, email_dispatch
from games.notifications.smtp_connection import SmtpConnection
from games.tasks import read_bounces
from insidejob import urls
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.logs import read_log
from tests.notifications.email.bounce_reports import HEADERS_ALONE, POSTFIX, WITHOUT_STATUS
from tests.notifications.email.builders import is_paused, mail_of, state_of, write_notifications
from tests.notifications.email.imap import Mailbox
from tests.notifications.email.server import MailServer

pytestmark = pytest.mark.django_db

UNKNOWN = "smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown"


@pytest.fixture
def notification(server: MailServer) -> Notification:
    """A notice whose mail was taken."""
    (notification,) = write_notifications(1)
    assert email_dispatch.send_due() == 1
    return notification


def headers_of(notification: Notification, **changed: str) -> str:
    """Return the headers of a notice's mail, as it came back."""
    headers = {
        "Message-ID": f"<{mail_of(notification).message_id}@insidejob.example>",
        "To": str(notification.recipient.email),
        "From": "Inside Job <insidejob@insidejob.example>",
        "Subject": "A table was closed",
    } | changed
    return "\n".join(f"{name}: {text}" for name, text in headers.items()) + "\n\nHello"


def write(notification: Notification, *, returned: str = "", **changed: str) -> bytes:
    """Return a report about a notice's mail, as Postfix writes it."""
    fields = {"action": "failed", "status": "5.1.1", "diagnosis": UNKNOWN, **changed}
    returned = returned or headers_of(notification)
    text = POSTFIX.format(address=notification.recipient.email, returned=returned, **fields)
    return text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("action", ["failed", "Failed (bounced)"])
def test_a_mail_that_comes_back_pauses_the_address_as_a_refusal_does(notification: Notification, action: str) -> None:
    assert bounces._note_raw(write(notification, action=action))
    assert (state_of(notification), is_paused(notification)) == ("refused", True)


def test_headers_are_enough_and_the_address_may_have_been_forwarded(notification: Notification) -> None:
    text = HEADERS_ALONE.format(status="5.1.1", returned=headers_of(notification))
    assert bounces._note_raw(text.encode())
    assert is_paused(notification)


def write_without_status(notification: Notification, reply: str) -> bytes:
    """Return a report about a notice's mail that says in a text alone why it failed."""
    address, returned = notification.recipient.email, headers_of(notification)
    return WITHOUT_STATUS.format(reply=reply, address=address, returned=returned).encode()


@pytest.mark.parametrize(
    ("reply", "paused"),
    [
        ("550: 5.1.1 <ada@example.org>: Recipient address rejected: User unknown", True),
        ("550-5.1.1 The email account that you tried to reach does not exist.", True),
        ("550: 5.7.1 blocked", False),
        ("451: 4.2.1 try later", False),
        ("Some server said 550 of it.", False),
        ("I am on vacation.", False),
    ],
)
def test_a_report_in_another_form_counts_by_the_reply_that_it_quotes(
    notification: Notification, reply: str, paused: bool
) -> None:
    assert bounces._note_raw(write_without_status(notification, reply)) == paused
    assert is_paused(notification) == paused


def test_an_answer_that_returns_our_mail_is_no_report_of_a_failure(notification: Notification) -> None:
    raw = write_without_status(notification, "Does 550 5.1.1 mean that my address is wrong?")
    answer = raw.replace(b"Sorry, we were unable to deliver your message to the following address.", b"Hello,")
    assert answer != raw
    assert not bounces._note_raw(answer)


def test_only_reports_of_our_mail_are_looked_at_closely(
    notification: Notification, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[Message] = []
    monkeypatch.setattr("flufl.bounce.scan_message", scanned.append)
    assert not bounces._note_raw(write(notification, returned=headers_of(notification, To="another@example.org")))
    assert not scanned
    assert not bounces._note_raw(write(notification, returned=headers_of(notification, Subject="x" * 5000)))
    (mail,) = scanned
    assert max(map(len, mail.as_string().splitlines())) < 1000


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "delayed", "status": "4.4.1", "diagnosis": "smtp; 451 4.4.1 try later"},
        {"action": "relayed", "status": "2.1.9"},
        {"status": "4.4.7", "diagnosis": "smtp; 451 4.4.7 expired"},
        {"status": "5.0.0", "diagnosis": "smtp; 550 5.7.1 Your IP is on a blocklist"},
        {"status": "5.7.26", "diagnosis": "x-postfix; unauthenticated"},
        {"status": "nonsense", "diagnosis": "nonsense"},
    ],
    ids=["delayed", "relayed", "expired", "of us", "of us by status", "nonsense"],
)
def test_what_is_not_for_good_or_not_of_the_address_pauses_nothing(
    notification: Notification, fields: dict[str, str]
) -> None:
    assert not bounces._note_raw(write(notification, **fields))
    assert (state_of(notification), is_paused(notification)) == ("sent", False)


@pytest.mark.parametrize(
    "changed",
    [
        {"Message-ID": "<0123456789abcdef@insidejob.example>"},
        {"Message-ID": "<id0@elsewhere.example>"},
        {"Message-ID": ""},
        {"To": "another@example.org"},
        {"To": ""},
    ],
)
def test_a_report_of_no_mail_of_ours_to_this_address_is_not_believed(
    notification: Notification, changed: dict[str, str]
) -> None:
    assert not bounces._note_raw(write(notification, returned=headers_of(notification, **changed)))
    assert not is_paused(notification)


def test_a_report_that_comes_after_the_address_was_changed_is_of_the_old_one(notification: Notification) -> None:
    raw = write(notification)
    notification.recipient.email = "new@example.org"
    notification.recipient.save()
    assert not bounces._note_raw(raw)
    assert not is_paused(notification)


@pytest.mark.parametrize("kind", ["account", "case"])
def test_emails_of_which_no_row_is_left_pause_the_address_that_they_went_to(server: MailServer, kind: str) -> None:
    ada, ben = make_person(), make_person()
    if kind == "account":
        send_account_email(ada, "token_made")
        assert email_dispatch.send_due() == 1
    else:
        with closing(SmtpConnection()) as line:
            line.send(case_reminders._make_mail(ada, store_case()))
    (mail,) = server.mails
    for person, is_believed in ((ben, False), (ada, True)):
        returned = f"Message-ID: {mail['Message-ID']}\nTo: {person.email}\n\nHello"
        raw = POSTFIX.format(
            address=person.email, returned=returned, action="failed", status="5.1.1", diagnosis=UNKNOWN
        )
        assert bounces._note_raw(raw.encode()) == is_believed
        person.refresh_from_db()
        assert (person.mail_refused_at is not None) == is_believed


def test_a_mail_that_was_never_sent_cannot_come_back(notification: Notification) -> None:
    Delivery.objects.update(state=Delivery.State.WAITING, send_at=timezone.now())
    assert not bounces._note_raw(write(notification))
    assert not is_paused(notification)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff\xfe",
        b"Subject: Hello\r\n\r\nYour mail came back: 550 5.1.1",
        b"Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n--x--",
        b"Content-Type: multipart/report\r\n\r\nAction: failed",
        b"Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n--x--",
    ],
)
def test_what_is_no_report_does_nothing(raw: bytes, caplog: pytest.LogCaptureFixture) -> None:
    assert not bounces._note_raw(raw)


LUNCH = b"Subject: Lunch?\r\n\r\nAt noon"


def test_a_mailbox_is_read_once_and_only_what_came_back_is_marked(notification: Notification, settings: Any) -> None:
    with Mailbox(LUNCH, write(notification), LUNCH) as mailbox:
        settings.BOUNCE_MAILBOX = mailbox.url
        for _ in range(2):
            read_bounces()
        assert is_paused(notification)
        assert mailbox.seen == {2}
        assert mailbox.fetched == [1, 2, 3]


def test_what_is_new_is_read_even_if_a_person_saw_it_first(notification: Notification) -> None:
    with Mailbox(LUNCH) as mailbox:
        assert bounces.read_mailbox(mailbox.url) == 0
        mailbox.mails.append(write(notification))
        mailbox.seen.add(2)
        assert bounces.read_mailbox(mailbox.url) == 1
        assert mailbox.fetched == [1, 2]


def test_a_folder_whose_numbers_are_new_is_read_from_its_beginning(notification: Notification) -> None:
    with Mailbox(LUNCH, LUNCH) as mailbox:
        assert bounces.read_mailbox(mailbox.url) == 0
        mailbox.mails, mailbox.validity = [write(notification)], 2
        assert bounces.read_mailbox(mailbox.url) == 1
        assert bounces.read_mailbox(mailbox.url) == 0


def test_of_a_full_mailbox_only_the_newest_unread_mails_are_read_and_no_older_ones_later(
    notification: Notification, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounces, "MAX_READ", 2)
    with Mailbox(LUNCH, LUNCH, LUNCH, LUNCH, write(notification)) as mailbox:
        mailbox.seen |= {2, 4}
        assert [bounces.read_mailbox(mailbox.url) for _ in range(3)] == [1, 0, 0]
        assert mailbox.fetched == [3, 5]
        mailbox.mails += [LUNCH] * 3
        assert [bounces.read_mailbox(mailbox.url) for _ in range(3)] == [0, 0, 0]
        assert mailbox.fetched == [3, 5, 6, 7, 8]


def test_a_mailbox_that_refuses_or_is_away_is_told_in_the_log_without_its_password(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Mailbox() as mailbox:
        assert bounces.read_mailbox(mailbox.url.replace("p%40ss", "wrong")) == 0
    assert bounces.read_mailbox("imap://bounces:secret@127.0.0.1:1/INBOX") == 0
    assert caplog.text.count("mailbox of bounces not read") == 2
    assert "secret" not in caplog.text
    assert "wrong" not in caplog.text


def test_a_mailbox_whose_certificate_is_not_trusted_gets_no_password(tmp_path: Path, settings: Any) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(make_certificate(tmp_path))
    heard: list[bytes] = []

    def listen(server: socket.socket) -> None:
        connection, _ = server.accept()
        with suppress(OSError), context.wrap_socket(connection, server_side=True) as secure:
            secure.sendall(b"* OK\r\n")
            heard.append(secure.recv(1000))

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=listen, args=[server], daemon=True)
        thread.start()
        with read_log() as log:
            assert bounces.read_mailbox(f"imaps://ada:secret@127.0.0.1:{server.getsockname()[1]}/INBOX") == 0
        thread.join(5)
    assert not [words for words in heard if words]
    assert "SSLCertVerificationError" in log.getvalue()


def make_certificate(folder: Path) -> Path:
    """Write a key and a certificate that it signed itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), timezone.now()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    certificate = x509.CertificateBuilder(
        name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1)
    ).sign(key, SHA256())
    file = folder / "server.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    return file


def test_without_a_mailbox_none_is_read() -> None:
    read_bounces()


# A mail service that calls


@pytest.fixture
def service(notification: Notification, settings: Any) -> None:
    """Let Postmark tell of mail that came back, once there is one that was sent."""
    settings.BOUNCE_SERVICE = "postmark"
    settings.ANYMAIL = {"WEBHOOK_SECRET": "post:secret"}
    import_module("insidejob.bounce_urls")
    settings.ROOT_URLCONF = (*urls.urlpatterns, path("mail/bounces/", include("insidejob.bounce_urls")))


def call(event: dict[str, Any], secret: str = "post:secret") -> int:
    """Post an event as the service does, and return the status."""
    key = base64.b64encode(secret.encode()).decode()
    client = Client(headers={"authorization": f"Basic {key}"})
    return client.post("/mail/bounces/", json.dumps(event), "application/json").status_code


def make_event(notification: Notification, **changed: Any) -> dict[str, Any]:
    """Return what Postmark says of a mail that came back."""
    return {
        "RecordType": "Bounce",
        "ID": 4323372036854775807,
        "Type": "HardBounce",
        "TypeCode": 1,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Email": str(notification.recipient.email).upper(),
        "BouncedAt": "2026-11-21T10:00:00Z",
        "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist",
    } | changed


@pytest.mark.usefixtures("service")
def test_a_service_is_believed_once_it_signs_in(notification: Notification) -> None:
    assert call(make_event(notification), "post:guess") == 400
    assert not is_paused(notification)
    assert call(make_event(notification)) == 200
    assert is_paused(notification)


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize("kind", ["Transient", "SpamNotification", "Blocked", "AutoResponder"])
def test_what_is_not_for_good_pauses_nothing_here_either(notification: Notification, kind: str) -> None:
    assert call(make_event(notification, Type=kind)) == 200
    assert not is_paused(notification)


def test_without_a_service_there_is_no_such_address(client: Client) -> None:
    assert client.post("/mail/bounces/").status_code == 404


@pytest.mark.parametrize(
    ("reply", "paused"), [("", True), ("550 5.1.1 unknown", True), ("550 5.7.1 blocked", False), ("451 4.2.1", False)]
)
def test_what_the_recipients_server_said_counts_for_more(notification: Notification, reply: str, paused: bool) -> None:
    assert bounces.note_address(str(notification.recipient.email), reply) == paused
    assert is_paused(notification) == paused
    assert not bounces.note_address("unknown@example.org", reply)
