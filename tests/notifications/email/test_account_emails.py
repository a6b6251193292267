"""Letters about accounts: out of the request, into a row, first in line, and gone once sent or too old."""

import time
from datetime import date, timedelta
from datetime import time as hour
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import emails
from accounts.models import AccountEmail
from games.clock.weekly import Season, Weekly
from games.models import Heartbeat
from games.notifications import email_dispatch
from games.notifications.smtp_connection import SmtpConnection
from games.site.health import LATE, NOTIFICATION_LIMIT, REFUSAL_LIMIT
from games.tables.services import deadlines
from insidejob.celery import app
from tests.accounts.forms_and_emails import CODE, send_code, send_sign_up
from tests.builders_people import make_person
from tests.notifications.email.builders import write_notifications
from tests.notifications.email.server import ACCEPT, HANG_UP, REFUSE, REFUSE_FOR_NOW, STALL, MailServer, down, text_of

pytestmark = pytest.mark.django_db
ADDRESS = "ada@example.org"


def sign_up(client: Client | None = None, email: str = ADDRESS) -> Client:
    """Fill in the sign-up page, in English."""
    client = client or Client(headers={"accept-language": "en"})
    answer = send_sign_up(client, email, email.partition("@")[0].title())
    assert answer["Location"] == reverse("accounts:confirm_sign_up")
    return client


def test_a_code_waits_in_a_row_until_it_is_sent_and_no_longer(server: MailServer) -> None:
    client = sign_up()
    (letter,) = AccountEmail.objects.all()
    assert not server.mails
    assert email_dispatch.send_due() == 1
    assert not AccountEmail.objects.exists()
    (mail,) = server.mails
    assert mail["To"] == ADDRESS
    assert mail["Message-ID"].startswith(f"<{letter.message_id[:16]}.")
    assert mail["Message-ID"].endswith("@insidejob.example>")
    assert mail["Content-Language"] == "en"
    found = CODE.search(text_of(mail).replace("\r", ""))
    assert found
    assert send_code(client, found.group())["Location"] == "/games/"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_mail_says_its_language(server: MailServer, language: str) -> None:
    (notification,) = write_notifications(1)
    notification.recipient.language = language
    notification.recipient.save()
    sign_up(Client(headers={"accept-language": language}))
    assert email_dispatch.send_due() == 2
    assert [mail["Content-Language"] for mail in server.mails] == [language] * 2


def test_every_mail_about_an_account_says_that_no_machine_need_answer(server: MailServer) -> None:
    """RFC 3834: whoever is away answers none of them, and no address of ours is blamed for it."""
    folders = [Path(settings.BASE_DIR) / "templates" / app / "email" for app in ("account", "mfa")]
    names = [path.name.removesuffix("_subject.txt") for folder in folders for path in folder.glob("*_subject.txt")]
    assert {"login_code", "sign_up_code", "password_reset_key", "account_leaving", "totp_activated"} < set(names)
    for name in names:
        emails.queue_email(name, EmailMessage(name, "Hello", to=[ADDRESS]), "en")
    sign_up()
    write_notifications(1)
    assert email_dispatch.send_due() == len(names) + 2
    assert [mail["Auto-Submitted"] for mail in server.mails] == ["auto-generated"] * len(server.mails)


def test_signing_up_waits_for_no_mail_server(settings: Any) -> None:
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        settings.EMAIL_BACKEND = "insidejob.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        sign_up()
        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.accept()


def test_signing_up_works_while_the_mail_server_is_down_and_the_page_says_so(server: MailServer, settings: Any) -> None:
    confirm = reverse("accounts:confirm_sign_up")
    deadlines.sweep()
    with down(settings):
        client = sign_up()
        assert "mail-is-late" not in client.get(confirm).content.decode()
        assert email_dispatch.send_due() == 0
        assert (AccountEmail.objects.get().attempts, Heartbeat.objects.get().refused_since is None) == (0, False)
        assert "mail-is-late" in client.get(confirm).content.decode()
    assert email_dispatch.send_due() == 1
    assert "mail-is-late" not in client.get(confirm).content.decode()


def test_one_code_that_fails_twice_counts_and_the_page_says_what_else_works(server: MailServer, settings: Any) -> None:
    """On a small site there is never more than one at a time. The server takes connections, and then hangs."""
    confirm = reverse("accounts:confirm_sign_up")
    deadlines.sweep()
    settings.EMAIL_TIMEOUT, server.manners.otherwise = 0.3, STALL
    client = sign_up()
    assert email_dispatch.send_due() == 0
    assert Heartbeat.objects.get().refused_since is None
    assert "mail-is-late" not in client.get(confirm).content.decode()
    AccountEmail.objects.update(send_at=timezone.now())
    assert email_dispatch.send_due() == 0
    assert Heartbeat.objects.get().refused_since == AccountEmail.objects.get().written_at
    page = client.get(confirm).content.decode().partition('id="mail-is-late"')[2].partition("</p>")[0]
    assert all(f'href="{reverse(name)}"' in page for name in ("games:home", "account_login"))
    Heartbeat.objects.update(refused_since=timezone.now() - timedelta(seconds=REFUSAL_LIMIT + 5))
    assert Client().get("/health/").status_code == 503
    server.manners.otherwise = ACCEPT
    AccountEmail.objects.update(send_at=timezone.now())
    assert email_dispatch.send_due() == 1
    assert Client().get("/health/").status_code == 200
    assert "mail-is-late" not in client.get(confirm).content.decode()


def test_a_server_that_is_back_is_noticed_though_nothing_is_left_to_send(server: MailServer, settings: Any) -> None:
    deadlines.sweep()
    sign_up()
    with down(settings):
        email_dispatch.send_due()
        AccountEmail.objects.all().delete()
        email_dispatch.send_due()
        assert Heartbeat.objects.get().refused_since
    email_dispatch.send_due()
    assert Heartbeat.objects.get().refused_since is None
    assert not server.mails


@pytest.mark.parametrize(
    "path", ["accounts:confirm_sign_up", "account_confirm_login_code", "account_reset_password_done"]
)
def test_the_page_says_that_mail_is_late_if_no_worker_looks(path: str) -> None:
    make_person(email=ADDRESS)
    client = Client(headers={"accept-language": "en"})
    if path == "account_confirm_login_code":
        client.post(reverse("account_request_login_code"), {"email": ADDRESS})
    else:
        sign_up(client, "new@example.org")
    assert "mail-is-late" not in client.get(reverse(path)).content.decode()
    AccountEmail.objects.update(send_at=timezone.now() - LATE - timedelta(seconds=5))
    assert "mail-is-late" in client.get(reverse(path)).content.decode()


def test_letters_that_no_one_tries_make_the_site_ill() -> None:
    deadlines.sweep()
    sign_up()
    assert Client().get("/health/").status_code == 200
    AccountEmail.objects.update(send_at=timezone.now() - timedelta(seconds=NOTIFICATION_LIMIT + 5))
    assert Client().get("/health/").status_code == 503


def test_codes_go_first_even_before_notices_that_wait_for_longer(server: MailServer, monkeypatch: Any) -> None:
    write_notifications(3)
    send = SmtpConnection.send

    def send_and_ask(line: SmtpConnection, message: Any) -> None:
        send(line, message)
        if len(server.mails) == 1:
            sign_up()

    monkeypatch.setattr(SmtpConnection, "send", send_and_ask)
    assert email_dispatch.send_due() == 4
    assert [mail["To"] == ADDRESS for mail in server.mails] == [False, True, False, False]


@pytest.mark.parametrize("fault", [REFUSE_FOR_NOW, HANG_UP, STALL])
def test_a_letter_that_failed_is_sent_again_as_the_same_mail(server: MailServer, settings: Any, fault: str) -> None:
    server.manners.planned.append(fault)
    sign_up()
    settings.EMAIL_TIMEOUT = 0.5 if fault == STALL else 60
    assert email_dispatch.send_due() == 0
    settings.EMAIL_TIMEOUT = 60
    identity = AccountEmail.objects.get().message_id
    assert email_dispatch.send_due() == 0
    assert email_dispatch.send_due(timezone.now() + timedelta(seconds=61)) == 1
    assert server.mails[-1]["Message-ID"].startswith(f"<{identity[:16]}.")


def test_a_letter_to_no_mailbox_is_not_tried_again(server: MailServer) -> None:
    server.manners.planned.append(REFUSE)
    sign_up()
    assert email_dispatch.send_due() == 0
    assert not AccountEmail.objects.exists()


def test_an_address_that_refuses_an_account_email_is_paused_and_gets_no_news_of_games(server: MailServer) -> None:
    ada = make_person(email=ADDRESS)
    server.manners.planned.append(REFUSE)
    emails.send_account_email(ada, "token_made")
    assert email_dispatch.send_due() == 0
    ada.refresh_from_db()
    assert ada.mail_refused_at
    for name in emails.OF_GAMES:
        emails.send_account_email(ada, name)
    assert not AccountEmail.objects.exists()
    emails.send_account_email(ada, "token_made")
    assert email_dispatch.send_due() == 1


def test_mail_programs_can_turn_off_what_can_be_turned_off(server: MailServer) -> None:
    ada, link = make_person(email=ADDRESS), "https://insidejob.example/mail/stop/x/"
    emails.send_account_email(ada, "circle_given", circle="Tuesday", link="https://insidejob.example/", stop_link=link)
    emails.send_account_email(ada, "token_made")
    assert email_dispatch.send_due() == 2
    assert [mail["List-Unsubscribe"] for mail in server.mails] == [f"<{link}>", None]
    assert server.mails[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("season_over", {"season": Season(date(2026, 8, 1), date(2026, 11, 1)), "games": 3}),
        ("weekly_paused", {"weekly": Weekly(0, hour(9), "Europe/Paris")}),
    ],
)
def test_the_link_that_unsubscribes_has_words_in_html(server: MailServer, name: str, known: dict[str, Any]) -> None:
    link = "https://insidejob.example/mail/stop/x/"
    emails.send_account_email(make_person(email=ADDRESS), name, circle="Tuesday", stop_link=link, **known)
    email_dispatch.send_due()
    text, page = (text_of(server.mails[0], kind) for kind in ("plain", "html"))
    assert f"Unsubscribe: {link}" in text
    assert f'<a href="{link}"' in page
    assert f">{link}<" not in page
    assert "the circle." in page


def test_a_line_that_a_moderator_wrote_ends_no_email(server: MailServer) -> None:
    words = "Please stay polite.\n\n-- \nThe team"
    told = {"kind": "warn", "about": "line", "operation": "Marsouin", "words": words, "quote": "Hm"}
    emails.send_account_email(make_person(email=ADDRESS), "operator_act", until=None, of_bot=False, **told)
    email_dispatch.send_due()
    for kind in ("plain", "html"):
        assert "The team" in text_of(server.mails[0], kind)


def test_a_code_that_is_no_longer_valid_is_not_sent_and_not_kept(server: MailServer) -> None:
    sign_up()
    assert email_dispatch.send_due(timezone.now() + emails.CODE_LASTS) == 0
    assert not AccountEmail.objects.exists()


def test_news_of_an_account_are_kept_for_longer_than_codes(client: Client, server: MailServer) -> None:
    make_person(email=ADDRESS)
    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    assert email_dispatch.send_due(timezone.now() + emails.NEWS_LASTS - timedelta(minutes=1)) == 1


def test_a_code_is_in_no_message_and_in_no_log(
    server: MailServer,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    messages: list[Any] = []
    monkeypatch.setattr(current_app, "send_task", lambda *args, **options: messages.append((args, options)))
    with django_capture_on_commit_callbacks(execute=True):
        sign_up()
    found = CODE.search(AccountEmail.objects.get().text)
    assert found
    for fault in (REFUSE_FOR_NOW, REFUSE):
        server.manners.planned.append(fault)
        email_dispatch.send_due(timezone.now() + timedelta(seconds=61) * len(server.manners.planned))
        AccountEmail.objects.update(send_at=timezone.now())
    with down(settings):
        email_dispatch.send_due()
    ((args, options),) = messages
    assert args == (emails.TASK,)
    assert set(options) == {"queue", "expires", "connection", "retry"}
    assert "account email" in caplog.text
    assert found.group() not in caplog.text
    assert ADDRESS not in caplog.text


@pytest.mark.parametrize("answers", [True, False], ids=["silent", "closed"])
def test_a_broker_that_is_away_neither_fails_nor_holds_up_the_page(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, answers: bool
) -> None:
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if answers:
            silent.listen()
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        connect = app.connection_for_write
        monkeypatch.setattr(app, "connection_for_write", lambda *args, **options: connect(url, **options))
        begun = time.monotonic()
        with django_capture_on_commit_callbacks(execute=True):
            sign_up()
        assert AccountEmail.objects.exists()
        # A wait without end is what this is about: a machine may be slow.
        assert time.monotonic() - begun < 30


FOR_NOW = {
    "account_already_exists", "email_confirmation", "email_confirmation_signup", "identity_code", "login_code",
    "sign_up_code", "unknown_account",
}  # fmt: skip
"""Emails with a code, or in its place, which are worth nothing once the code has expired."""


def test_each_account_email_is_news_or_as_short_lived_as_a_code() -> None:
    folders = [settings.BASE_DIR / "templates" / app / "email" for app in ("account", "mfa")]
    written = {path.name.removesuffix("_subject.txt") for folder in folders for path in folder.glob("*_subject.txt")}
    assert written - FOR_NOW - emails.NEWS == set(), "add it to `NEWS`, or it expires after 15 minutes"
    assert (FOR_NOW | emails.NEWS) - written == set()
    assert not FOR_NOW & emails.NEWS
