"""Plays games by sending forms and reads their pages, all in one process."""

import gzip
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from statistics import fmean
from time import process_time
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.fast.state_cache import state_cache
from games.models import Game, Message
from games.rules.registry import TITLES
from games.state.table import Table, load_table
from tests.races.answers import CSRF, sign_in, start_response
from tests.tables.builders import asked, choose, make_person, play_on, start_table
from tests.titles import worlds_of
from tools.bench.backends import read_processor_time
from tools.bench.bare.prepare import make_things
from tools.bench.figures import Figure
from tools.bench.http.tables import PLACES, People, list_known, require_accepted

MOVES, PAGES, MET, WARM_UP = 150, 60, 144, 30
LINES = 200
UNDER_WAY = 12
SEATS = {"insidejob": 4, "target": 2, "rendezvous": 5}
COUNT_EACH = 5
"""One request in five counts queries. It is not timed, because counting takes time."""
OPENING = ("BEGIN", "COMMIT")
Result = TypeVar("Result")


@dataclass
class Costs:
    """What requests cost: processor time in seconds, queries, and bytes before and after compression."""

    seconds: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    database: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    packed: list[int] = field(default_factory=list)

    def figure(self, name: str, goal: float) -> Figure:
        """Return the figure: the speed as a percentage of the minimal view's speed."""
        ours, plain = fmean(self.seconds), fmean(self.plain)
        sizes = f"{max(self.queries)} queries, {fmean(self.sizes):,.0f} bytes, {fmean(self.packed):,.0f} compressed"
        database = f"PostgreSQL {1000 * fmean(self.database):.2f}"
        beside = f"{1000 * ours:.2f} ms beside {1000 * plain:.2f}; {database}; {sizes}, {max(self.packed):,} at most"
        return Figure(name, 100 * plain / ours, "%", f">= {goal:.0%}", plain / ours >= goal, beside)


class Site:
    def __init__(self) -> None:
        self.handle = WSGIHandler()
        self.took = self.database_took = 0.0
        (self.thing,) = make_things(1)
        self.people = [make_person() for _ in range(max(SEATS.values()))]
        self.cookies = {person.pk: sign_in(person) for person in self.people}

    def fire(
        self,
        method: str,
        user: User,
        path: str,
        fields: Mapping[str, Any],
        known: Mapping[str, str] | None = None,
        *,
        htmx: bool = True,
        status: int = 200,
    ) -> bytes:
        headers = {"Cookie": self.cookies[user.pk], **({"HX-Request": "true"} if htmx else {}), **(known or {})}
        factory = RequestFactory(headers=headers)
        if method == "post":
            # As browsers do.
            request = factory.post(path, urlencode(fields, doseq=True), "application/x-www-form-urlencoded")
        else:
            request = factory.get(path, fields)
        response, body = self.count(partial(self.answer, request.environ))
        assert response.status_code == status, f"{path}: status {response.status_code}"
        return body

    def answer(self, environ: dict[str, Any]) -> tuple[HttpResponseBase, bytes]:
        response = self.handle(environ, start_response)
        body = b"".join(response)
        response.close()
        return response, body

    def count(self, call: Callable[[], Result]) -> Result:
        began, database_began = process_time(), self.database_time()
        result = call()
        self.took, self.database_took = process_time() - began, self.database_time() - database_began
        return result

    def database_time(self) -> float:
        connection.ensure_connection()
        return read_processor_time(connection.connection.info.backend_pid) or 0.0

    def post(self, user: User, path: str, fields: Mapping[str, Any], known: Mapping[str, str] | None = None) -> bytes:
        return self.fire("post", user, path, {**fields, "csrfmiddlewaretoken": CSRF}, known)

    def look(self, user: User, game: Game) -> dict[str, str]:
        """Open a table, and return what its page says that it has."""
        return list_known(self.fire("get", user, f"/g/{game.code}/", {}, htmx=False).decode())


def measure(costs: Costs, call: Callable[[], bytes], site: Site, user: User) -> bytes:
    if len(costs.sizes) % COUNT_EACH == 0:
        with CaptureQueriesContext(connection) as captured:
            body = call()
        costs.queries.append(sum(query["sql"] not in OPENING for query in captured.captured_queries))
    else:
        body = call()
        costs.seconds.append(site.took)
        # A new connection starts at zero.
        costs.database += [site.database_took] if site.database_took > 0 else []
    costs.sizes.append(len(body))
    costs.packed.append(len(gzip.compress(body, 6)))
    site.post(user, f"/write/{site.thing}/", {"card": "B7", "decision": "play-3"})
    costs.plain.append(site.took)
    return body


def play_forms(site: Site, title: str) -> Iterator[tuple[User, Game, dict[str, Any]]]:
    people = site.people[: SEATS[title]]
    while True:
        game = start_table(*people, title=title)
        while game.is_running:
            table = load_table(game)
            seat = asked(table)[0]
            user = table.players[seat].user
            assert user is not None
            yield user, game, make_form(table, seat)
            game.refresh_from_db()


def make_form(table: Table, seat: int) -> dict[str, Any]:
    decision = table.title.decision(table.states[-1], seat)
    assert decision is not None
    fields: dict[str, Any] = {"decision": decision.name}
    for move in choose(table, seat):
        fields |= worlds_of(table.title.NAME).write_form(move)
    return fields


def measure_moves(site: Site, title: str) -> Figure:
    forms, costs = play_forms(site, title), Costs()
    for user, game, fields in islice(forms, WARM_UP):
        site.post(user, f"/g/{game.code}/move/", fields)
    for user, game, fields in islice(forms, MOVES):
        known = site.look(user, game)
        measure(costs, partial(site.post, user, f"/g/{game.code}/move/", fields, known), site, user)
    return costs.figure(f"{title}: move", 0.55)


def measure_pages(site: Site, title: str) -> Iterator[Figure]:
    game = start_table(*site.people[: SEATS[title]], title=title)
    yield measure_page(site, game, "no talk")
    for number in range(LINES):
        said = Message.objects.create(game=game, seat=1, author=site.people[1], text=f"Line {number}, and what it says")
        # `say` would hit the rate limit.
        Game.objects.filter(pk=game.pk).update(last_said=said.pk)
    yield measure_page(site, game, f"{LINES} lines not read")
    yield measure_page(site, game, f"the tab of {LINES} lines", tab="talk")
    game = start_table(*site.people[: SEATS[title]], title=title)
    play_on(game, UNDER_WAY)
    yield measure_page(site, game, "under way")


def measure_page(site: Site, game: Game, name: str, **query: str) -> Figure:
    costs, viewer, path = Costs(), site.people[0], f"/g/{game.code}/"
    for number in range(WARM_UP + PAGES):
        look = Costs() if number < WARM_UP else costs
        measure(look, partial(site.fire, "get", viewer, path, query, htmx=False), site, viewer)
    return costs.figure(f"{game.title}: table page, {name}", 0.4)


def measure_met(site: Site) -> Iterator[Figure]:
    """Measure tables that the process has not met before, so that neither table nor log is cached."""
    people, page, move = People(), Costs(), Costs()
    site.cookies |= people.cookies
    for number, place in enumerate(islice(cycle(PLACES), WARM_UP + MET)):
        asked, is_warm = people.sit_down_once(place), number >= WARM_UP
        path = f"/g/{asked.table.game.code}/"
        state_cache.forget()
        look = partial(site.fire, "get", asked.user, path, {"tab": asked.tab}, htmx=False)
        seen = measure(page if is_warm else Costs(), look, site, asked.user).decode()
        state_cache.forget()
        send = partial(site.post, asked.user, f"{path}move/", asked.fields(seen), list_known(seen))
        measure(move if is_warm else Costs(), send, site, asked.user)
        require_accepted([asked])
    yield page.figure("a page at a table that is met", 0.4)
    yield move.figure("a move at a table that is met, its log not known", 0.55)


def measure_all() -> list[Figure]:
    site = Site()
    each = [figure for title in TITLES for figure in (measure_moves(site, title), *measure_pages(site, title))]
    return [*each, *measure_met(site)]
