"""Secrets of the second step: encrypted in the database, by another key after a change, and never readable without."""

import json
from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from accounts.sign_in.mfa_encryption import decrypt, encrypt, renew
from games.site.cleaning import clear_expired
from tests.builders_people import make_person

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXP"


def make_careful() -> tuple[User, list[str]]:
    """Return somebody with a second step, and their recovery codes."""
    ada = make_person()
    TOTP.activate(ada, SECRET)
    return ada, RecoveryCodes.activate(ada).get_unused_codes()


def works(person: User) -> bool:
    """Return whether the app's secret can be read and is what it was."""
    return decrypt(Authenticator.objects.get(user=person, type="totp").data["secret"]) == SECRET


def stored() -> str:
    """Return what the database itself holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator ORDER BY id")
        return json.dumps([str(row) for row in cursor.fetchall()])


def test_the_database_holds_neither_the_secret_nor_the_seed() -> None:
    ada, codes = make_careful()
    seed = decrypt(Authenticator.objects.get(user=ada, type="recovery_codes").data["seed"])
    assert SECRET not in stored()
    assert seed not in stored()
    assert not [code for code in codes if code in stored()]


def test_the_same_secret_is_never_stored_alike() -> None:
    assert encrypt(SECRET) != encrypt(SECRET)


@pytest.mark.parametrize("by", ["the hourly task", "the command"])
def test_after_a_change_of_the_key_all_is_encrypted_anew(settings: Any, by: str) -> None:
    ada, codes = make_careful()
    before = stored()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert works(ada)
    clear_expired() if by == "the hourly task" else call_command("renew_secrets")
    assert stored() != before
    settings.SECRET_KEY_FALLBACKS = []
    assert works(ada)
    assert RecoveryCodes.activate(ada).get_unused_codes() == codes
    assert renew() == (0, 0), "what is new stays as it is"


def test_without_the_key_nothing_can_be_read_and_it_is_counted(settings: Any) -> None:
    ada, _ = make_careful()
    settings.SECRET_KEY = "another"
    with pytest.raises(InvalidToken):
        works(ada)
    assert renew() == (0, 2)


def test_what_lay_in_the_database_as_it_is_goes_on_working() -> None:
    """As the migration finds it, and back."""
    ada = make_person()
    step = import_module("accounts.migrations.0018_sealed_second_steps")
    Authenticator.objects.create(user=ada, type="totp", data={"secret": SECRET})
    Authenticator.objects.create(user=ada, type="recovery_codes", data={"migrated_codes": ["12345678"], "used_mask": 0})
    Authenticator.objects.create(user=make_person(), type="webauthn", data={"name": "lamp"})
    before = stored()
    step.seal(apps, None)
    assert SECRET not in stored()
    assert "12345678" not in stored()
    assert works(ada)
    assert RecoveryCodes.activate(ada).get_unused_codes() == ["12345678"]
    step.unseal(apps, None)
    assert stored() == before
