from typing import Any

from django.core.management.base import BaseCommand

from accounts.sign_in.mfa_encryption import renew


class Command(BaseCommand):
    """An hourly task does the same. Then an old key can go."""

    help = "Encrypt the secrets of second steps by today's SECRET_KEY, where an earlier one was used."

    def handle(self, *args: Any, **options: Any) -> None:
        renewed, lost = renew()
        self.stdout.write(f"{renewed} encrypted anew; {lost} that no key opens.")
