"""Finding users for commands."""

from django.core.management.base import CommandError

from accounts.models import User
from accounts.selectors import find_owner


def find_person(name: str) -> User:
    """Return the user with this email address or profile code. Raises `CommandError`."""
    person = find_owner(name) if "@" in name else User.objects.filter(code=name, left_at=None).first()
    if person is None:
        raise CommandError("Nobody has this address or code.")
    return person
