"""`manage.py arena`: let bots play, and print who wins how often."""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from time import process_time_ns
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.commands.simulate import read_options
from games.management.outside_bots import OutsideBot, Unreachable, is_url
from games.rules.engine.errors import InvalidOption
from games.rules.engine.protocol import AnyTitle
from games.rules.lab.arena import (
    Count,
    Lineup,
    Table,
    compare,
    describe,
    describe_faults,
    measure,
    tabulate,
    total,
)
from games.rules.record import explain
from games.rules.registry import TITLES


class Command(BaseCommand):
    """Lets bots play and prints how often each side wins, with 95 % bounds. Needs no database."""

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
        parser.add_argument("--bot", default="steady", metavar="NAME", help="who plays: a name or a URL (steady)")
        parser.add_argument(
            "--side", action="append", default=[], metavar="SIDE=BOT", help="who plays a side, may be repeated"
        )
        parser.add_argument(
            "--lone", action="append", default=[], metavar="SIDE=BOT", help="who plays one seat of a side"
        )
        parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds that such a bot has (10)")
        parser.add_argument("--compare", action="store_true", help="play the same deals with --bot alone, too")
        parser.add_argument("--balance", action="store_true", help="print who wins as a table, a row for each kind")
        parser.add_argument("--processes", type=int, default=1, metavar="P", help="how many at a time (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        title = TITLES[options["title"]]
        lineup = _read_lineup(title, options)
        seeds = range(options["first"], options["first"] + options["games"])
        if len(seeds) < 2:
            raise CommandError("--games: at least 2")
        if options["processes"] < 1:
            raise CommandError("--processes: at least 1")
        if options["timeout"] <= 0:
            raise CommandError("--timeout: more than 0")
        try:
            (self.balance if options["balance"] else self.report)(title, lineup, seeds, options)
        except Unreachable as error:
            raise CommandError(str(error)) from None

    def report(self, title: AnyTitle, lineup: Lineup, seeds: range, options: dict[str, Any]) -> None:
        for table in _list_tables(title, options):
            counts = measure(table, lineup, seeds, options["processes"], process_time_ns)
            count = total(counts)
            chosen = ", ".join(f"{name} {value}" for name, value in table.options.items())
            self.stdout.write(f"{title.NAME}, {table.seats} seats{chosen and ', '}{chosen}, {count.games} games")
            self.stdout.writelines(f"{line}\n" for line in describe(count))
            if options["compare"]:
                plain = measure(table, replace(lineup, sides={}, lone={}), seeds, options["processes"])
                self.stdout.writelines(f"{line}\n" for line in _describe_difference(plain, counts))
            self.stdout.flush()

    def balance(self, title: AnyTitle, lineup: Lineup, seeds: range, asked: dict[str, Any]) -> None:
        sides = list(dict.fromkeys(title.SIDES.values()))
        self.write_row("seats", asked["each"] or "", *sides, "games")
        self.write_row(*["---"] * (len(sides) + 3))
        for table in _list_tables(title, asked):
            count = total(measure(table, lineup, seeds, asked["processes"]))
            chosen = str(table.options.get(asked["each"], ""))
            self.write_row(str(table.seats), chosen.replace(",", ", "), *tabulate(title, count), str(count.games))
            self.stderr.writelines(f"{line}\n" for line in describe_faults(count))

    def write_row(self, *cells: str) -> None:
        self.stdout.write(f"| {' | '.join(cells)} |")
        self.stdout.flush()


def _describe_difference(plain: list[Count], counts: list[Count]) -> Iterator[str]:
    for role in sorted({role for role, _ in total(counts).dealt}):
        yield f"  {role}: {compare(role, plain, counts)}"


def _read_lineup(title: AnyTitle, asked: dict[str, Any]) -> Lineup:
    """Read which bots sit where from the options. Raises `CommandError` for unknown bots and sides."""
    sides, lone = _read_pairs(title, asked["side"]), _read_pairs(title, asked["lone"])
    names = {asked["bot"], *sides.values(), *lone.values()}
    programs = {name: OutsideBot(name, asked["timeout"]) for name in names if is_url(name)}
    for bot in sorted(names - programs.keys()):
        if bot not in title.BOTS:
            raise CommandError(f"{bot}: the bots of {title.NAME} are {', '.join(title.BOTS)}, or a URL")
    return Lineup(asked["bot"], sides, lone, programs)


def _read_pairs(title: AnyTitle, pairs: list[str]) -> dict[str, str]:
    sides = sorted(set(title.SIDES.values()))
    read = dict[str, str]()
    for pair in pairs:
        side, equals, bot = pair.partition("=")
        if not equals or side not in sides:
            raise CommandError(f"{pair}: not SIDE=BOT; the sides of {title.NAME} are {', '.join(sides)}")
        read[side] = bot
    return read


def _list_tables(title: AnyTitle, asked: dict[str, Any]) -> Iterator[Table]:
    """Return the tables to play. Raises `CommandError` for tables that cannot be played."""
    raw = read_options(title, asked["option"])
    choices = next((option.choices for option in title.OPTIONS if option.name == asked["each"]), ())
    if asked["each"] and not choices:
        raise CommandError(f"--each {asked['each']}: not an option with choices")
    if unknown := sorted({*asked["choice"]} - {value for value, _ in choices}):
        raise CommandError(f"--choice {unknown[0]}: none of --each")
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
