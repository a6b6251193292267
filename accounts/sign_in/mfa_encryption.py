"""Encrypts second-step secrets with a key derived from `SECRET_KEY`, so a stolen backup makes no codes."""

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
"""The keys in `data` that hold secrets."""

log = structlog.get_logger(__name__)


def encrypt(text: str) -> str:
    return _make_box(settings.SECRET_KEY).encrypt(text.encode()).decode()


def decrypt(text: str) -> str:
    """Decrypt a secret with the current key or a fallback key. Raise `InvalidToken`."""
    return _open_all().decrypt(text.encode()).decode()


def _open_all() -> MultiFernet:
    return MultiFernet([_make_box(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@lru_cache(maxsize=8)
def _make_box(key: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


def renew() -> tuple[int, int]:
    """Re-encrypt with the current key. Return how many rows changed, and how many no key decrypts."""
    renewed = lost = 0
    rows = Authenticator.objects.filter(type__in=("totp", "recovery_codes")).values_list("pk", "data")
    for pk in [pk for pk, data in rows.iterator() if _find_old(data)]:
        with transaction.atomic():
            row = Authenticator.objects.select_for_update().filter(pk=pk).first()
            try:
                if row is not None and _renew_data(row.data):
                    row.save(update_fields=["data"])
                    renewed += 1
            except InvalidToken:
                lost += 1
    if lost:
        log.error("second steps that no key opens", count=lost)
    return renewed, lost


def _renew_data(data: dict[str, Any]) -> bool:
    """Encrypt the secrets of a row with the current key. Return whether anything changed. Raise `InvalidToken`."""
    old = _find_old(data)
    for name in old:
        texts = [_open_all().rotate(text.encode()).decode() for text in _list_texts(data[name])]
        data[name] = texts if isinstance(data[name], list) else texts[0]
    return bool(old)


def _find_old(data: dict[str, Any]) -> list[str]:
    return [name for name in FIELDS if not all(map(_is_new, _list_texts(data.get(name))))]


def _list_texts(value: str | list[str] | None) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


def _is_new(text: str) -> bool:
    try:
        _make_box(settings.SECRET_KEY).decrypt(text.encode())
    except InvalidToken:
        return False
    return True
