"""`manage.py push_key`."""

from typing import Any

from django.core.management.base import BaseCommand

from insidejob.push_key import make_push_key


class Command(BaseCommand):
    help = "Print a new private key for pushes, for PUSH_KEY."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(make_push_key())
