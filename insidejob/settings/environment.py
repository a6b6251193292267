"""Reads switches, numbers and addresses from environment variables.

If one cannot be read, the site does not start and says why in one sentence. django-environ would silently read an
unknown word as *no*. The sentence names the variable but does not quote it, because it may hold a password.
"""

import os
from email.utils import parseaddr
from typing import NoReturn
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
CONTACT_SCHEMES = ("https", "http", "mailto", "tel")


def read_switch(name: str, *, default: bool = False) -> bool:
    text = _read(name).lower()
    if text and text not in YES + NO:
        _refuse(name, f"is a switch: write one of {', '.join(YES)}, or one of {', '.join(NO)}")
    return text in YES if text else default


def read_number(name: str, *, default: int) -> int:
    """Return a number of at least 0."""
    text = _read(name)
    if text and not (text.isascii() and text.isdecimal()):
        _refuse(name, f"is a whole number, such as {default}")
    return int(text) if text else default


def read_site(name: str, *, default: str) -> str:
    """Return the beginning of addresses, without a slash at its end."""
    site = _read(name).rstrip("/") or default
    if not _is_site(site):
        _refuse(name, "is an address without a path, such as https://insidejob.example")
    return site


def read_contact(name: str) -> str:
    """Return an email address or a URL, or an empty string."""
    contact = _read(name)
    if contact and not _is_email(contact) and not _has_scheme(contact, CONTACT_SCHEMES):
        _refuse(name, "is an email address or a URL, such as https://insidejob.example/contact")
    return contact


def read_sender(name: str) -> str:
    sender = _read(name)
    if not _is_email(parseaddr(sender)[1]):
        _refuse(name, "is a name and an email address, such as 'Inside Job <hello@insidejob.example>'")
    return sender


def read_hosts(name: str) -> list[str]:
    hosts = _read_list(name)
    if not hosts or any("/" in host or " " in host for host in hosts):
        _refuse(name, "holds host names with commas between them, such as 'insidejob.example,www.insidejob.example'")
    return hosts


def read_origins(name: str) -> list[str]:
    origins = _read_list(name)
    if not all(map(_is_site, origins)):
        _refuse(name, "holds addresses without paths, with commas between them, such as 'https://insidejob.example'")
    return origins


def _is_site(address: str) -> bool:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and address == f"{parts.scheme}://{parts.netloc}"


def _read(name: str) -> str:
    """Return an empty string for a variable that is not set: compose files set it to that."""
    return os.environ.get(name, "").strip()


def _read_list(name: str) -> list[str]:
    return [part.strip() for part in _read(name).split(",") if part.strip()]


def _refuse(name: str, what: str) -> NoReturn:
    raise SystemExit(f"Inside Job cannot read {name}, which {what}.")


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _has_scheme(address: str, schemes: tuple[str, ...]) -> bool:
    scheme, _, rest = address.partition(":")
    return scheme.lower() in schemes and bool(rest.strip("/")) and " " not in address
