"""Running tables of every title, early and late, with and without talk."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import count, product
from random import Random

from accounts.models import Scope, User
from accounts.tokens.services import make_token
from games.models import Game, Message, Move, SealedChoice
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES, get_title
from games.state.table import Table, load_table
from tests.builders_people import make_person
from tests.races.answers import CSRF, sign_in
from tests.tables.builders import asked, choose
from tests.tables.stored import Recorded, record_game, store_game
from tests.titles import worlds_of
from tools.bench.http.client import Answer, write_api_request, write_request

PEOPLE = 48
LINES = 200
GAMES_EACH = 6
KEY = re.compile(r'(?:data-part|id="?dossier"?\s+data-key)="?(\w+)')
ANNOUNCED = re.compile(r'data-announced="?([\d.]+)')


@dataclass(frozen=True)
class Place:
    title: AnyTitle
    is_late: bool
    lines: int

    def __str__(self) -> str:
        scene = "last" if self.is_late else "first"
        return f"{self.title.TEXTS.name}, {scene} {self.title.TEXTS.scene.split()[0].lower()}, {self.lines} lines"


PLACES = [Place(*parts) for parts in product(TITLES.values(), (False, True), (0, LINES))]


@dataclass(frozen=True)
class Asked:
    place: Place
    table: Table
    seat: int
    cookies: str
    token: str

    @property
    def path(self) -> str:
        return f"/g/{self.table.game.code}/"

    @property
    def user(self) -> User:
        sitting = self.table.players[self.seat].user
        assert sitting is not None
        return sitting

    @property
    def tab(self) -> str:
        return "talk" if self.place.lines else ""

    def page(self) -> bytes:
        return write_request(f"{self.path}?tab={self.tab}", self.cookies, htmx=False)

    def news(self, page: Answer) -> bytes:
        return write_request(find_news(page.text), self.cookies, headers=list_known(page.text))

    def game(self, known: Answer | None = None) -> bytes:
        return write_api_request(f"/api/1/games/{self.table.game.code}", self.token, known.tag if known else "")

    def move(self, page: Answer) -> bytes:
        fields = {**self.fields(page.text), "csrfmiddlewaretoken": CSRF}
        return write_request(f"{self.path}move/", self.cookies, fields, headers=list_known(page.text))

    def fields(self, page: str) -> dict[str, str | list[str]]:
        title, state = self.table.title, self.table.states[-1]
        decision = title.decision(state, self.seat)
        assert decision is not None
        form = page.partition('id="choice-form"')[2].partition("</form>")[0]
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        fields: dict[str, str | list[str]] = {**hidden, "decision": decision.name}
        for move in choose(self.table, self.seat):
            fields.update(worlds_of(title.NAME).write_form(move))
        return fields


def list_known(page: str) -> dict[str, str]:
    """Return the headers that say what the script of a page has and what it has announced."""
    return {"X-Parts": " ".join(KEY.findall(page)), "X-Announced": ANNOUNCED.findall(page)[-1]}


def find_news(page: str) -> str:
    found = re.search(r'hx-get="([^"]*/news/[^"]*)"', page)
    assert found, "the page asks for no news"
    return unescape(found[1])


class People:
    def __init__(self) -> None:
        self.people = [make_person(password=None) for _ in range(PEOPLE)]
        self.cookies = {person.pk: sign_in(person) for person in self.people}
        self.tokens = {person.pk: make_api_token(person) for person in self.people}
        self.next, self.chance = count(), Random(1)

    def sit_down(self, place: Place, tables: int) -> list[Asked]:
        return [self.sit_down_once(place) for _ in range(tables)]

    def go_on(self, sent: Sequence[Asked]) -> list[Asked]:
        tables = [load_table(Game.objects.get(pk=each.table.game.pk)) for each in sent]
        running = [(each.place, table) for each, table in zip(sent, tables, strict=True) if table.game.is_running]
        return [self.ask(place, table) for place, table in running]

    def ask(self, place: Place, table: Table) -> Asked:
        seat = asked(table)[0]
        user = table.players[seat].user
        assert user is not None
        return Asked(place, table, seat, self.cookies[user.pk], self.tokens[user.pk])

    def sit_down_once(self, place: Place) -> Asked:
        recorded, length = self.chance.choice(find_moments(place.title.NAME, place.is_late))
        seats = place.title.USUAL_SEATS
        people: list[User | None] = [self.people[next(self.next) % PEOPLE] for _ in range(seats)]
        table = store_game(recorded, people, length)
        Message.objects.bulk_create(
            Message(game=table.game, seat=line % seats, author=people[line % seats], text=f"This is line {line}.")
            for line in range(place.lines)
        )
        return self.ask(place, table)


def make_api_token(person: User) -> str:
    token = make_token(person, name="bench", scopes=[Scope.TABLES])
    assert token
    return token


@cache
def find_moments(title: str, is_late: bool) -> tuple[tuple[Recorded, int], ...]:
    seats = get_title(title).USUAL_SEATS
    games = [record_game(seats, Random(seed), None, title) for seed in range(GAMES_EACH)]
    return tuple(moment for recorded in games for moment in moments_of(recorded, is_late))


def moments_of(recorded: Recorded, is_late: bool) -> Iterator[tuple[Recorded, int]]:
    scenes = [recorded.title.scene(state) for state in recorded.states[:-1]]
    wanted = max(scenes) if is_late else 1
    for length, scene in enumerate(scenes):
        if scene == wanted and not is_half_answered(recorded, length):
            yield recorded, length


def is_half_answered(recorded: Recorded, length: int) -> bool:
    """Tell whether only the first of the two moves of one answer is made. A running table never stops there."""
    title, states = recorded.title, recorded.states
    last = recorded.entries[length - 1].move.seat if length else 0
    asked = title.decision(states[length], last)
    return length > 0 and asked is not None and asked == title.decision(states[length - 1], last)


def require_accepted(sent: Sequence[Asked]) -> None:
    games = [each.table.game.pk for each in sent]
    moves = set(Move.objects.filter(game__in=games).values_list("game", "sequence"))
    sealed = set(SealedChoice.objects.filter(game__in=games).values_list("game", "seat"))
    refused = [
        each
        for each in sent
        if (each.table.game.pk, len(each.table.entries)) not in moves and (each.table.game.pk, each.seat) not in sealed
    ]
    assert not refused, f"{len(refused)} of {len(sent)} moves were refused, the first at {refused[0].place}"
