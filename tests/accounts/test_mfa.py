"""Passkeys and the second step: who is asked for it, how often a code may be tried, and what a passkey must be."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import LimitedUse, User
from accounts.sign_in import mfa_encryption
from accounts.sign_in.forms_mfa import TRIES_AN_HOUR
from accounts.sign_in.mfa_adapter import APP, PASSKEY, RECOVERY, spend_step
from tests.accounts.builders_mfa import SECRET, app_code
from tests.accounts.forms_and_emails import last_code, outbox
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.races.racing import Racers
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
LOGIN, STEP, BY_PASSKEY = reverse("account_login"), reverse("mfa_authenticate"), reverse("mfa_login_webauthn")
IDENTITY, INDEX = reverse("accounts:confirm_identity"), reverse("mfa_index")
ON, OFF, ADD = reverse("mfa_activate_totp"), reverse("mfa_deactivate_totp"), reverse("mfa_add_webauthn")
CODES = reverse("mfa_view_recovery_codes")
SETTINGS = reverse("accounts:settings")


def make_careful(email: str = "ada@example.org") -> User:
    """Return a person with a second step."""
    ada = make_person("Ada", email=email)
    TOTP.activate(ada, SECRET)
    RecoveryCodes.activate(ada)
    return ada


def is_in(client: Client) -> bool:
    return client.get(SETTINGS).status_code == 200


def by_password(client: Client) -> str:
    """Type address and password; return where that leads."""
    return str(client.post(LOGIN, {"login": "ada@example.org", "password": PASSWORD})["Location"])


def by_mail(client: Client) -> str:
    """Type the code from a mail; return where that leads."""
    client.post(reverse("account_request_login_code"), {"email": "ada@example.org"})
    return str(client.post(reverse("account_confirm_login_code"), {"code": last_code()})["Location"])


def gets_in(code: str) -> bool:
    """Type address, password and a code; tell whether that leads in."""
    client = Client()
    by_password(client)
    client.post(STEP, {"code": code})
    return is_in(client)


@pytest.mark.parametrize("way", [by_password, by_mail])
@pytest.mark.parametrize("guest", [False, True])
def test_the_second_step_is_asked_for_after_password_and_mailed_code(way: Callable[[Client], str], guest: bool) -> None:
    make_careful()
    client = sign_in(make_guest()) if guest else Client()
    assert way(client) == STEP
    assert client.get(STEP).status_code == 200
    assert client.post(STEP, {"code": "000000"}).status_code == 200
    assert client.get(INDEX).status_code == 302
    assert client.post(STEP, {"code": app_code()}).status_code == 302
    assert is_in(client)
    assert client.get(INDEX).status_code == 200


@pytest.mark.parametrize("digits", ["٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"])
def test_a_code_of_the_second_step_is_read_in_any_digits_and_once(digits: str) -> None:
    make_careful()
    code = app_code()
    typed = code.translate(str.maketrans("0123456789", digits))
    assert gets_in(typed)
    assert not gets_in(code)


def test_a_code_of_the_app_works_once() -> None:
    make_careful()
    with time_machine.travel("2026-11-22T12:00:10Z", tick=False) as now:
        for shift, works in ((0, True), (20, False), (60, True)):
            now.shift(shift)
            assert gets_in(app_code(ahead=0 if works else -1)) is works


def test_a_code_of_the_app_older_than_the_last_one_used_is_refused() -> None:
    make_careful()
    with time_machine.travel("2026-11-22T12:00:10Z", tick=False) as now:
        # The next step's code, this one's, the next one's again once it is the present one, and the one after that.
        for shift, ahead, works in ((0, 1, True), (0, 0, False), (0, -1, False), (30, 0, False), (0, 1, True)):
            now.shift(shift)
            cache.clear()
            LimitedUse.objects.all().delete()
            assert gets_in(app_code(ahead=ahead)) is works, (shift, ahead)


def test_the_code_that_turned_the_second_step_on_is_used_up() -> None:
    ada = make_person("Ada", email="ada@example.org")
    with time_machine.travel("2026-11-22T12:00:10Z", tick=False):
        client = sign_in(ada)
        client.post(IDENTITY, {"password": PASSWORD})
        client.get(ON)
        secret = client.session["mfa.totp.secret"]
        assert client.post(ON, {"code": app_code(secret)}).status_code == 302
        cache.clear()
        for ahead, works in ((-1, False), (0, False), (1, True)):
            assert gets_in(app_code(secret, ahead)) is works, ahead


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_processes_that_take_the_codes_of_two_steps_at_once_none_goes_back() -> None:
    ada, codes = make_careful(), [app_code(ahead=ahead) for ahead in (0, 1)]
    with Racers(2) as racers:
        for _ in range(20):
            Authenticator.objects.filter(user=ada, type=APP).update(data={"secret": mfa_encryption.encrypt(SECRET)})
            taken = racers.at_once([partial(spend_step, ada, code) for code in codes])
            assert taken in ([True, True], [False, True])
            assert racers.at_once([partial(spend_step, ada, code) for code in codes]) == [False, False]


def test_a_recovery_code_works_once() -> None:
    ada = make_careful()
    (first, *_) = RecoveryCodes.activate(ada).get_unused_codes()
    assert [gets_in(first) for _ in range(2)] == [True, False]


def test_tries_at_the_second_step_are_counted_by_person_and_not_in_the_cache() -> None:
    make_careful()
    for _ in range(TRIES_AN_HOUR):
        cache.clear()
        assert not gets_in("000000")
    cache.clear()
    client = Client()
    by_password(client)
    assert client.post(STEP, {"code": app_code()}).status_code == 200
    assert not is_in(client)


def test_one_who_has_but_a_passkey_is_asked_for_no_second_step() -> None:
    ada = make_person("Ada", email="ada@example.org")
    Authenticator.objects.create(user=ada, type=PASSKEY, data={})
    client = Client()
    by_password(client)
    assert is_in(client)


def test_turning_the_second_step_on_and_off(django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
    ada = make_person(email="ada@example.org")
    client = sign_in(ada)
    assert client.get(ON)["Location"].startswith(IDENTITY)
    client.post(IDENTITY, {"password": PASSWORD})
    assert client.post(OFF).status_code == 404
    assert "<svg" in client.get(ON).content.decode()
    assert client.post(ON, {"code": "000000"}).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        turned = client.post(ON, {"code": app_code(client.session["mfa.totp.secret"])})
    assert turned["Location"] == CODES
    shown = client.get(CODES).content.decode()
    codes = RecoveryCodes.activate(ada).get_unused_codes()
    assert all(code in shown for code in codes)
    assert "two-step verification is on" in outbox()[-1].subject
    assert client.post(OFF)["Location"] == INDEX
    assert not Authenticator.objects.filter(user=ada).exists()
    assert "two-step verification is off" in outbox()[-1].subject


def test_with_a_second_step_it_proves_who_one_is_and_nothing_less_does() -> None:
    client = sign_in(make_careful())
    client.post(IDENTITY, {"password": PASSWORD})
    client.post(IDENTITY, {"action": "send"})
    assert not outbox()
    assert client.get(OFF)["Location"].startswith(IDENTITY)
    assert client.post(IDENTITY, {"code": app_code(), "next": OFF})["Location"] == OFF
    assert client.get(OFF).status_code == 200


JUNK = ["", "{}", "[]", "null", "7", '"x"', '{"response": 1}', '{"response": {"userHandle": 5}, "id": "x"}', "not JSON"]
BARE = {"id": "eA", "rawId": "eA", "type": "public-key", "clientExtensionResults": {}}
DATA = {"clientDataJSON": "e30", "authenticatorData": "e30", "signature": "e30"}
HANDLES: list[dict[str, Any]] = [{}, *({"userHandle": handle} for handle in (None, "eA", "MQ", "é"))]
ANSWERS = [*JUNK, *(json.dumps({**BARE, "response": {**DATA, **handle}}) for handle in HANDLES)]


@pytest.mark.parametrize("sent", ANSWERS)
def test_what_is_no_passkey_signs_nobody_in(sent: str, client: Client) -> None:
    make_person()
    options = client.get(BY_PASSKEY, headers={"X-Requested-With": "XMLHttpRequest"}).json()
    assert options["request_options"]["publicKey"]["userVerification"] == "required"
    answer = client.post(BY_PASSKEY, {"credential": sent, "next": "/games/new/"})
    assert answer["Location"] == f"{LOGIN}?next=/games/new/"
    assert client.get(INDEX).status_code == 302


@pytest.mark.parametrize("sent", ANSWERS)
def test_what_is_no_passkey_is_not_kept_and_proves_nothing(sent: str) -> None:
    client = sign_in(make_person())
    assert client.post(IDENTITY, {"credential": sent}).status_code == 200
    client.post(IDENTITY, {"password": PASSWORD})
    client.get(ADD)
    assert client.post(ADD, {"credential": sent, "name": "x"}).status_code == 200
    assert not Authenticator.objects.exists()


def test_a_passkey_of_another_is_not_mine_to_remove() -> None:
    theirs = Authenticator.objects.create(user=make_person(), type=PASSKEY, data={"name": "theirs"})
    client = sign_in(make_person())
    client.post(IDENTITY, {"password": PASSWORD})
    assert client.post(reverse("mfa_remove_webauthn", args=[theirs.pk])).status_code == 404
    assert Authenticator.objects.filter(type=PASSKEY).exists()
    assert not Authenticator.objects.filter(type__in=(APP, RECOVERY)).exists()
