"""Addresses of servers, as the environment gives them: they may hold passwords, so no error quotes any of them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


@contextmanager
def reading_address(name: str) -> Iterator[None]:
    """Check the address in the variable `name`, which the block reads; end with one sentence if it is none."""
    address = os.environ[name]
    try:
        # django-environ takes a "#" in the password of a database as it stands, and of nothing else.
        check_address(address.replace("#", "%23") if name == "DATABASE_URL" else address)
        yield
    except Exception:
        # Without the cause: its message would quote what stands before the first "/", part of a password perhaps.
        apart = ", or put the password into PGPASSWORD" if name == "DATABASE_URL" else ""
        raise SystemExit(
            f"Inside Job cannot read the address in {name}. "
            f"In its password write / ? # @ : % as %2F %3F %23 %40 %3A %25{apart}."
        ) from None


def check_address(address: str) -> None:
    """Raise `ValueError` for an address without a scheme, or one that a sign in its password has cut in two."""
    parts = urlsplit(address)
    if "://" not in address or "@" in parts.path + parts.query + parts.fragment:
        raise ValueError("no address")
    # Raises if what follows the last ":" is no number.
    _ = parts.port
