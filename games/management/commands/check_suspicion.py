from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.calibration import describe
from games.rules.engine.protocol import AnyTitle
from games.rules.lab.arena import Table
from games.rules.lab.bot_pools import list_pools, review_pool
from games.rules.registry import TITLES
from games.tables.selectors.suspicion import ENOUGH, PEOPLE, has_proved_itself, review_site

SUSPICION_MODEL = {name: title for name, title in TITLES.items() if title.SUSPICION_MODEL}


class Command(BaseCommand):
    """Measures how good the suspicion model is. Prints Brier scores and the reliability curve."""

    help = "Say how good the observer is of whom one could have suspected, in the site's own games or in those of bots."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", nargs="?", choices=sorted(SUSPICION_MODEL), default=min(SUSPICION_MODEL))
        parser.add_argument("--bots", type=int, metavar="N", help="N games of each pool at each number of seats")
        parser.add_argument("--seats", type=int, nargs="+", metavar="S", help="at how many seats (as most play)")
        parser.add_argument("--pool", action="append", metavar="NAME", help="one pool, may be repeated (all)")
        parser.add_argument("--first", type=int, default=0, metavar="K", help="the seed of the first game (0)")
        parser.add_argument("--processes", type=int, default=1, metavar="P", help="how many at a time (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        title = SUSPICION_MODEL[options["title"]]
        if options["bots"] is None:
            self.check_site(title)
        else:
            self.check_pools(title, options)

    def check_site(self, title: AnyTitle) -> None:
        scores, lost = review_site(title)
        for kind, score in scores.items():
            self.stdout.write(f"{title.NAME}, {kind}")
            self.stdout.writelines(f"{line}\n" for line in describe(score))
        if lost:
            self.stdout.write(f"{lost} games cannot be played again: their rules are gone.")
        people = scores[PEOPLE]
        if has_proved_itself(people):
            self.stdout.write("Better than knowing nothing: with SUSPICION_TESTED=1 pages no longer say 'untested'.")
        else:
            self.stdout.write(f"Untested on people: {len(people.games)} of {ENOUGH} games, or not better in them.")

    def check_pools(self, title: AnyTitle, asked: dict[str, Any]) -> None:
        pools, seats = asked["pool"] or list_pools(title), asked["seats"] or [title.USUAL_SEATS]
        if unknown := sorted({*pools} - {*list_pools(title)}):
            raise CommandError(f"--pool {unknown[0]}: one of {', '.join(list_pools(title))}")
        if not {*seats} <= {*title.SEATS}:
            raise CommandError(f"--seats: {title.NAME} is for {', '.join(map(str, title.SEATS))}")
        seeds = range(asked["first"], asked["first"] + asked["bots"])
        for pool in pools:
            score = review_pool([Table(title.NAME, each) for each in seats], pool, seeds, asked["processes"])
            self.stdout.write(f"{title.NAME}, {pool}, {'/'.join(map(str, seats))} seats")
            self.stdout.writelines(f"{line}\n" for line in describe(score))
            self.stdout.flush()
