"""The development mailbox: what it shows, and to whom."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, send_mail
from django.test import Client
from django.test.utils import override_settings
from django.urls import clear_url_caches, include, path

from insidejob import urls

pytestmark = pytest.mark.django_db
urlpatterns = [*urls.urlpatterns, path("dev/mail/", include("insidejob.embedded.mailbox_urls"))]


@pytest.fixture
def mailbox(tmp_path: Path) -> Iterator[Client]:
    """A visitor at this machine, of a site that keeps its mail."""
    with override_settings(
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["*"],
        EMAIL_BACKEND="insidejob.embedded.mailbox.FileBackend",
        MAIL_FOLDER=tmp_path,
    ):
        clear_url_caches()
        yield Client(SERVER_NAME="localhost")
    clear_url_caches()


def first_message(mailbox: Client) -> str:
    return mailbox.get(name_first()).content.decode()


def test_messages_are_listed_with_subject_and_recipient_the_newest_first(mailbox: Client) -> None:
    for subject in ("First", "Second"):
        send_mail(subject, "123456", "from@example.org", ["ada@example.org"])
    page = mailbox.get("/dev/mail/").content.decode()
    assert page.index("Second") < page.index("First")
    assert page.count("ada@example.org") >= 2


def test_the_text_keeps_its_blank_lines_and_its_links_can_be_followed(mailbox: Client) -> None:
    send_mail("Hello", "One <b>\n\nTwo\n– http://localhost:8000/games/x/ now, l’été\n", None, ["ada@example.org"])
    page = first_message(mailbox)
    assert '<div class="mail-text">One &lt;b&gt;\n\nTwo\n– <a href="http://localhost:8000/games/x/"' in page
    assert " now, l’été\n</div>" in page
    assert "mailbox.css" in page
    assert "white-space: pre-wrap" in (settings.BASE_DIR / "static/css/mailbox.css").read_text("utf-8")
    assert "<iframe" not in page
    assert mailbox.get(f"{name_first()}html/").status_code == 404


def send_html(page: str) -> str:
    """Send a mail with an HTML part and return the address of that part."""
    message = EmailMultiAlternatives("Hello", "Text", None, ["ada@example.org"])
    message.attach_alternative(page, "text/html")
    message.send()
    return f"{name_first()}html/"


def test_the_html_part_is_shown_in_a_frame_of_its_own(mailbox: Client) -> None:
    address = send_html("<html><head><title>x</title></head><body><p>Hi</p></body></html>")
    answer = mailbox.get(name_first())
    page, policy = answer.content.decode(), read_policy(answer)
    [frame] = re.findall(r"<iframe[^>]*>", page)
    assert f'src="{address}"' in frame
    assert 'sandbox="allow-top-navigation-by-user-activation"' in frame
    assert "title=" in frame
    assert "<p>Hi</p>" not in page
    assert policy["frame-src"] == "'self'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"


def test_the_html_part_runs_nothing_fetches_nothing_and_its_links_lead_out(mailbox: Client) -> None:
    answer = mailbox.get(send_html('<!doctype html><html><head lang="x"><title>x</title></head><p>Hi</p></html>'))
    policy = read_policy(answer)
    assert answer.content.decode().startswith('<!doctype html><html><head lang="x"><base target="_top"><title>')
    assert policy.pop("style-src") == "'unsafe-inline'"
    assert policy.pop("frame-ancestors") == "'self'"
    assert policy.pop("sandbox") == "allow-top-navigation-by-user-activation"
    assert set(policy.values()) == {"'none'"}
    assert {"default-src", "script-src", "form-action", "base-uri"} <= policy.keys()
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_no_other_page_shows_or_is_shown_in_a_frame(mailbox: Client) -> None:
    for address in ("/", "/dev/mail/"):
        answer = mailbox.get(address)
        assert "frame-src" not in read_policy(answer)
        assert read_policy(answer)["frame-ancestors"] == "'none'"
        assert answer["X-Frame-Options"] == "DENY"


def name_first() -> str:
    """Return the address of the only message."""
    (name,) = [path.stem for path in Path(settings.MAIL_FOLDER).glob("*.eml")]
    return f"/dev/mail/{name}/"


def read_policy(answer: Any) -> dict[str, str]:
    parts = (directive.strip().partition(" ") for directive in answer["Content-Security-Policy"].split(";"))
    return {name: values for name, _, values in parts}


def test_a_message_that_is_not_there_is_not_found(mailbox: Client) -> None:
    assert mailbox.get("/dev/mail/1-abc/").status_code == 404


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]"])
def test_visitors_at_this_machine_are_let_in(mailbox: Client, host: str) -> None:
    assert mailbox.get("/dev/mail/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "address", "headers"),
    [
        ("localhost", "192.0.2.1", {}),
        ("insidejob.example", "127.0.0.1", {}),
        ("localhost.example", "127.0.0.1", {}),
        ("localhost", "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}),
        ("localhost", "127.0.0.1", {"forwarded": "for=127.0.0.1"}),
    ],
)
def test_no_one_else_finds_the_mailbox(mailbox: Client, host: str, address: str, headers: dict[str, str]) -> None:
    part = send_html("<p>Hi</p>")
    for page in ("/dev/mail/", part.removesuffix("html/"), part):
        answer = mailbox.get(page, headers={"host": host, **headers}, REMOTE_ADDR=address)
        assert answer.status_code == 404


def test_no_mailbox_outside_development_settings(client: Client) -> None:
    """With those, the check before a deployment finds it: `tests/infra/test_deployment.py`."""
    assert client.get("/dev/mail/", headers={"host": "localhost"}).status_code == 404
