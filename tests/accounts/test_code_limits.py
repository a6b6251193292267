"""Mails with codes, and attempts at them: counted exactly, in the database, even if the cache is lost."""

import datetime as dt
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import rate_limits
from accounts.models import LimitedUse, User
from games.site.cleaning import clear_expired
from tests.accounts.forms_and_emails import last_code, outbox, send_code, send_sign_up
from tests.builders_people import PASSWORD, make_person
from tests.races.racing import Racers
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
SIGN_UP, CONFIRM = reverse("account_signup"), reverse("accounts:confirm_sign_up")
BY_CODE, CONFIRM_LOGIN = reverse("account_request_login_code"), reverse("account_confirm_login_code")
ADDRESS, CONFIRM_ADDRESS = reverse("account_email"), reverse("account_email_verification_sent")
IDENTITY, RESET = reverse("accounts:confirm_identity"), reverse("account_reset_password")
HERS = "ada@example.org"


# Mails


def sign_up_with_resends() -> None:
    client = Client()
    send_sign_up(client, HERS, "Newcomer")
    for _ in range(2):
        client.post(CONFIRM, {"action": "resend"})


def sign_in_with_resends() -> None:
    client = Client()
    client.post(BY_CODE, {"email": HERS})
    for _ in range(2):
        client.post(CONFIRM_LOGIN, {"action": "resend"})


def reset_password() -> None:
    Client().post(RESET, {"email": HERS})


def change_to_it() -> None:
    """As another person, change the own address to hers, and ask for the code again."""
    client = sign_in(make_person())
    client.post(IDENTITY, {"password": PASSWORD})
    client.post(ADDRESS, {"email": HERS, "action_add": ""})
    for _ in range(2):
        client.post(CONFIRM_ADDRESS, {"action": "resend"})


def prove_identity() -> None:
    """As the owner, if there is one, ask for a code to prove it."""
    if owner := User.objects.filter(email=HERS).first():
        sign_in(owner).post(IDENTITY, {"action": "send"})


ONE_EACH = (sign_in_with_resends, reset_password, prove_identity)
"""What sends one mail, if nobody has the address; each of the others sends three."""
WAYS = [sign_up_with_resends, sign_in_with_resends, reset_password, change_to_it, prove_identity]


def count_mails() -> int:
    return sum(message.to == [HERS] for message in outbox())


@pytest.mark.parametrize("ways", [*([way] for way in WAYS), WAYS], ids=[*(way.__name__ for way in WAYS), "all"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_an_address_gets_ten_mails_an_hour_for_all_that_is_asked(ways: list[Callable[[], None]], known: bool) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        if known:
            make_person(email=HERS, language="en")
        for _ in range(12 if ways[0] in ONE_EACH else 5):
            for way in ways:
                way()
            now.shift(60)
        assert count_mails() <= rate_limits.CODE_MAILS_AN_HOUR
        sent = count_mails()
        now.shift(dt.timedelta(minutes=61))
        ways[0]()
        assert count_mails() > sent or not sent


def test_the_hour_is_any_hour_and_not_that_of_a_clock() -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        assert rate_limits.may_mail_code(HERS)
        now.shift(dt.timedelta(minutes=59))
        assert [rate_limits.may_mail_code(HERS) for _ in range(10)] == [True] * 9 + [False]
        now.shift(dt.timedelta(minutes=2))
        assert [rate_limits.may_mail_code("ADA@example.org ") for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("path", "fields"),
    [(SIGN_UP, {"email": HERS, "display_name": "Ada"}), (BY_CODE, {"email": HERS}), (RESET, {"email": HERS})],
)
def test_at_the_limit_the_page_says_so_and_keeps_what_was_typed(client: Client, path: str, fields: Any) -> None:
    use_up_mails()
    answer = client.post(path, fields)
    assert answer.status_code == 200
    for typed in fields.values():
        assert f'value="{typed}"' in answer.content.decode()
    assert 'class="errors"' in answer.content.decode()
    assert not outbox()


def use_up_mails() -> None:
    for _ in range(rate_limits.CODE_MAILS_AN_HOUR):
        assert rate_limits.may_mail_code(HERS)


def test_at_the_limit_a_code_that_was_sent_is_still_good(client: Client) -> None:
    ada = make_person(email=HERS)
    client.post(BY_CODE, {"email": HERS})
    code = last_code()
    while rate_limits.may_mail_code(HERS):
        pass
    client.post(CONFIRM_LOGIN, {"action": "resend"})
    assert len(outbox()) == 1
    client.post(CONFIRM_LOGIN, {"code": code})
    assert client.session["_auth_user_id"] == str(ada.pk)


def refused_after(email: str) -> int:
    """Return the number of the request for a code that is refused."""
    client, number = Client(), 1
    while client.post(BY_CODE, {"email": email}).status_code == 302:
        client.post(CONFIRM_LOGIN, {"action": "resend"})
        number += 1
    return number


def test_the_limit_does_not_tell_whether_an_address_has_an_account() -> None:
    make_person(email="known@example.org")
    assert refused_after("known@example.org") == refused_after("novel@example.org") == 6


@pytest.mark.parametrize("action", ["action_send", "action_primary"])
def test_no_other_action_of_the_address_page_sends_mail(client: Client, action: str) -> None:
    client.force_login(make_person(email=HERS))
    client.post(IDENTITY, {"password": PASSWORD})
    client.post(ADDRESS, {"email": HERS, action: ""})
    assert not outbox()


# Attempts


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> Mock:
    compare = Mock(return_value=False)
    for module in ("sign_up", "reauthentication"):
        monkeypatch.setattr(f"accounts.sign_in.{module}.constant_time_compare", compare)
    monkeypatch.setattr("allauth.account.forms.compare_user_code", compare)
    return compare


def begin_sign_up(client: Client) -> tuple[str, int]:
    """Have a code sent; return where it is typed, and how often it may be."""
    send_sign_up(client, HERS, "Ada")
    return CONFIRM, rate_limits.MAX_ATTEMPTS


def begin_sign_in(client: Client) -> tuple[str, int]:
    make_person(email=HERS)
    client.post(BY_CODE, {"email": HERS})
    return CONFIRM_LOGIN, 3


def begin_new_address(client: Client) -> tuple[str, int]:
    client.force_login(make_person())
    client.post(IDENTITY, {"password": PASSWORD})
    client.post(ADDRESS, {"email": HERS, "action_add": ""})
    return CONFIRM_ADDRESS, 3


def begin_identity(client: Client) -> tuple[str, int]:
    client.force_login(make_person(email=HERS))
    client.post(IDENTITY, {"action": "send"})
    return IDENTITY, rate_limits.MAX_ATTEMPTS


def guess(session: str, path: str) -> int:
    """Type a wrong code in a session; return the status."""
    rival = Client()
    rival.cookies["sessionid"] = session
    return rival.post(path, {"code": "WRONG-CODE"}).status_code


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("begin", [begin_sign_up, begin_sign_in, begin_new_address, begin_identity])
def test_of_64_attempts_at_one_instant_no_more_are_looked_at_than_allowed(
    client: Client, compare: Mock, begin: Callable[[Client], tuple[str, int]]
) -> None:
    path, allowed = begin(client)
    compare.reset_mock()
    # Sixteen threads, four attempts each: a server has no more connections for one test.
    session = client.cookies["sessionid"].value
    with Racers(16) as racers:
        answers = racers.at_once([lambda: [guess(session, path) for _ in range(4)]] * 16)
    assert all(isinstance(statuses, list) for statuses in answers), answers
    assert 1 <= compare.call_count <= allowed <= 5


@pytest.mark.parametrize("begin", [begin_sign_up, begin_sign_in, begin_new_address, begin_identity])
def test_the_right_code_is_worth_nothing_after_too_many_wrong_ones(
    client: Client, begin: Callable[[Client], tuple[str, int]]
) -> None:
    path, allowed = begin(client)
    code, session = last_code(), client.cookies["sessionid"].value
    people = list(User.objects.values("pk", "email"))
    for _ in range(allowed):
        guess(session, path)
    client.cookies["sessionid"] = session
    client.post(path, {"code": code})
    assert list(User.objects.values("pk", "email")) == people
    assert "identity_proved_at" not in client.session or begin is begin_new_address


def test_a_fresh_code_may_be_typed_as_often_again(client: Client) -> None:
    send_sign_up(client, HERS, "Ada")
    for _ in range(rate_limits.MAX_ATTEMPTS):
        send_code(client, "WRONG-CODE")
    send_sign_up(client, HERS, "Ada")
    send_code(client, last_code())
    assert User.objects.filter(email=HERS).exists()


def test_nothing_can_be_read_from_what_is_counted_and_it_goes_after_an_hour() -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        send_sign_up(Client(), HERS, "Ada")
        assert LimitedUse.objects.exists()
        assert HERS not in str(list(LimitedUse.objects.values()))
        clear_expired()
        assert LimitedUse.objects.exists()
        now.shift(dt.timedelta(minutes=61))
        clear_expired()
        assert not LimitedUse.objects.exists()
        assert timezone.now().minute == 1


def test_limits_of_codes_hold_while_the_cache_keeps_nothing(client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for _ in range(15):
        client.post(BY_CODE, {"email": HERS})
    assert len(outbox()) == rate_limits.CODE_MAILS_AN_HOUR
