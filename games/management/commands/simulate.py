"""`manage.py simulate`: let bots play, and write game records."""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.engine.errors import InvalidOption
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Json
from games.rules.lab.simulate import simulate
from games.rules.record import dump_line, explain
from games.rules.registry import TITLES

SWITCHES = {"true": True, "false": False}


class Command(BaseCommand):
    """Plays games of bots and prints their records. Needs no database. The same seed gives the same bytes."""

    help = "Let bots play games, and write their records as JSON Lines."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", choices=sorted(TITLES))
        parser.add_argument("--games", type=int, required=True, metavar="N", help="how many games")
        parser.add_argument("--seats", type=int, required=True, metavar="S", help="how many players")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option, may be repeated",
        )
        parser.add_argument("--bot", default="random", metavar="NAME", help="who plays (random)")
        parser.add_argument("--seed", type=int, default=0, metavar="K", help="which games (0)")
        parser.add_argument("--out", metavar="FILE", help="where to (standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        lines = _make_lines(TITLES[options["title"]], options)
        if not options["out"]:
            for line in lines:
                self.stdout.write(line)
            return
        try:
            with Path(options["out"]).open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in lines)
        except OSError as error:
            raise CommandError(f"{options['out']}: cannot be written ({error.strerror})") from None


def _make_lines(title: AnyTitle, asked: dict[str, Any]) -> Iterator[str]:
    """Yield the records of games as lines. Raises `CommandError` for games that cannot be played."""
    if asked["games"] < 0:
        raise CommandError("--games: a number from 0")
    if asked["seats"] not in title.SEATS:
        raise CommandError(f"--seats: {title.NAME} is for {', '.join(map(str, title.SEATS))}")
    if asked["bot"] not in title.BOTS:
        raise CommandError(f"--bot: one of {', '.join(title.BOTS)}")
    try:
        options = title.parse_options(read_options(title, asked["option"]), asked["seats"])
    except InvalidOption as error:
        raise CommandError(f"--option {error.option}: {explain(title, error.code)}") from None
    games = simulate(title, options, asked["seats"], title.BOTS[asked["bot"]], asked["seed"])
    return map(dump_line, islice(games, asked["games"]))


def read_options(title: AnyTitle, pairs: list[str]) -> dict[str, Json]:
    """Read `NAME=VALUE` pairs; switches are `true` or `false`."""
    switches = {option.name for option in title.OPTIONS if not option.choices}
    options: dict[str, Json] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise CommandError(f"--option {pair}: not NAME=VALUE")
        if name in options:
            raise CommandError(f"--option {name}: given twice")
        options[name] = SWITCHES.get(value, value) if name in switches else value
    return options
