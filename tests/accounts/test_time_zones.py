"""The time zone that the browser names: kept for people who become known, and never an error."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.availability.time_zones import REGIONS, list_places, name_place, offer_time_zones
from accounts.models import User
from tests.accounts.forms_and_emails import last_code, send_code, send_sign_up
from tests.builders_people import make_person
from tests.tables.pages.browser import read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
PARIS = "Europe/Paris"
NAMED = [
    ("America/Toronto", "America/Toronto"),
    ("Asia/Calcutta", "Asia/Kolkata"),
    ("US/Eastern", "America/New_York"),
    ("Europe/Andorra", "Europe/Andorra"),
    ("Europe/Stockholm", "Europe/Stockholm"),
    ("", PARIS),
    ("Mars/Olympus", PARIS),
    ("Etc/UTC", PARIS),
    ("a\x01b", PARIS),
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


def test_the_forms_that_make_someone_known_ask_the_browser_for_its_zone(client: Client) -> None:
    for path in ("/", reverse("account_signup")):
        page = client.get(path)
        assert "/js/time_zone.js" in page.content.decode()
        action = reverse("games:play") if path == "/" else path
        assert read_form(page, action).fields["time_zone"] == ""


def show_settings(person: User) -> str:
    return text_of(sign_in(person).get(reverse("accounts:account")))


def test_the_zones_offered_are_few_by_region_and_each_goes_by_its_name_of_today() -> None:
    offered = [zone for places in REGIONS.values() for zone in places]
    assert len(offered) == len(set(offered)) < 150
    assert [zone for zone in offered if zone not in list_places()] == []
    assert offer_time_zones() == offer_time_zones("Europe/Paris"), "a zone that is among them stands there once"
    page = show_settings(make_person(language="fr"))
    for region in ("France", "Europe", "Amériques", "Afrique", "Asie", "Océanie"):
        assert f'<optgroup label="{region}">' in page
    assert ">La Réunion</option>" in page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_two_zones_offered_share_their_name(language: str) -> None:
    with translation.override(language):
        names = [name_place(zone) for places in REGIONS.values() for zone in places]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("stored", "shown"),
    [("Europe/Andorra", "Europe/Andorra"), ("Asia/Calcutta", "Asia/Kolkata"), ("Etc/GMT+5", "Etc/GMT+5")],
)
def test_a_zone_that_someone_has_stays_theirs_to_choose(client: Client, stored: str, shown: str) -> None:
    ada = make_person("Ada")
    User.objects.filter(pk=ada.pk).update(time_zone=stored)
    assert f'value="{shown}" selected' in show_settings(ada)
    client.force_login(ada)
    fields = {"display_name": "Ada", "language": "en", "time_zone": shown}
    assert client.post(reverse("accounts:account"), fields).status_code == 302
    assert User.objects.get(pk=ada.pk).time_zone == shown
