"""`manage.py site`: what `make run` runs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.tables.services.outages import accept_clock
from insidejob import __version__
from insidejob.embedded.runner import SiteFailed, check_port, run_site
from insidejob.embedded.static_files import collect_if_changed


class Command(BaseCommand):
    help = "Run the site: database, static files, web server, worker. Ctrl-C stops it all."

    def get_version(self) -> str:
        """The site's version, not Django's."""
        return f"Inside Job {__version__}"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--stop-with-parent", action="store_true", help="stop when the process that started this one ends"
        )

        parser.add_argument(
            "--reload", action="store_true", help="take up each change of code, templates, styles and translations"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            check_port(options["port"])
            call_command("migrate", interactive=False, verbosity=0)
            self._accept_clock()
            if not options["reload"]:
                collect_if_changed()
            run_site(options["port"], self._say, stop_with_parent=options["stop_with_parent"], reload=options["reload"])
        except SiteFailed as failure:
            raise CommandError(str(failure)) from None

    def _accept_clock(self) -> None:
        """Trust the clock: the person who started this can read the time."""
        now = timezone.now()
        if accept_clock(now=now):
            self._say(f"It is {timezone.localtime(now):%Y-%m-%d %H:%M}: deadlines moved by the time the site was down.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
