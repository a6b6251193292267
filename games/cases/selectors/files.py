"""The file of a case: its game, folded, with the solution. Templates never get one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache

from django.core.cache import cache
from django.utils.translation import gettext

from accounts.faces import BOT_FACES, make_distinct
from accounts.names.reserved import BOT_NAMES
from games.archive.selectors.replay import view_step
from games.models import Case, Game, Player
from games.models.outage import SiteClock
from games.rules.cases import Played, get_rules_of_cases, retell
from games.rules.engine.cases import Fact, load_fact
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat, Term
from games.rules.record import verify_record
from games.state.public_view import view_public
from games.state.table import Table
from games.state.view import Place, View
from insidejob.marks import keep

# Seconds in the cache, and files in a process.
KEPT_FOR = 300
FILES = 64


@dataclass(frozen=True)
class CaseFile:
    """`bots` are names by seat."""

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
        """Without what comes later."""
        return dress(view_public(cut_table(self, scenes)), self.bots)

    def view_end(self) -> View:
        """With roles and hands open: only for those who have accused a seat."""
        return dress(view_public(open_table(self)), self.bots)


def cut_table(file: CaseFile, scenes: int) -> Table:
    return make_table(file, file.played.moments[scenes - 1], Game.Status.RUNNING)


def open_table(file: CaseFile) -> Table:
    """The whole game: only for those who have accused a seat."""
    return make_table(file, len(file.played.entries), Game.Status.OVER)


def view_eyes(file: CaseFile, step: int, seat: Seat) -> View:
    """What a player knew. Like `open_table`."""
    view = dress(view_step(open_table(file), step, seat), file.bots)
    name = gettext("Case no. %(number)d") % {"number": file.number}
    return replace(view, game=replace(view.game, name=name), me=view.places[seat])


def make_table(file: CaseFile, moves: int, status: str) -> Table:
    played = file.played
    seats = len(file.bots)
    options = played.title.dump_options(played.options)
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


def dress(view: View, bots: tuple[str, ...]) -> View:
    """Give the seats the names and faces of a case."""
    faces = make_distinct(tuple(BOT_FACES[BOT_NAMES.index(name)] for name in bots))
    places: tuple[Place, ...] = tuple(
        replace(place, name=keep(name), face=replace(face, is_bot=False), is_bot=False, is_host=False)
        for place, name, face in zip(view.places, bots, faces, strict=True)
    )
    return replace(view, places=places)


def find_file_of_day(day: date) -> CaseFile | None:
    return find_file(name_day(day), {"day": day})


def find_file_of_number(number: int) -> CaseFile | None:
    return find_file(name_number(number), {"number": number})


def find_file(name: str, wanted: Mapping[str, object]) -> CaseFile | None:
    known = cache.get(name)
    if known is None:
        row = Case.objects.filter(**wanted).only("number", "day", "commitment").first()
        if row is None:
            return None
        known = row.number, row.commitment
        cache.set_many({name_day(row.day): known, name_number(row.number): known}, KEPT_FOR)
    return load_file(*known)


def name_day(day: date) -> str:
    return f"case:day:{day.isoformat()}"


def name_number(number: int) -> str:
    return f"case:number:{number}"


@lru_cache(FILES)
def load_file(number: int, commitment: str) -> CaseFile:
    row = Case.objects.get(number=number)
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
