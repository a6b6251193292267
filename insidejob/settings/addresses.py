"""URLs from environment variables. They may hold passwords: no error quotes them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


@contextmanager
def reading_address(name: str) -> Iterator[None]:
    """Exit with one sentence if it is invalid."""
    address = os.environ[name]
    try:
        # Only for DATABASE_URL, django-environ accepts "#" in a password.
        check_address(address.replace("#", "%23") if name == "DATABASE_URL" else address)
        yield
    except Exception:
        # No cause: it might quote a part of a password.
        apart = ", or put the password into PGPASSWORD" if name == "DATABASE_URL" else ""
        raise SystemExit(
            f"Inside Job cannot read the address in {name}. "
            f"In its password write / ? # @ : % as %2F %3F %23 %40 %3A %25{apart}."
        ) from None


def check_address(address: str) -> None:
    """Raise `ValueError` if there is no scheme, or a character in the password splits the URL."""
    parts = urlsplit(address)
    if "://" not in address or "@" in parts.path + parts.query + parts.fragment:
        raise ValueError("no address")
    # Raises `ValueError` if it is no number.
    _ = parts.port
