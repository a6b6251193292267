"""A browser whose push subscription was refused or replaced subscribes again at its next visit, for itself alone."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.rate_limits import take_use
from games.models import Contact, Device
from games.notifications.channels.push import show_public_key
from games.notifications.views.channels import CHANGES_AN_HOUR
from tests.accounts.forms_and_emails import type_password
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.notifications.channels.builders import Browser, delivery_of, send_after
from tests.notifications.channels.sink import Sink
from tests.notifications.email.builders import GRACE, ask_somebody
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
RENEWAL = reverse("games:push_renewal")
PAGE = reverse("games:channel", args=["push"])


def make_fields(url: str) -> dict[str, str]:
    """Return what a browser would post that has this address at its push service."""
    fields = Browser(make_person(), url).fields
    Device.objects.filter(endpoint=url).delete()
    return fields


def subscribe(user: User, url: str) -> Client:
    """Sign in, press the button of the page, and return the browser."""
    client = type_password(user)
    client.post(PAGE, make_fields(url))
    return client


def look(client: Client) -> dict[str, str]:
    found: dict[str, str] = client.get(RENEWAL).json()
    return found


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_refused_browser_gets_no_more_until_it_subscribes_again(sink: Sink, status: int) -> None:
    asked = ask_somebody()
    client = subscribe(asked.person, f"{sink.url}/old")
    assert look(client) == {"endpoint": f"{sink.url}/old", "key": show_public_key()}
    sink.status = status
    assert send_after(GRACE) == 0
    assert look(client)["endpoint"] == ""
    assert "Not reached at present" in text_of(client.get(PAGE))
    assert Contact.objects.get(user=asked.person, channel="push").paused_at
    sink.status, sink.came[:] = 200, []

    assert client.post(RENEWAL, make_fields(f"{sink.url}/new")).status_code == 204
    assert look(client)["endpoint"] == f"{sink.url}/new"
    assert "Not reached at present" not in text_of(client.get(PAGE))
    assert not Contact.objects.get(user=asked.person, channel="push").paused_at
    # The question that was refused is sent again, and to the new address alone.
    assert send_after(GRACE) == 1
    assert [each.path for each in sink.came] == ["/new"]
    assert delivery_of(asked.notification, "push").state == "sent"


def test_a_new_password_ends_the_pushes_of_other_browsers_alone(sink: Sink) -> None:
    ada = make_person()
    here, _ = (subscribe(ada, f"{sink.url}/{name}") for name in ("here", "there"))
    fields = {"oldpassword": PASSWORD, "password1": "staple battery horse"}
    assert here.post(reverse("account_change_password"), fields).status_code == 302
    assert look(here)["endpoint"] == f"{sink.url}/here"
    assert [device.endpoint for device in Device.objects.all()] == [f"{sink.url}/here"]


def test_one_refused_browser_does_not_stop_the_other(sink: Sink) -> None:
    asked = ask_somebody()
    phone, laptop = (subscribe(asked.person, f"{sink.url}/{name}") for name in ("phone", "laptop"))
    Device.objects.filter(endpoint__endswith="phone").update(refused_at="2026-01-01T00:00Z")
    assert send_after(GRACE) == 1
    assert [each.path for each in sink.came] == ["/laptop"]
    assert [look(each)["endpoint"] for each in (phone, laptop)] == ["", f"{sink.url}/laptop"]


def test_a_browser_renews_its_own_subscription_alone(sink: Sink) -> None:
    ada, ben = make_person(), make_person()
    subscribe(ada, f"{sink.url}/phone")
    other_browsers = [type_password(ada), type_password(ben), sign_in(ada), sign_in(make_guest())]
    fields = make_fields(f"{sink.url}/thief")
    for client in other_browsers:
        assert client.get(RENEWAL).status_code == 204
        assert client.post(RENEWAL, fields).status_code == 204
    assert Client().post(RENEWAL, fields).status_code == 302
    assert [device.endpoint for device in Device.objects.all()] == [f"{sink.url}/phone"]


def test_a_guest_renews_too(sink: Sink) -> None:
    guest = make_guest()
    Browser(guest, f"{sink.url}/old")
    assert sign_in(guest).post(RENEWAL, make_fields(f"{sink.url}/new")).status_code == 204
    assert [(device.user, device.endpoint) for device in Device.objects.all()] == [(guest, f"{sink.url}/new")]


def test_a_renewed_address_is_taken_from_who_had_it(sink: Sink) -> None:
    ada = make_person()
    client = subscribe(ada, f"{sink.url}/old")
    fields = make_fields(f"{sink.url}/new")
    Browser(make_person(), f"{sink.url}/new")
    client.post(RENEWAL, fields)
    assert [(device.user, device.endpoint) for device in Device.objects.all()] == [(ada, f"{sink.url}/new")]


def test_a_browser_that_presses_the_button_again_leaves_nothing_behind(sink: Sink) -> None:
    client = subscribe(make_person(), f"{sink.url}/old")
    Device.objects.update(refused_at="2026-01-01T00:00Z")
    client.post(PAGE, make_fields(f"{sink.url}/new"))
    assert [(device.endpoint, device.refused_at) for device in Device.objects.all()] == [(f"{sink.url}/new", None)]


def test_nonsense_and_too_much_are_refused(sink: Sink) -> None:
    ada = make_person()
    client = subscribe(ada, f"{sink.url}/old")
    assert client.post(RENEWAL, {"endpoint": "http://localhost/"}).status_code == 422
    while take_use("channel", ada.code, CHANGES_AN_HOUR):
        pass
    assert client.post(RENEWAL, make_fields(f"{sink.url}/new")).status_code == 429
    assert Device.objects.get().endpoint == f"{sink.url}/old"
