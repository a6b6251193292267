"""Signed tokens for email links: clear content and a MAC of 128 bits, at most 40 characters.

They hold random codes, never primary keys.
"""

import binascii
from typing import Literal

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from insidejob.codes import ALPHABET, LENGTH

Purpose = Literal["turn", "table", "stop", "message_id"]
CODE_BYTES = 7
MAX_CONTENT = 14
MAC_BYTES = 16
SHORT_MAC_BYTES = 12
"""Of a Message-ID. With more its header would not fit on a line of 78 letters."""


def sign_token(purpose: Purpose, content: bytes) -> str:
    if len(content) > MAX_CONTENT:
        raise ValueError("too long for a token")
    return urlsafe_base64_encode(content + _make_mac(purpose, content, settings.SECRET_KEY))


def read_token(purpose: Purpose, token: str) -> bytes | None:
    """Return what a token holds, or None if we did not sign it for this purpose."""
    try:
        raw = urlsafe_base64_decode(token)
    except (ValueError, binascii.Error):
        return None
    # The decoder skips unknown characters: accept only one spelling.
    if urlsafe_base64_encode(raw) != token:
        return None
    content, mac = raw[:-MAC_BYTES], raw[-MAC_BYTES:]
    macs = [_make_mac(purpose, content, key) for key in list_keys()]
    return content if any(constant_time_compare(mac, right) for right in macs) else None


def list_keys() -> list[str | bytes]:
    """Return the key that signs, and then those that signed earlier."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _make_mac(purpose: Purpose, content: bytes, key: str | bytes) -> bytes:
    return salted_hmac(f"games.mail.{purpose}.short", content, secret=key, algorithm="sha256").digest()[:MAC_BYTES]


def sign_message_id(name: str, address: str) -> str:
    """Return a Message-ID that proves that an email of that name went to an address."""
    return _sign_message_id(name, address, settings.SECRET_KEY)


def is_signed(message_id: str, address: str) -> bool:
    name = message_id.partition(".")[0]
    right = [_sign_message_id(name, address, key) for key in list_keys()]
    return any(constant_time_compare(message_id, each) for each in right)


def _sign_message_id(name: str, address: str, key: str | bytes) -> str:
    mac = _make_mac("message_id", f"{name} {address.lower()}".encode(), key)
    return f"{name}.{urlsafe_base64_encode(mac[:SHORT_MAC_BYTES])}"


def pack_code(code: str, extra: int = 0) -> bytes:
    """Pack a code of `insidejob.codes` together with a number below 64."""
    number = extra
    for letter in code:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number.to_bytes(CODE_BYTES, "big")


def unpack_code(packed: bytes) -> tuple[str, int]:
    number, letters = int.from_bytes(packed, "big"), []
    for _ in range(LENGTH):
        number, at = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[at])
    return "".join(reversed(letters)), number
