from typing import Any

from django.core.management.base import BaseCommand

from accounts.sign_in.mfa_encryption import renew


class Command(BaseCommand):
    """Encrypts stored secrets again with the newest key.

    An hourly task does the same; after that an old key can be removed.
    """

    help = "Encrypt the secrets of second steps by today's SECRET_KEY, where an earlier one was used."

    def handle(self, *args: Any, **options: Any) -> None:
        renewed, lost = renew()
        self.stdout.write(f"{renewed} encrypted anew; {lost} that no key opens.")
