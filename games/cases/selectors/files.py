"""The file of a case: its folded game with the solution. Templates must never get one."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from accounts.faces import BOT_FACES, make_distinct
from accounts.names.reserved import BOT_NAMES
from games.archive.selectors.replay import view_step
from games.cases.days import DAY
from games.cases.levels import EASIEST
from games.cases.runs import Result
from games.models import Case, Game, Player
from games.models.outage import SiteClock
from games.rules.cases import Played, get_rules_of_cases, retell
from games.rules.engine.cases import Fact, load_fact
from games.rules.engine.option_versions import dump_options
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat, Term
from games.rules.record import verify_record
from games.state.public_view import view_public
from games.state.table import Table
from games.state.view import Place, View
from insidejob.untranslated import keep

# How many seconds the cache keeps a case's key, and how many files a process keeps.
KEPT_FOR = 300
FILES = 64


@dataclass(frozen=True)
class CaseFile:
    """A case with its folded game and its solution. `bots` are the names of the players by seat."""

    key: int
    number: int
    day: date
    level: int
    played: Played
    bots: tuple[str, ...]
    guilty: Seat
    facts: tuple[Fact, ...]
    commitment: str

    @property
    def title(self) -> AnyTitle:
        return self.played.title

    @property
    def scenes(self) -> int:
        return len(self.played.moments)

    @cached_property
    def special(self) -> Term | None:
        rules, _ = get_rules_of_cases(self.title)
        for level in rules.specials:
            if self.title.parse_options(level.lineup.options, level.lineup.seats) == self.played.options:
                return level.special
        return None

    @cached_property
    def code(self) -> str:
        return f"case-{self.number}"

    def view(self, scenes: int) -> View:
        """Return the public view after so many scenes, without what comes later."""
        return _dress(view_public(_cut_table(self, scenes)), self.bots)

    def view_end(self) -> View:
        """Return the view with all roles and hands open. Only those who have accused a seat may see it."""
        return _dress(view_public(open_table(self)), self.bots)


def _cut_table(file: CaseFile, scenes: int) -> Table:
    return _make_table(file, file.played.moments[scenes - 1], Game.Status.RUNNING)


def open_table(file: CaseFile) -> Table:
    """Return the whole game. Only those who have accused a seat may see it."""
    return _make_table(file, len(file.played.entries), Game.Status.OVER)


def view_eyes(file: CaseFile, step: int, seat: Seat) -> View:
    """Return what a player knew at one step of the replay. Only those who have accused a seat may see it."""
    view = _dress(view_step(open_table(file), step, seat), file.bots)
    name = gettext("Case no. %(number)d") % {"number": file.number}
    return replace(view, game=replace(view.game, name=name), me=view.places[seat])


def _make_table(file: CaseFile, moves: int, status: str) -> Table:
    played = file.played
    seats = len(file.bots)
    options = dump_options(played.title, played.options, played.state.rules)
    game = Game(code=file.code, title=played.title.NAME, rules=played.state.rules, options=options, seat_count=seats)
    game.status, game.site_clock = status, SiteClock(timedelta(0), latest=0)
    players = tuple(Player(game=game, seat=seat, bot="expert") for seat in range(seats))
    return Table(
        game=game,
        players=players,
        title=played.title,
        deal=played.deal,
        states=played.states[: moves + 1],
        entries=played.entries[:moves],
        sealed={},
    )


def _dress(view: View, bots: tuple[str, ...]) -> View:
    """Give the seats the names and faces of a case."""
    faces = make_distinct(tuple(BOT_FACES[BOT_NAMES.index(name)] for name in bots))
    places: tuple[Place, ...] = tuple(
        replace(place, name=keep(name), face=replace(face, is_bot=False), is_bot=False, is_host=False)
        for place, name, face in zip(view.places, bots, faces, strict=True)
    )
    return replace(view, places=places)


def find_file_of_day(day: date) -> CaseFile | None:
    return _find_file(_name_day(day), {"day": day})


def find_file_of_number(number: int) -> CaseFile | None:
    return _find_file(_name_number(number), {"number": number})


def _find_file(name: str, wanted: Mapping[str, object]) -> CaseFile | None:
    if known := cache.get(name):
        # After a restore of the database, the cache may name a row that no longer exists.
        with suppress(Case.DoesNotExist):
            return load_file(*known)
    row = Case.objects.filter(**wanted).only("number", "day", "commitment").first()
    if row is None:
        return None
    known = row.pk, row.commitment
    cache.set_many({_name_day(row.day): known, _name_number(row.number): known}, KEPT_FOR)
    return load_file(*known)


def find_first_case(today: date) -> CaseFile | None:
    """Return the easy case that newcomers begin with, or None if there is none before today."""
    name = f"case:first:{today.isoformat()}"
    number: int | None = cache.get(name)
    if number is None:
        easy = Case.objects.filter(day__lt=today, level__lte=EASIEST).order_by("level", "-day")
        number = easy.values_list("number", flat=True).first() or 0
        cache.set(name, number, KEPT_FOR)
    return find_file_of_number(number) if number else None


def find_last_day(today: date) -> date:
    """Return yesterday, or the last day before with a case. A case of today or later is none of them."""
    name = f"case:last:{today.isoformat()}"
    last: date | None = cache.get(name)
    if last is None:
        past = Case.objects.filter(day__lt=today).order_by("-day").values_list("day", flat=True)
        last = past.first() or today - DAY
        cache.set(name, last, KEPT_FOR)
    return last


def forget_file(file: CaseFile) -> None:
    cache.delete_many([_name_day(file.day), _name_number(file.number)])


def list_past(results: Iterable[Result], today: date) -> QuerySet[Case]:
    """Return the cases up to today's, the latest first. They say nothing of what happened.

    Readers who travelled west have solved cases of days that are yet to come; those are there, too.
    """
    early = [result.number for result in results if result.day > today]
    shown = Q(day__lte=today) | Q(number__in=early) if early else Q(day__lte=today)
    return Case.objects.filter(shown).only("number", "day", "level").order_by("-day")


def _name_day(day: date) -> str:
    return f"case:day:{day.isoformat()}"


def _name_number(number: int) -> str:
    return f"case:number:{number}"


@lru_cache(FILES)
def load_file(key: int, commitment: str) -> CaseFile:
    """Load the file of a case, given by its primary key.

    `commitment` tells apart two databases, where the same key may stand for different cases.
    """
    row = Case.objects.get(pk=key, commitment=commitment)
    replay = verify_record(json.loads(row.record))
    return CaseFile(
        key=row.pk,
        number=row.number,
        day=row.day,
        level=row.level,
        played=retell(replay.title, replay.options, replay.deal, replay.entries, replay.state.rules),
        bots=tuple(row.bots),
        guilty=row.guilty,
        facts=tuple(map(load_fact, row.facts)),
        commitment=row.commitment,
    )
