"""Tokens in the settings: shown once, stored as a hash, listed, revoked, gone with the account."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.models import AccountEmail, ApiToken, Scope
from accounts.personal_data.deletion import forget
from accounts.personal_data.export import _describe_tokens
from accounts.tokens.services import MAX_TOKENS, USED_EVERY, digest_secret, find_token, make_token, note_use
from tests.accounts.builders_tokens import PAGE, SECRET, sign_in_surely
from tests.api.clients import Program
from tests.builders_people import PASSWORD, make_person
from tests.tables.builders import start_table

pytestmark = pytest.mark.django_db
OTHER = "Zwölf graue Kraniche"


def test_a_token_is_shown_once_and_stored_as_a_hash_and_its_owner_gets_an_email() -> None:
    ada = make_person()
    client = sign_in_surely(ada)
    answer = client.post(PAGE, {"name": "My bot", "scopes": ["play", "tables"]})
    secret = SECRET.findall(answer.content.decode())[0]
    token = ApiToken.objects.get()
    assert (token.name, token.scopes, token.digest) == ("My bot", ["play", "tables"], digest_secret(secret))
    assert find_token(secret) == token
    page = client.get(PAGE).content.decode()
    assert "My bot" in page
    assert not SECRET.search(page)
    assert secret not in str(ApiToken.objects.values())
    sent = AccountEmail.objects.get(email=ada.email)
    assert "token" in sent.subject
    assert not re.search(rf"My bot|{SECRET.pattern}", sent.text)


@pytest.mark.parametrize("field", ["name", "bot_name"])
def test_a_name_that_grows_when_tidied_still_fits_its_column(field: str) -> None:
    """Devanagari qa becomes two characters; PostgreSQL would refuse the row."""
    ada = make_person()
    page = sign_in_surely(ada).post(PAGE, {field: "\u0958" * (40 if field == "name" else 12), "scopes": ["play"]})
    assert page.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_revoked_token_finds_nobody() -> None:
    ada, eve = make_person(), make_person()
    secret = make_token(ada, name="Bot", scopes=[Scope.PLAY])
    assert secret is not None
    key = ApiToken.objects.get().key
    sign_in_surely(eve).post(PAGE, {"revoke": key})
    assert find_token(secret)
    sign_in_surely(ada).post(PAGE, {"revoke": key})
    assert find_token(secret) is None


def test_a_token_ends_on_its_day() -> None:
    ada = make_person()
    client = sign_in_surely(ada)
    page = client.post(PAGE, {"name": "For a month", "scopes": ["play"], "lasts": "30"}).content.decode()
    secret = SECRET.findall(page)[0]
    assert "valid until" in page
    with time_machine.travel(timezone.now() + timedelta(days=29, hours=23), tick=False):
        assert find_token(secret)
    with time_machine.travel(timezone.now() + timedelta(days=30, minutes=1), tick=False):
        assert find_token(secret) is None
        program = Program()
        program.secret = secret
        assert program.get("me").json()["code"] == "token"
    assert client.post(PAGE, {"name": "x", "scopes": ["play"], "lasts": "31"}).status_code == 422


@pytest.mark.parametrize("fields", [{}, {"name": "Bot"}, {"name": "Bot", "scopes": ["admin"]}, {"scopes": ["play"]}])
def test_a_token_needs_a_name_and_known_scopes(fields: dict[str, object]) -> None:
    assert sign_in_surely(make_person()).post(PAGE, fields).status_code == 422
    assert not ApiToken.objects.exists()


def test_there_are_only_so_many() -> None:
    ada = make_person()
    assert all(make_token(ada, name="Bot", scopes=[]) for _ in range(MAX_TOKENS))
    assert make_token(ada, name="Bot", scopes=[]) is None
    assert sign_in_surely(ada).post(PAGE, {"name": "One more", "scopes": ["play"]}).status_code == 422


def test_its_last_use_is_noted_now_and_then() -> None:
    make_token(make_person(), name="Bot", scopes=[])
    with time_machine.travel(timezone.now(), tick=False) as clock:
        note_use(ApiToken.objects.get())
        first = ApiToken.objects.get().used_at
        clock.shift(timedelta(minutes=1))
        note_use(ApiToken.objects.get())
        assert ApiToken.objects.get().used_at == first
        clock.shift(USED_EVERY)
        note_use(ApiToken.objects.get())
        assert ApiToken.objects.get().used_at != first


def test_the_export_names_tokens_without_secrets_and_deletion_takes_them() -> None:
    ada = make_person()
    make_token(ada, name="Bot", scopes=[Scope.PLAY])
    (row,) = _describe_tokens(ada).rows
    assert row["name"] == "Bot"
    assert "digest" not in row
    forget(ada)
    assert not ApiToken.objects.exists()


def change_password(client: Client) -> None:
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER})


def sign_out_elsewhere(client: Client) -> None:
    client.post(reverse("accounts:sessions"), {"action": "everywhere"})


@pytest.mark.parametrize("act", [change_password, sign_out_elsewhere])
def test_what_ends_sessions_revokes_all_tokens(act: Callable[[Client], None], settings: Settings) -> None:
    settings.POLLS_FROM_CACHE = True
    ada, eve = make_person(password=PASSWORD), make_person()
    game, program = start_table(ada, eve, bots=1), Program(ada)
    tag = program.get(f"games/{game.code}")["ETag"]
    assert program.get(f"games/{game.code}", If_None_Match=tag).status_code == 304
    Program(eve)
    client = sign_in_surely(ada)
    with TestCase.captureOnCommitCallbacks(execute=True):
        act(client)
    assert ApiToken.objects.get().user == eve
    assert program.get(f"games/{game.code}", If_None_Match=tag).status_code == 401


def test_a_suspension_revokes_them_for_good() -> None:
    ada = make_person()
    program = Program(ada)
    suspensions.suspend(ada)
    suspensions.give_back(ada)
    assert program.get("me").status_code == 401
