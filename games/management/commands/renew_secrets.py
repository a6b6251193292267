from typing import Any

from django.core.management.base import BaseCommand

from accounts.sign_in.mfa_encryption import renew


class Command(BaseCommand):
    """Does at once what a task does hourly. Then an old key can leave the settings."""

    help = "Encrypt the secrets of second steps by today's SECRET_KEY, where an earlier one was used."

    def handle(self, *args: Any, **options: Any) -> None:
        renewed, lost = renew()
        self.stdout.write(f"{renewed} encrypted anew; {lost} that no key opens.")
