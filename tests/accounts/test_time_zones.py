"""The time zone that the browser names: kept for whoever becomes known, and never an error."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.forms_and_mail import last_code, send_code, send_sign_up
from tests.pages.browser import read_form

pytestmark = pytest.mark.django_db
PARIS = "Europe/Paris"
NAMED = [
    ("America/Toronto", "America/Toronto"),
    ("", PARIS),
    ("Mars/Olympus", PARIS),
    ("Etc/UTC", PARIS),
    ("a\0b", PARIS),
]


@pytest.mark.parametrize(("named", "kept"), NAMED)
def test_a_newcomer_gets_the_zone_of_their_browser_and_hears_of_no_error(client: Client, named: str, kept: str) -> None:
    assert send_sign_up(client, "ada@example.org", "Ada", time_zone=named).status_code == 302
    send_code(client, last_code())
    assert User.objects.get().time_zone == kept


@pytest.mark.parametrize(("named", "kept"), NAMED)
def test_a_guest_gets_the_zone_of_their_browser(client: Client, named: str, kept: str) -> None:
    assert client.post(reverse("games:play"), {"time_zone": named}).status_code == 302
    assert User.objects.get().time_zone == kept


@pytest.mark.parametrize(("had", "kept"), [(PARIS, "America/Toronto"), ("Asia/Tokyo", "Asia/Tokyo")])
def test_a_guest_who_signs_up_gets_their_zone_unless_they_have_one(client: Client, had: str, kept: str) -> None:
    client.post(reverse("games:play"), {"time_zone": had})
    send_sign_up(client, "ada@example.org", "Ada", time_zone="America/Toronto")
    send_code(client, last_code())
    assert (User.objects.get().email, User.objects.get().time_zone) == ("ada@example.org", kept)


def test_the_forms_that_make_somebody_known_ask_the_browser_for_its_zone(client: Client) -> None:
    for path in ("/", reverse("account_signup")):
        page = client.get(path)
        assert "/js/time_zone.js" in page.content.decode()
        action = reverse("games:play") if path == "/" else path
        assert read_form(page, action).fields["time_zone"] == ""
