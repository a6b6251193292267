"""Signing in, by password or by code, resetting, and what it tells of who has an account."""

import re

import pytest
import time_machine
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from accounts.sign_in.codes import fold_code
from tests.accounts.forms_and_emails import last_code, last_link, outbox, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
LOGIN, BY_CODE, CONFIRM = "account_login", "account_request_login_code", "account_confirm_login_code"
NEW_PASSWORD = "staple battery horse"


def signed_in(client: Client) -> str | None:
    key: str | None = client.session.get("_auth_user_id")
    return key


def test_signing_in_by_password_leads_on(client: Client) -> None:
    ada = make_person(email="ada@example.org")
    sent = {"login": "Ada@Example.org", "password": PASSWORD, "next": "/somewhere/"}
    assert client.post(reverse(LOGIN), sent)["Location"] == "/somewhere/"
    assert signed_in(client) == str(ada.pk)


def test_wrong_passwords_are_refused_with_the_address_kept_and_cannot_be_guessed_for_ever(client: Client) -> None:
    make_person(email="ada@example.org")
    page = client.post(reverse(LOGIN), {"login": "ada@example.org", "password": "wrong"})
    assert page.status_code == 200
    assert 'value="ada@example.org"' in page.content.decode()
    assert signed_in(client) is None
    for _ in range(5):
        client.post(reverse(LOGIN), {"login": "ada@example.org", "password": "wrong"})
    client.post(reverse(LOGIN), {"login": "ada@example.org", "password": PASSWORD})
    assert signed_in(client) is None


def test_signing_in_by_code_leads_on(client: Client) -> None:
    ada = make_person(email="ada@example.org", password=None)
    asked = client.post(reverse(BY_CODE), {"email": "ada@example.org", "next": "/somewhere/"})
    page = client.get(asked["Location"])
    assert '<input type="hidden" name="next" value="/somewhere/">' in page.content.decode()
    answer = client.post(reverse(CONFIRM), {"code": last_code(), "next": "/somewhere/"})
    assert answer["Location"] == "/somewhere/"
    assert signed_in(client) == str(ada.pk)


@pytest.mark.parametrize("keyboard", ["full-width", "small", "with a long dash"])
def test_a_sign_in_code_is_read_as_any_keyboard_writes_it(client: Client, keyboard: str) -> None:
    ada = make_person(email="ada@example.org")
    client.post(reverse(BY_CODE), {"email": "ada@example.org"})
    code = last_code()
    typed = {
        "full-width": "".join(chr(ord(char) + 0xFEE0) for char in code),
        "small": code.lower().replace("-", " "),
        "with a long dash": code.replace("-", "ー"),
    }[keyboard]
    client.post(reverse(CONFIRM), {"code": typed})
    assert signed_in(client) == str(ada.pk)


@pytest.mark.parametrize("digits", ["٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "०१२३४५६७८९"])
def test_digits_of_any_script_are_read(digits: str) -> None:
    assert fold_code(f"kb{digits}") == "KB0123456789"


def test_a_code_that_the_session_no_longer_knows_is_said_to_be_invalid(client: Client) -> None:
    """As after a change of the site's key without the old one beside it."""
    make_person(email="ada@example.org")
    client.post(reverse(BY_CODE), {"email": "ada@example.org"})
    code = last_code()
    send_sign_up(client, "eva@example.org", "Eva")
    step = reverse("mfa_authenticate")
    for path, typed in ((reverse(CONFIRM), code), (reverse("accounts:confirm_sign_up"), last_code()), (step, "123456")):
        with override_settings(SECRET_KEY="another"):
            answer = client.post(path, {"code": typed}, follow=True)
        assert "plus valable" in text_of(answer), path
        assert answer.redirect_chain
        # Whoever only comes by is told nothing.
        assert "plus valable" not in text_of(Client().get(path, follow=True))


def test_a_wrong_sign_in_code_is_refused_and_another_may_be_asked_for(client: Client) -> None:
    ada = make_person(email="ada@example.org")
    client.post(reverse(BY_CODE), {"email": "ada@example.org"})
    assert client.post(reverse(CONFIRM), {"code": "WRONG-CODE"}).status_code == 200
    assert signed_in(client) is None
    client.post(reverse(CONFIRM), {"action": "resend"})
    assert len(outbox()) == 2
    client.post(reverse(CONFIRM), {"code": last_code()})
    assert signed_in(client) == str(ada.pk)


def test_a_password_is_reset_by_the_link_in_the_mail(client: Client) -> None:
    ada = make_person(email="ada@example.org")
    assert client.post(reverse("account_reset_password"), {"email": "ada@example.org"}).status_code == 302
    link = client.get(last_link())["Location"]
    assert client.get(link).status_code == 200
    done = client.post(link, {"password1": NEW_PASSWORD})
    assert done["Location"] == reverse("account_reset_password_from_key_done")
    assert client.get(done["Location"]).status_code == 200
    assert reload(ada).check_password(NEW_PASSWORD)


def test_a_reset_link_works_once(client: Client) -> None:
    make_person(email="ada@example.org")
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    mailed = last_link()
    client.post(client.get(mailed)["Location"], {"password1": NEW_PASSWORD})
    page = Client().get(mailed)
    assert page.status_code == 200
    assert "password1" not in page.content.decode()


def test_a_reset_link_says_whose_password_it_sets(client: Client) -> None:
    make_person("Ada", email="ada@example.org")
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    assert "<p>Ada, " in text_of(client.get(last_link(), follow=True))


def test_looking_at_a_reset_link_signs_no_one_out() -> None:
    make_person(email="ada@example.org")
    Client().post(reverse("account_reset_password"), {"email": "ada@example.org"})
    guest = make_guest()
    client = sign_in(guest)
    client.get(client.get(last_link())["Location"])
    assert signed_in(client) == str(guest.pk)


# Guests


def test_a_guest_is_told_what_comes_along_and_simply_signs_in() -> None:
    ada, guest = make_person(email="ada@example.org"), make_guest()
    client = sign_in(guest)
    page = client.get(reverse(LOGIN)).content.decode()
    assert guest.display_name in page
    assert reverse("account_signup") in page
    client.post(reverse(LOGIN), {"login": "ada@example.org", "password": PASSWORD})
    assert signed_in(client) == str(ada.pk)
    assert not User.objects.filter(pk=guest.pk).exists(), "nothing is left of who has nothing"


def test_a_guest_signs_in_by_code_and_stays_a_guest_until_then() -> None:
    ada, guest = make_person(email="ada@example.org"), make_guest()
    client = sign_in(guest)
    client.post(reverse(BY_CODE), {"email": "ada@example.org"})
    client.get(reverse(CONFIRM))
    assert signed_in(client) == str(guest.pk)
    client.post(reverse(CONFIRM), {"code": last_code()})
    assert signed_in(client) == str(ada.pk)


def test_a_member_is_led_past_the_sign_in_page(client: Client) -> None:
    client.force_login(make_person())
    assert client.get(reverse(LOGIN), {"next": "/somewhere/"})["Location"] == "/somewhere/"


def test_signing_out_asks_for_a_press_of_the_button() -> None:
    ada = make_person()
    client = sign_in(ada)
    assert client.get(reverse("account_logout")).status_code == 200
    assert signed_in(client) == str(ada.pk)
    left = client.post(reverse("account_logout"))
    assert (left["Location"], left["Clear-Site-Data"]) == ("/", '"storage"')
    assert signed_in(client) is None


# Who has an account


def all_answers(email: str) -> list[tuple[int, dict[str, str], set[str], str]]:
    """Everything a visitor gets to see who tries to get in with `email`."""
    client, reset = Client(), Client()
    seen = [
        client.post(reverse(LOGIN), {"login": email, "password": "wrong"}),
        client.post(reverse(BY_CODE), {"email": email}),
        client.get(reverse(CONFIRM)),
        client.post(reverse(CONFIRM), {"code": "WRONG-CODE"}),
        client.post(reverse(CONFIRM), {"action": "resend"}),
        client.get(reverse(CONFIRM)),
        client.post(reverse(CONFIRM), {"code": "WRONG-CODE"}),
        client.post(reverse(CONFIRM), {"code": "WRONG-CODE"}),
        client.get(reverse(BY_CODE)),
        reset.post(reverse("account_reset_password"), {"email": email}),
        reset.get(reverse("account_reset_password_done")),
    ]
    return [(r.status_code, {**r.headers}, {*r.cookies}, r.content.decode().replace(email, "ADDRESS")) for r in seen]


@time_machine.travel("2026-11-21T12:00Z", tick=False)
def test_no_answer_tells_whether_an_address_has_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.middleware.csrf._mask_cipher_secret", lambda secret: "m" * 64)
    # Each address draws its own.
    monkeypatch.setattr("insidejob.padding._pick", lambda *what: 0)
    make_person(email="known@example.org")
    # As long as each other, so that lengths may be compared as well.
    assert all_answers("known@example.org") == all_answers("novel@example.org")


def test_an_unknown_address_is_written_to_as_well(client: Client) -> None:
    client.post(reverse(BY_CODE), {"email": "nobody@example.org"})
    client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert [message.to for message in outbox()] == [["nobody@example.org"]] * 2
    assert not any(re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", str(message.body)) for message in outbox())
