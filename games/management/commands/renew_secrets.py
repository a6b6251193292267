"""`manage.py renew_secrets`: encrypt the secrets of the second step by the `SECRET_KEY` of today."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.sign_in.mfa_encryption import renew


class Command(BaseCommand):
    """Does at once what the hourly task does, so that a key that was before can be taken out of the settings."""

    help = "Encrypt the secrets of second steps by today's SECRET_KEY, where an earlier one was used."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how many there were."""
        renewed, lost = renew()
        self.stdout.write(f"{renewed} encrypted anew; {lost} that no key opens.")
