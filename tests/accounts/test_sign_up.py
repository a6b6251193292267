"""Signing up: from the page to a seat in the site, and what it tells no one."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.shortcuts import resolve_url
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import rate_limits
from accounts.models import User
from accounts.sign_in import sign_up
from games.site.cleaning import clear_expired
from tests.accounts.forms_and_emails import last_code, outbox, send_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.tables.builders import open_table
from tests.tables.pages.browser import read_form, sign_in

pytestmark = pytest.mark.django_db


def test_signing_up_leads_back_to_where_the_newcomer_came_from(client: Client) -> None:
    client.get(reverse("account_signup"), {"next": "/somewhere/?seat=1"})
    asked = send_sign_up(client, "Ada@Example.org", "Ada", next="/somewhere/?seat=1")
    assert asked["Location"] == reverse("accounts:confirm_sign_up")
    assert not User.objects.exists()
    landed = send_code(client, last_code())
    assert landed["Location"] == "/somewhere/?seat=1"
    ada = User.objects.get()
    assert (ada.email, ada.display_name, ada.is_guest) == ("ada@example.org", "Ada", False)
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_the_page_carries_the_address_to_come_back_to(client: Client) -> None:
    page = client.get(reverse("account_signup"), {"next": "/join/abc/"}).content.decode()
    assert '<input type="hidden" name="next" value="/join/abc/">' in page
    assert "/login/?next=/join/abc/" in page


@pytest.mark.parametrize(
    "evil", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "http://[", "resend"]
)
def test_signing_up_never_leads_to_another_site(client: Client, evil: str) -> None:
    send_sign_up(client, "ada@example.org", "Ada", next=evil)
    assert send_code(client, last_code())["Location"] == reverse("games:my_games")


def test_a_wrong_code_makes_no_one_and_can_be_mended_in_small_letters_without_a_dash(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada")
    answer = send_code(client, "WRONG-CODE")
    assert "isn’t the code we sent" in answer.content.decode() or "pas le code" in answer.content.decode()
    assert not User.objects.exists()
    assert send_code(client, last_code().lower().replace("-", " ")).status_code == 302
    assert User.objects.filter(email="ada@example.org").exists()


def test_codes_cannot_be_guessed_for_ever_and_what_was_typed_is_kept(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada")
    for _ in range(rate_limits.MAX_ATTEMPTS):
        send_code(client, "WRONG-CODE")
    assert send_code(client, last_code())["Location"] == reverse("account_signup")
    assert not User.objects.exists()
    page = client.get(reverse("account_signup")).content.decode()
    assert 'value="ada@example.org"' in page
    assert 'value="Ada"' in page


def test_a_code_runs_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    send_sign_up(client, "ada@example.org", "Ada")
    later = timezone.now().timestamp() + sign_up.CODE_SECONDS + 1
    monkeypatch.setattr("accounts.sign_in.sign_up.time.time", lambda: later)
    assert send_code(client, last_code())["Location"] == reverse("account_signup")
    assert not User.objects.exists()


# Where the newcomer wanted to go

SEAT = "/g/k7mq2wd9ax/?seat=1"


def sign_up_again(client: Client, landed: Any, email: str, name: str) -> Any:
    """Follow where an answer leads, sign up there with what its form holds, and type the code."""
    page = client.get(landed["Location"])
    form = read_form(page, reverse("account_signup"))
    client.post(reverse("account_signup"), {**form.fields, "email": email, "display_name": name})
    return send_code(client, last_code())


@pytest.mark.parametrize("minutes", [20, 300])
def test_where_one_wanted_to_go_outlives_the_code(client: Client, minutes: int) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        send_sign_up(client, "ada@example.org", "Ada", next=SEAT)
        fields = read_form(client.get(reverse("accounts:confirm_sign_up")), reverse("accounts:confirm_sign_up")).fields
        code = last_code()
        now.shift(minutes * 60)
        late = client.post(reverse("accounts:confirm_sign_up"), {**fields, "code": code})
        assert resolve_url(late["Location"].partition("?")[0]) == reverse("account_signup")
        assert sign_up_again(client, late, "ada@example.org", "Ada")["Location"] == SEAT


def test_where_one_wanted_to_go_outlives_a_name_that_another_takes(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada", next=SEAT)
    code = last_code()
    make_person("ADA")
    late = send_code(client, code)
    assert User.objects.count() == 1
    assert sign_up_again(client, late, "ada@example.org", "Ada L")["Location"] == SEAT


@pytest.mark.parametrize(("going", "query"), [({"next": SEAT}, "?next=/g/k7mq2wd9ax/%3Fseat%3D1"), ({}, "")])
def test_where_one_wanted_to_go_outlives_an_address_that_gets_an_account(
    client: Client, going: dict[str, str], query: str
) -> None:
    send_sign_up(client, "ada@example.org", "Ada", **going)
    make_person(email="ada@example.org")
    assert send_code(client, last_code())["Location"] == reverse("account_login") + query
    assert User.objects.count() == 1


def test_where_one_wanted_to_go_outlives_going_back(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada", next=SEAT)
    page = client.get(reverse("account_signup"))
    assert read_form(page, reverse("account_signup")).fields["next"] == SEAT
    send_sign_up(client, "eda@example.org", "Eda")
    assert send_code(client, last_code())["Location"] == SEAT


# What was typed and left


def stored_sessions() -> str:
    return repr([session.get_decoded() for session in Session.objects.all()])


def test_what_a_newcomer_typed_is_forgotten_after_an_hour(client: Client) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        send_sign_up(client, "ada@example.org", "Ada", password=PASSWORD)
        assert "ada@example.org" in stored_sessions()
        now.shift(sign_up.KEPT_SECONDS - 60)
        assert 'value="ada@example.org"' in client.get(reverse("account_signup")).content.decode()
        now.shift(61)
        assert 'value="ada@example.org"' not in client.get(reverse("account_signup")).content.decode()
        clear_expired()
        assert not Session.objects.exists()


def test_what_is_typed_on_the_way_to_a_table_is_forgotten_too(client: Client) -> None:
    game = open_table(make_person(), seats=3)
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        client.post(reverse("games:join", args=[game.code]))
        send_sign_up(client, "ada@example.org", "Ada", password=PASSWORD)
        now.shift(sign_up.KEPT_SECONDS + 1)
        clear_expired()
        assert not Session.objects.exists()


def test_what_a_guest_typed_is_forgotten_after_an_hour_and_the_guest_stays() -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        client, guest = sign_in_guest()
        send_sign_up(client, "ada@example.org", "Ada", password=PASSWORD)
        assert "password" in stored_sessions()
        now.shift(sign_up.KEPT_SECONDS + 1)
        assert 'value="ada@example.org"' not in client.get(reverse("account_signup")).content.decode()
        client.post(reverse("accounts:language"), {"language": "en"})
        assert "ada@example.org" not in stored_sessions()
        assert "password" not in stored_sessions()
        assert client.session["_auth_user_id"] == str(guest.pk)


def test_one_who_leaves_signing_up_and_plays_as_a_guest_stays_one(client: Client) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        send_sign_up(client, "ada@example.org", "Ada")
        table = client.post(reverse("games:play"))["Location"]
        now.shift(dt.timedelta(days=20))
        assert client.get(table).status_code == 200


def test_one_who_signs_in_instead_leaves_nothing_typed_behind(client: Client) -> None:
    make_person(email="ada@example.org")
    send_sign_up(client, "eda@example.org", "Eda", password=PASSWORD)
    client.post(reverse("account_login"), {"login": "ada@example.org", "password": PASSWORD})
    assert "_auth_user_id" in client.session
    assert "eda@example.org" not in stored_sessions()


def test_a_new_account_stays_signed_in(client: Client) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        send_sign_up(client, "ada@example.org", "Ada")
        send_code(client, last_code())
        now.shift(dt.timedelta(days=20))
        assert client.get(reverse("games:my_games")).status_code == 200


def test_a_bots_name_is_refused_kindly_and_kept_to_mend(client: Client) -> None:
    page = send_sign_up(client, "ada@example.org", "ALBA", next=SEAT)
    assert page.context["form"].errors.as_data()["display_name"][0].code == "bot"
    for kept in ("ada@example.org", "ALBA", SEAT):
        assert f'value="{kept}"' in page.content.decode()
    assert not outbox()


def test_another_code_replaces_the_first(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada")
    first = last_code()
    client.post(reverse("accounts:confirm_sign_up"), {"action": "resend"})
    assert last_code() != first
    send_code(client, first)
    assert not User.objects.exists()
    send_code(client, last_code())
    assert User.objects.exists()


def test_no_more_than_two_further_codes_are_sent(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada")
    for _ in range(4):
        client.post(reverse("accounts:confirm_sign_up"), {"action": "resend"})
    assert len(outbox()) == 1 + sign_up.MAX_RESENDS


@pytest.mark.parametrize("chosen", [{"password": PASSWORD}, {}])
def test_a_password_chosen_at_sign_up_works_and_without_one_signs_in_by_code_only(
    client: Client, chosen: dict[str, str]
) -> None:
    send_sign_up(client, "ada@example.org", "Ada", **chosen)
    send_code(client, last_code())
    ada = User.objects.get()
    assert (ada.has_usable_password(), ada.check_password(PASSWORD)) == (bool(chosen), bool(chosen))


@pytest.mark.parametrize("password", ["short", "password123", "ada@example.org"])
def test_a_weak_password_is_refused_and_nothing_typed_is_lost(client: Client, password: str) -> None:
    page = send_sign_up(client, "ada@example.org", "Ada", password=password, next="/join/abc/")
    assert page.status_code == 200
    text = page.content.decode()
    assert 'aria-invalid="true"' in text
    for kept in ("ada@example.org", "Ada", "/join/abc/"):
        assert f'value="{kept}"' in text
    assert not outbox()


# An address that has an account


def answers(client: Client, email: str) -> list[tuple[int, dict[str, str], set[str], bytes]]:
    """Everything a visitor gets to see who signs up with `email`, types a wrong code and asks for another."""
    confirm = reverse("accounts:confirm_sign_up")
    seen = [
        send_sign_up(client, email, "Newcomer"),
        client.get(confirm),
        client.post(confirm, {"code": "WRONG-CODE"}),
        client.post(confirm, {"action": "resend"}),
        client.get(confirm),
    ]
    return [(r.status_code, {**r.headers}, {*r.cookies}, r.content.replace(email.encode(), b"ADDRESS")) for r in seen]


@pytest.fixture
def fixed_csrf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same token and the same padding in every page; each address would draw its own."""
    monkeypatch.setattr("django.middleware.csrf._mask_cipher_secret", lambda secret: "m" * 64)
    monkeypatch.setattr("insidejob.padding._pick", lambda *what: 0)


@time_machine.travel("2026-11-21T12:00Z", tick=False)
@pytest.mark.usefixtures("fixed_csrf")
def test_an_address_with_an_account_is_answered_like_a_new_one() -> None:
    make_person(email="taken@example.org")
    # As long as each other, so that lengths may be compared as well.
    assert answers(Client(), "taken@example.org") == answers(Client(), "fresh@example.org")
    assert len(outbox()) == 4


@pytest.mark.usefixtures("fixed_csrf")
def test_an_address_with_an_account_costs_the_same_queries() -> None:
    make_person(email="taken@example.org")
    with CaptureQueriesContext(connection) as of_taken:
        send_sign_up(Client(), "taken@example.org", "Newcomer")
    with CaptureQueriesContext(connection) as of_fresh:
        send_sign_up(Client(), "fresh@example.org", "Newcomer")
    assert len(of_taken) == len(of_fresh)


def test_the_owner_of_the_address_is_told_and_no_one_else_gets_in(client: Client) -> None:
    owner = make_person("Owner", email="taken@example.org", language="fr")
    send_sign_up(client, "taken@example.org", "Newcomer")
    (told,) = outbox()
    assert told.to == ["taken@example.org"]
    assert "Newcomer" not in told.body
    pending = client.session["sign_up"]
    assert send_code(client, pending["code"]).status_code == 200
    assert "_auth_user_id" not in client.session
    assert User.objects.get() == owner


def test_a_name_tells_nothing_about_an_address(client: Client) -> None:
    """Signing up with an address that has an account leaves the name as free as signing up with a new one."""
    make_person(email="taken@example.org")
    for email in ("taken@example.org", "fresh@example.org"):
        send_sign_up(Client(), email, "Probe")
        assert send_sign_up(Client(), "other@example.org", "Probe").status_code == 302


# Guests


def sign_in_guest() -> tuple[Client, User]:
    guest = make_guest()
    return sign_in(guest), guest


def test_a_guest_who_signs_up_keeps_their_row() -> None:
    client, guest = sign_in_guest()
    send_sign_up(client, "ada@example.org", "Ada", password=PASSWORD, next="/somewhere/")
    assert reload(guest).is_guest
    assert guest.email is None
    assert send_code(client, last_code())["Location"] == "/somewhere/"
    kept = User.objects.get()
    assert (kept.pk, kept.email, kept.display_name, kept.is_guest) == (guest.pk, "ada@example.org", "Ada", False)
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert kept.check_password(PASSWORD)


def test_a_guest_may_keep_their_name() -> None:
    client, guest = sign_in_guest()
    send_sign_up(client, "ada@example.org", guest.display_name)
    send_code(client, last_code())
    assert User.objects.get().display_name == guest.display_name


@time_machine.travel("2026-11-21T12:00Z", tick=False)
@pytest.mark.usefixtures("fixed_csrf")
def test_a_guest_learns_no_more_of_an_address_than_a_newcomer() -> None:
    make_person(email="taken@example.org")
    (one, guest), two = sign_in_guest(), Client()
    two.force_login(guest)
    assert answers(one, "taken@example.org") == answers(two, "fresh@example.org")
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_member_has_no_use_for_the_sign_up_page(client: Client) -> None:
    client.force_login(make_person())
    assert client.get(reverse("account_signup"), {"next": "/join/abc/"})["Location"] == "/join/abc/"
    assert client.get(reverse("accounts:confirm_sign_up")).status_code == 302
