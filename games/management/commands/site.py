"""`manage.py site`: bring the database and the static files up to date, then run web server and worker."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from insidejob.runner import SiteFailed, check_port, run_site
from insidejob.static_files import collect_if_changed


class Command(BaseCommand):
    """Runs the whole site in the foreground; Ctrl-C stops it."""

    help = "Run the site: database, static files, web server, worker. Ctrl-C stops it all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--stop-with-parent", action="store_true", help="stop when the process that started this one ends"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            check_port(options["port"])
            call_command("migrate", interactive=False, verbosity=0)
            collect_if_changed()
            run_site(options["port"], self._say, stop_with_parent=options["stop_with_parent"])
        except SiteFailed as failure:
            raise CommandError(str(failure)) from None

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
