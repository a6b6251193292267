"""`manage.py go_back`: undo the migrations that came after a release, and say how to get its code."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from insidejob.releases import RELEASES


class Command(BaseCommand):
    help = "Bring the database back to what an earlier release needs. What only later releases store is lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("release", choices=RELEASES)

    def handle(self, *args: Any, release: str, **options: Any) -> None:
        commit, migrations = RELEASES[release]
        for app, name in migrations.items():
            call_command("migrate", app, name, interactive=False, stdout=self.stdout)
        self.stdout.write(f"The database is as {release} needs it. Now get its code: git checkout {commit}")
