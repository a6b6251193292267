"""Passwords: hashed by Argon2, and hashes of before made again when their owners type them."""

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from django.urls import reverse

from insidejob.settings import base
from tests.builders_people import PASSWORD, make_person, reload
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", [reverse("account_login"), reverse("accounts:confirm_identity")])
def test_a_hash_of_before_is_made_again_when_its_owner_types_the_password(
    path: str, client: Client, settings: LazySettings
) -> None:
    # As the site hashes, and not as cheaply as in other tests.
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    ada = make_person("Ada", email="ada@example.org")
    ada.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1000)
    ada.save()
    if path != reverse("account_login"):
        client = sign_in(ada)
    assert client.post(path, {"login": "ada@example.org", "password": PASSWORD}).status_code == 302
    assert reload(ada).password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert client.get(reverse("accounts:settings")).status_code == 200
