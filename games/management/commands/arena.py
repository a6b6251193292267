"""`manage.py arena`: let bots play, and print who wins how often."""

from argparse import ArgumentParser
from collections.abc import Iterator
from time import process_time_ns
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.commands.simulate import read_options
from games.rules.engine.errors import InvalidOption
from games.rules.engine.protocol import AnyTitle
from games.rules.lab.arena import Count, Lineup, Table, compare, describe, measure, tabulate, total
from games.rules.record import explain
from games.rules.registry import TITLES


class Command(BaseCommand):
    """Needs no database. Rates have 95 % bounds."""

    help = "Let bots play tables, and say who wins how often: the same arguments, the same figures."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", choices=sorted(TITLES))
        parser.add_argument("--seats", type=int, nargs="+", required=True, metavar="S", help="how many players")
        parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games of each kind (1000)")
        parser.add_argument("--first", type=int, default=0, metavar="K", help="the seed of the first game (0)")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option, may be repeated"
        )
        parser.add_argument("--each", metavar="NAME", help="play with each choice of an option in turn")
        parser.add_argument("--choice", action="append", default=[], help="of --each, this alone, may be repeated")
        parser.add_argument("--bot", default="steady", metavar="NAME", help="who plays (steady)")
        parser.add_argument(
            "--side", action="append", default=[], metavar="SIDE=BOT", help="who plays a side, may be repeated"
        )
        parser.add_argument(
            "--lone", action="append", default=[], metavar="SIDE=BOT", help="who plays one seat of a side"
        )
        parser.add_argument("--compare", action="store_true", help="play the same deals with --bot alone, too")
        parser.add_argument("--balance", action="store_true", help="print who wins as a table, a row for each kind")
        parser.add_argument("--processes", type=int, default=1, metavar="P", help="how many at a time (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        title = TITLES[options["title"]]
        lineup = read_lineup(title, options)
        seeds = range(options["first"], options["first"] + options["games"])
        if len(seeds) < 2:
            raise CommandError("--games: at least 2")
        if options["balance"]:
            self.balance(title, lineup, seeds, options)
            return
        for table in list_tables(title, options):
            counts = measure(table, lineup, seeds, options["processes"], process_time_ns)
            count = total(counts)
            chosen = ", ".join(f"{name} {value}" for name, value in table.options.items())
            self.stdout.write(f"{title.NAME}, {table.seats} seats{chosen and ', '}{chosen}, {count.games} games")
            self.stdout.writelines(f"{line}\n" for line in describe(count))
            if options["compare"]:
                plain = measure(table, Lineup(lineup.usual), seeds, options["processes"])
                self.stdout.writelines(f"{line}\n" for line in describe_difference(plain, counts))
            self.stdout.flush()

    def balance(self, title: AnyTitle, lineup: Lineup, seeds: range, asked: dict[str, Any]) -> None:
        sides = list(dict.fromkeys(title.SIDES.values()))
        self.write_row("seats", asked["each"] or "", *sides, "games")
        self.write_row(*["---"] * (len(sides) + 3))
        for table in list_tables(title, asked):
            count = total(measure(table, lineup, seeds, asked["processes"]))
            chosen = str(table.options.get(asked["each"], ""))
            self.write_row(str(table.seats), chosen.replace(",", ", "), *tabulate(title, count), str(count.games))

    def write_row(self, *cells: str) -> None:
        self.stdout.write(f"| {' | '.join(cells)} |")
        self.stdout.flush()


def describe_difference(plain: list[Count], counts: list[Count]) -> Iterator[str]:
    for role in sorted({role for role, _ in total(counts).dealt}):
        yield f"  {role}: {compare(role, plain, counts)}"


def read_lineup(title: AnyTitle, asked: dict[str, Any]) -> Lineup:
    """Raises `CommandError` for unknown bots and sides."""
    lineup = Lineup(asked["bot"], read_pairs(title, asked["side"]), read_pairs(title, asked["lone"]))
    for bot in (lineup.usual, *lineup.sides.values(), *lineup.lone.values()):
        if bot not in title.BOTS:
            raise CommandError(f"{bot}: the bots of {title.NAME} are {', '.join(title.BOTS)}")
    return lineup


def read_pairs(title: AnyTitle, pairs: list[str]) -> dict[str, str]:
    sides = sorted(set(title.SIDES.values()))
    read = dict[str, str]()
    for pair in pairs:
        side, equals, bot = pair.partition("=")
        if not equals or side not in sides:
            raise CommandError(f"{pair}: not SIDE=BOT; the sides of {title.NAME} are {', '.join(sides)}")
        read[side] = bot
    return read


def list_tables(title: AnyTitle, asked: dict[str, Any]) -> Iterator[Table]:
    """Raises `CommandError` for tables that cannot be played."""
    raw = read_options(title, asked["option"])
    choices = next((option.choices for option in title.OPTIONS if option.name == asked["each"]), ())
    if asked["each"] and not choices:
        raise CommandError(f"--each {asked['each']}: not an option with choices")
    for seats in asked["seats"]:
        if seats not in title.SEATS:
            raise CommandError(f"--seats: {title.NAME} is for {', '.join(map(str, title.SEATS))}")
        wanted = [value for value, _ in choices if value in asked["choice"] or not asked["choice"]]
        for each in [{asked["each"]: value} for value in wanted] or [{}]:
            table = Table(title.NAME, seats, {**raw, **each})
            try:
                title.parse_options(table.options, seats)
            except InvalidOption as error:
                if each:
                    continue
                raise CommandError(f"--option {error.option}: {explain(title, error.code)}") from None
            yield table
