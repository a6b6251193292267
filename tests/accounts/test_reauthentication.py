"""Who changes address or password proves first that it is them; then all other sessions end."""

import io
from collections.abc import Callable

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.emails import send_account_email
from accounts.models import User
from accounts.sign_in import reauthentication
from accounts.sign_in.adapter import RATE_LIMITED
from accounts.sign_in.sign_up import SESSION_KEY
from tests.accounts.forms_and_emails import CODE, last_code, outbox, send_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
IDENTITY, SETTINGS = reverse("accounts:confirm_identity"), reverse("accounts:settings")
ADDRESS, CONFIRM = reverse("account_email"), reverse("account_email_verification_sent")
SET, CHANGE = reverse("account_set_password"), reverse("account_change_password")
NEW = "staple battery horse"


def is_asked(client: Client, path: str) -> bool:
    """Return whether a page asks first who sits there."""
    answer = client.get(path)
    return answer.status_code == 302 and answer["Location"].startswith(IDENTITY)


@pytest.mark.parametrize(("path", "password"), [(ADDRESS, PASSWORD), (ADDRESS, None), (SET, None)])
def test_one_who_is_signed_in_is_asked_who_they_are(path: str, password: str | None) -> None:
    ada = make_person(password=password)
    client = sign_in(ada)
    assert is_asked(client, path)
    client.post(path, {"email": "new@example.org", "action_add": "", "password1": NEW})
    assert not outbox()
    assert not reload(ada).check_password(NEW)


def test_the_password_proves_it_for_some_minutes() -> None:
    client = sign_in(make_person())
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        wrong = client.post(IDENTITY, {"password": "wrong", "next": ADDRESS})
        assert wrong.status_code == 200
        assert wrong.context["password_form"].errors
        assert is_asked(client, ADDRESS)
        assert client.post(IDENTITY, {"password": PASSWORD, "next": ADDRESS})["Location"] == ADDRESS
        assert not is_asked(client, ADDRESS)
        now.shift(reauthentication.PROVED_SECONDS + 1)
        assert is_asked(client, ADDRESS)


@pytest.mark.parametrize(("password", "advised"), [(PASSWORD, "new password"), (None, "sign out everywhere else")])
def test_emails_advise_only_what_the_account_has(password: str | None, advised: str) -> None:
    ada = make_person(email="ada@example.org", password=password)
    sign_in(ada).post(IDENTITY, {"action": "send"})
    send_account_email(ada, "token_made")
    sessions = reverse("accounts:sessions")
    assert len(outbox()) == 2
    for message in outbox():
        text = str(message.body)
        assert (advised in text, "password" in text, f"{sessions}\n" in text) == (True, bool(password), not password)
        assert "\n\n\n" not in text


@pytest.mark.parametrize("password", [PASSWORD, None])
def test_a_fresh_code_proves_it_too(password: str | None) -> None:
    ada = make_person(email="ada@example.org", password=password)
    client = sign_in(ada)
    sent = client.post(IDENTITY, {"action": "send", "next": ADDRESS}, follow=True)
    assert outbox()[-1].to == ["ada@example.org"]
    assert f'<input type="hidden" name="next" value="{ADDRESS}">' in sent.content.decode()
    assert client.post(IDENTITY, {"code": "WRONG-CODE"}).status_code == 200
    assert is_asked(client, ADDRESS)
    right = client.post(IDENTITY, {"code": last_code().lower().replace("-", " "), "next": ADDRESS})
    assert right["Location"] == ADDRESS
    assert not is_asked(client, ADDRESS)
    assert client.post(IDENTITY, {"code": last_code()}).status_code == 200


def test_a_code_runs_out() -> None:
    client = sign_in(make_person(password=None))
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        client.post(IDENTITY, {"action": "send"})
        code = last_code()
        now.shift(reauthentication.CODE_SECONDS + 1)
        client.post(IDENTITY, {"code": code})
        assert is_asked(client, ADDRESS)


def test_guesses_at_the_password_are_limited() -> None:
    client = sign_in(make_person())
    for _ in range(10):
        client.post(IDENTITY, {"password": "wrong"})
    page = client.post(IDENTITY, {"password": PASSWORD})
    assert page.context["password_form"].errors["password"] == [RATE_LIMITED], "the password is right"
    assert is_asked(client, ADDRESS)


def test_the_address_that_was_typed_comes_back() -> None:
    client = sign_in(make_person())
    asked = client.post(ADDRESS, {"email": "new+1@example.org", "action_add": ""})
    page = client.get(asked["Location"])
    led = client.post(IDENTITY, {"password": PASSWORD, "next": page.context["next_url"]})
    assert 'value="new+1@example.org"' in client.get(led["Location"]).content.decode()


def test_proving_it_leads_to_no_other_site() -> None:
    client = sign_in(make_person())
    answer = client.post(IDENTITY, {"password": PASSWORD, "next": "https://elsewhere.example/"})
    assert answer["Location"] == SETTINGS


# Other sessions


def change_address(client: Client) -> None:
    client.post(IDENTITY, {"password": PASSWORD})
    client.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    assert client.post(CONFIRM, {"code": last_code()})["Location"] == ADDRESS
    client.post(ADDRESS, {"email": "new@example.org", "action_primary": ""})


def change_password(client: Client) -> None:
    assert client.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW}).status_code == 302


@pytest.mark.parametrize("change", [change_address, change_password])
def test_a_change_ends_all_other_sessions_and_not_ones_own(change: Callable[[Client], None]) -> None:
    ada, bob = make_person(), make_person()
    here, there, his = sign_in(ada), sign_in(ada), sign_in(bob)
    change(here)
    assert here.get(SETTINGS).status_code == 200
    assert his.get(SETTINGS).status_code == 200
    assert there.get(SETTINGS)["Location"].startswith(reverse("account_login"))
    assert len(here.get(reverse("accounts:sessions")).context["sessions"]) == 1
    again = sign_in(User.objects.get(pk=ada.pk))
    assert again.get(SETTINGS).status_code == 200


def test_a_first_password_is_set_and_ends_other_sessions_too() -> None:
    ada = make_person(password=None)
    here, there = sign_in(ada), sign_in(ada)
    assert here.get(CHANGE)["Location"] == SET
    here.post(IDENTITY, {"action": "send"})
    here.post(IDENTITY, {"code": last_code()})
    assert here.post(SET, {"password1": NEW}).status_code == 302
    assert reload(ada).check_password(NEW)
    assert here.get(SETTINGS).status_code == 200
    assert there.get(SETTINGS).status_code == 302


def test_sessions_from_before_this_rule_stay(client: Client) -> None:
    from django.contrib.auth.base_user import AbstractBaseUser

    for person in (make_guest(), make_person()):
        assert person.get_session_auth_hash() == AbstractBaseUser.get_session_auth_hash(person)
        before = AbstractBaseUser._get_session_auth_hash(person)  # type: ignore[attr-defined]
        assert person.get_session_auth_hash() == before


# Codes in mail


def test_a_code_stands_in_the_subject_of_its_email() -> None:
    client, member = Client(), sign_in(make_person(email="bob@example.org"))
    send_sign_up(client, "ada@example.org", "Ada")
    client.post(reverse("account_request_login_code"), {"email": "bob@example.org"})
    member.post(IDENTITY, {"action": "send"})
    member.post(IDENTITY, {"password": PASSWORD})
    member.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    assert len(outbox()) == 4
    for message in outbox():
        (code,) = CODE.findall(str(message.body))
        assert message.subject.startswith(code)


def test_a_sign_up_begun_under_an_older_version_goes_on(client: Client) -> None:
    send_sign_up(client, "ada@example.org", "Ada")
    session = client.session
    session[SESSION_KEY] = {**session[SESSION_KEY], "attempts": 2}
    session.save()
    send_code(client, last_code())
    assert User.objects.filter(email="ada@example.org").exists()


def test_the_code_goes_to_another_confirmed_address_if_the_main_one_rejects_email() -> None:
    ada = make_person(email="ada@example.org", password=None)
    EmailAddress.objects.create(user=ada, email="ada@unproved.example", verified=False)
    User.objects.update(mail_refused_at=timezone.now())
    client = sign_in(ada)
    assert "get a code at ada@example.org? We can give" in client.get(IDENTITY).content.decode()
    EmailAddress.objects.create(user=ada, email="ada@work.example", verified=True)
    sent = client.post(IDENTITY, {"action": "send", "next": ADDRESS}, follow=True).content.decode()
    assert outbox()[-1].to == ["ada@work.example"]
    assert "ada@work.example" in sent
    # The other address may be out of use, too.
    assert "get a code at ada@work.example? We can give" in sent
    assert client.post(IDENTITY, {"code": last_code(), "next": ADDRESS})["Location"] == ADDRESS


def test_an_operator_gives_an_account_another_address() -> None:
    ada, ben = make_person(email="ada@example.org"), make_person(email="ben@example.org")
    User.objects.update(mail_refused_at=timezone.now())
    client = sign_in(ada)
    call_command("change_address", "ada@example.org", "Ada@New.example", stdout=io.StringIO())
    assert client.get(SETTINGS).status_code == 302
    assert (reload(ada).email, reload(ada).mail_refused_at) == ("ada@new.example", None)
    assert [*EmailAddress.objects.filter(user=ada).values_list("email", "verified", "primary")] == [
        ("ada@new.example", True, True)
    ]
    for person, address in (
        ("ada@new.example", "ben@example.org"),
        ("ada@new.example", "no address"),
        ("ada@example.org", "x@y.example"),
    ):
        with pytest.raises(CommandError):
            call_command("change_address", person, address)
    assert [reload(each).email for each in (ada, ben)] == ["ada@new.example", "ben@example.org"]
