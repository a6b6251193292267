"""Makes people for tests."""

from itertools import count
from typing import TypeVar

from django.db.models import Model

from accounts.models import User
from accounts.services import create_guest, make_permanent

PASSWORD = "correct horse battery"
numbers = count(1)
Row = TypeVar("Row", bound=Model)


def create_person(*, email: str, display_name: str, password: str | None = None, language: str, time_zone: str) -> User:
    """Store and return a person with a proven address. Raise `NameTaken` or `AddressTaken`."""
    person = User(language=language, time_zone=time_zone)
    person.set_password(password)
    return make_permanent(person, email=email, display_name=display_name)


def make_person(name: str = "", *, email: str = "", password: str | None = PASSWORD, language: str = "en") -> User:
    """Return a stored person with a proven address; name and address are made up unless given."""
    number = next(numbers)
    return create_person(
        email=email or f"person{number}@example.org",
        display_name=name or f"Person {number}",
        password=password,
        language=language,
        time_zone="Europe/Paris",
    )


def make_guest(language: str = "en") -> User:
    """Return a stored guest."""
    return create_guest(language=language, time_zone="Europe/Paris")


def reload(row: Row) -> Row:
    """Read a row again as it is stored now, and return it."""
    row.refresh_from_db()
    return row
