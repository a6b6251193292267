"""Keeping the secrets of the second step: encrypted in the database, by a key made from `SECRET_KEY`.

So a copy of the database alone, a backup above all, makes no code of anybody's app. Whoever has the machine has both.
"""

import base64
from functools import lru_cache
from typing import Any

import structlog
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction

PURPOSE = b"insidejob second step"
FIELDS = ("secret", "seed", "migrated_codes")
"""What is secret of an app's and of recovery codes' `data`."""

log = structlog.get_logger(__name__)


def encrypt(text: str) -> str:
    """Return a text that says nothing without the key."""
    return make_box(settings.SECRET_KEY).encrypt(text.encode()).decode()


def decrypt(text: str) -> str:
    """Return what was encrypted by this key, or by one that was before. Raises `InvalidToken`."""
    return open_all().decrypt(text.encode()).decode()


def open_all() -> MultiFernet:
    """Return what opens by any key that counts."""
    return MultiFernet([make_box(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@lru_cache(maxsize=8)
def make_box(key: str) -> Fernet:
    """Return what encrypts by a key of the site, used for nothing else."""
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


def renew() -> tuple[int, int]:
    """Encrypt anew what an earlier key encrypted. Return how many rows that were, and how many no key opens."""
    renewed = lost = 0
    rows = Authenticator.objects.filter(type__in=("totp", "recovery_codes")).values_list("pk", "data")
    for pk in [pk for pk, data in rows.iterator() if find_old(data)]:
        with transaction.atomic():
            row = Authenticator.objects.select_for_update().filter(pk=pk).first()
            try:
                if row is not None and renew_data(row.data):
                    row.save(update_fields=["data"])
                    renewed += 1
            except InvalidToken:
                lost += 1
    if lost:
        log.error("second steps that no key opens", count=lost)
    return renewed, lost


def renew_data(data: dict[str, Any]) -> bool:
    """Encrypt the secrets of a row by the key of today. Return whether any was not. Raises `InvalidToken`."""
    old = find_old(data)
    for name in old:
        texts = [open_all().rotate(text.encode()).decode() for text in list_texts(data[name])]
        data[name] = texts if isinstance(data[name], list) else texts[0]
    return bool(old)


def find_old(data: dict[str, Any]) -> list[str]:
    """Return the fields of a row that the key of today did not encrypt."""
    return [name for name in FIELDS if not all(map(is_new, list_texts(data.get(name))))]


def list_texts(value: str | list[str] | None) -> list[str]:
    """Return the texts of a field that holds one, several or none."""
    return value if isinstance(value, list) else [value] if value else []


def is_new(text: str) -> bool:
    """Return whether a text was encrypted by the key of today."""
    try:
        make_box(settings.SECRET_KEY).decrypt(text.encode())
    except InvalidToken:
        return False
    return True
