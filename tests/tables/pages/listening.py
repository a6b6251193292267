"""An attack on compressed answers (BREACH): a player takes guesses as names and measures another's page.

This attacker may do more than any player: they take as many names as they like, at once. They see how long the answers
are that the other person's browser receives, and nothing else.

A page is asked for by HTTP once for each name. Its text is then sent many times through the middleware that compresses,
each time with new masks of the secret against forgery: nothing else differs between answers to the same request.
"""

import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from statistics import fmean
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from accounts.models import User
from games.models import Game
from games.state.table import load_table
from games.tables.services import moves
from tests.builders_people import make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in

ANSWERS = 150
"""How many answers are measured for each name."""
VICTIMS = 4
"""How many people hold each of the secrets of a contest."""
TOKEN = re.compile(r"(?<=\")[A-Za-z0-9]{64}(?=\")")
CHANCE = SystemRandom()
SIGNS = string.ascii_letters + string.digits
GZIP = {"Accept-Encoding": "gzip"}

Middleware = Callable[[Callable[[HttpRequest], Any]], Callable[[HttpRequest], Any]]


@dataclass(frozen=True)
class Contest:
    """Two secrets of a title, of which each victim holds one, and for each a name that repeats what a page says."""

    title: str
    options: Mapping[str, Any]
    names: Mapping[str, str]


CONTESTS = (
    Contest("insidejob", {}, {"agent": "that’s following suit", "insider": "have to follow suit, which"}),
    Contest(
        "insidejob",
        {"roles": ["daredevil", "tim_shady"]},
        {"daredevil": "Because of you, the risky", "tim_shady": "neighbour on your right,"},
    ),
    Contest("target", {}, {"873": "right: 8, 7, 3. For your", "062": "right: 0, 6, 2. For your"}),
)


@dataclass(frozen=True)
class Victim:
    """Somebody at a table, their secret, and who listens."""

    game: Game
    person: User
    secret: str
    attacker: User


def find_victims(contest: Contest, count: int = VICTIMS) -> list[Victim]:
    """Return so many victims for each secret of a contest, at tables of their own."""
    found: dict[str, list[Victim]] = {secret: [] for secret in contest.names}
    while any(len(victims) < count for victims in found.values()):
        wanted = next(secret for secret, victims in found.items() if len(victims) < count)
        victim = seat_victim(contest, wanted)
        if victim and len(found[victim.secret]) < count:
            found[victim.secret].append(victim)
    return [victim for victims in found.values() for victim in victims]


def seat_victim(contest: Contest, wanted: str) -> Victim | None:
    """Return the player in the last seat of a new game, or None if they hold none of the secrets.

    Where spies are hidden, everybody hides those that are wanted.
    """
    people = [make_person() for _ in range(2 if wanted.isdigit() else 4)]
    game = start_table(*people, title=contest.title, options=contest.options)
    for seat in range(len(people) if wanted.isdigit() else 0):
        hide(game, seat, wanted)
    table, last = load_table(game), len(people) - 1
    secret = wanted if wanted.isdigit() else str(table.title.observe(table.states[-1], last).roles[last])
    return Victim(game, people[last], secret, people[0]) if secret in contest.names else None


def hide(game: Game, seat: int, spies: str) -> None:
    """Let a player of T.A.R.G.E.T. hide spies, from left to right."""
    with moves.lock_table(game.code) as table:
        asked = table.title.decision(table.states[-1], seat)
        assert asked is not None
        wanted = tuple(map(int, spies))
        [move] = [each for each in table.title.legal_moves(table.states[-1], seat) if each.spies == wanted]
        moves.submit(table=table, seat=seat, decision=asked.name, moves=[move])


def count_found(contest: Contest, victims: Sequence[Victim], middleware: Middleware, chance: Random) -> int:
    """Return of how many victims an attacker who listens finds the secret.

    They know that half hold the one and half the other; those whose page is shortest for a name hold its secret.
    Where the lengths tell nothing, chance decides.
    """
    (secret, name), (_, other) = contest.names.items()
    gains = {victim: listen(victim, other, middleware) - listen(victim, name, middleware) for victim in victims}
    order = sorted(victims, key=lambda victim: (-gains[victim], chance.random()))
    suspects = order[: len(order) // 2]
    return sum((victim.secret == secret) == (victim in suspects) for victim in victims)


def listen(victim: Victim, name: str, middleware: Middleware) -> float:
    """Return how long a victim's page is in the mean while the attacker has a name."""
    page = read_page(victim, name)
    request = RequestFactory().get("/", headers=GZIP)
    answers = (HttpResponse(TOKEN.sub(lambda _: make_token(), page)) for _ in range(ANSWERS))
    return fmean(len(middleware(partial(answer_with, answer))(request).content) for answer in answers)


def answer_with(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    return answer


def read_page(victim: Victim, name: str) -> str:
    """Return the page of a victim's table while the attacker has a name; it comes compressed."""
    User.objects.filter(pk=victim.attacker.pk).update(display_name=name)
    client, path = sign_in(victim.person), link("table", victim.game)
    assert client.get(path, headers=GZIP).headers["Content-Encoding"] == "gzip"
    page: str = client.get(path).content.decode()
    return page


def make_token() -> str:
    """Return what masks the secret against forgery: other signs in each answer."""
    return "".join(CHANCE.choices(SIGNS, k=64))
