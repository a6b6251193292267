"""The development mailbox: what it shows, and to whom."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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
    """The page of the newest message."""
    (name,) = [path.stem for path in Path(settings.MAIL_FOLDER).glob("*.eml")]
    return mailbox.get(f"/dev/mail/{name}/").content.decode()


def test_a_message_sent_is_listed_with_subject_and_recipient(mailbox: Client) -> None:
    send_mail("Your code", "123456", "from@example.org", ["ada@example.org"])
    page = mailbox.get("/dev/mail/").content.decode()
    assert "Your code" in page
    assert "ada@example.org" in page


def test_the_newest_message_comes_first(mailbox: Client) -> None:
    for subject in ("First", "Second"):
        send_mail(subject, "", None, ["ada@example.org"])
    page = mailbox.get("/dev/mail/").content.decode()
    assert page.index("Second") < page.index("First")


def test_links_in_the_text_can_be_followed(mailbox: Client) -> None:
    send_mail("Your turn", "Play at http://localhost:8000/games/x/ now, l’été", None, ["ada@example.org"])
    page = first_message(mailbox)
    assert '<a href="http://localhost:8000/games/x/"' in page
    assert "l’été" in page


def test_html_is_shown_as_source_and_never_rendered(mailbox: Client) -> None:
    message = EmailMultiAlternatives("Hello", "Text", None, ["ada@example.org"])
    message.attach_alternative("<script>alert(1)</script>", "text/html")
    message.send()
    page = first_message(mailbox)
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


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
    answer = mailbox.get("/dev/mail/", headers={"host": host, **headers}, REMOTE_ADDR=address)
    assert answer.status_code == 404


def test_no_mailbox_outside_development_settings(client: Client) -> None:
    assert client.get("/dev/mail/", headers={"host": "localhost"}).status_code == 404


@pytest.mark.parametrize(("name", "served"), [("dev", True), ("test", False)])
def test_development_settings_alone_serve_the_mailbox(name: str, served: bool, tmp_path: Path) -> None:
    code = "import django; django.setup(); from django.urls import reverse; print(reverse('mailbox'))"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": f"insidejob.settings.{name}",
        "INSIDEJOB_VAR": str(tmp_path),
    }
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ("/dev/mail/" in run.stdout) is served, run.stderr
