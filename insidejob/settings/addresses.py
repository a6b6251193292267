"""Reads URLs from environment variables. No error quotes them, because they may hold passwords."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

DATABASES = ("DATABASE_URL", "REPLICA_URL")


@contextmanager
def reading_address(name: str) -> Iterator[None]:
    """Exit with one sentence if the address in the variable `name` cannot be read."""
    address = os.environ[name]
    try:
        # Only in addresses of databases, django-environ accepts "#" in a password.
        _check_address(address.replace("#", "%23") if name in DATABASES else address)
        yield
    except Exception:
        # The cause is left out, because it might quote a part of the password.
        apart = ", or put the password into PGPASSWORD" if name in DATABASES else ""
        raise SystemExit(
            f"Inside Job cannot read the address in {name}. "
            f"In its password write / ? # @ : % as %2F %3F %23 %40 %3A %25{apart}."
        ) from None


def _check_address(address: str) -> None:
    """Raise `ValueError` if there is no scheme, or a character in the password splits the URL."""
    parts = urlsplit(address)
    if "://" not in address or "@" in parts.path + parts.query + parts.fragment:
        raise ValueError("no address")
    # Raises `ValueError` if it is no number.
    _ = parts.port


def require_scheme(address: str, *schemes: str) -> str:
    """Return the address. Raises `ValueError` if it begins with another scheme."""
    if urlsplit(address).scheme not in schemes:
        raise ValueError("another scheme")
    return address
