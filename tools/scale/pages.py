"""Compares the pages of a user with 2,000 games with those of a newcomer."""

from collections.abc import Callable

from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

from accounts.models import User
from games.models import Player
from tests.races.answers import sign_in
from tools.bench.clients import Shot, count_queries
from tools.bench.figures import Figure
from tools.scale.watch import spend

MAX_TIMES = 3.0
PAGES = 20
PATHS: dict[str, Callable[[User], str]] = {
    "My games": lambda person: "/games/",
    "profile": lambda person: f"/people/{person.code}/",
    "statistics": lambda person: f"/people/{person.code}/statistics/",
}


def measure_pages() -> list[Figure]:
    veteran, newcomer = (User.objects.get(display_name=f"Agent {number}") for number in (0, 1))
    return [measure_page(name, path, veteran, newcomer) for name, path in PATHS.items()]


def measure_page(name: str, path: Callable[[User], str], veteran: User, newcomer: User) -> Figure:
    (much, many), (little, few) = (fire(path(person), person) for person in (veteran, newcomer))
    times, games = much / little, Player.objects.filter(user=veteran).count()
    beside = f"{1000 * much:.0f} ms, {many} queries to {1000 * little:.0f} ms, {few}; {games:,} games"
    return Figure(f"{name}, to a newcomer's", times, "times", f"<= {MAX_TIMES:.0f}", times <= MAX_TIMES, beside)


def fire(path: str, person: User) -> tuple[float, int]:
    requests = RequestFactory(HTTP_COOKIE=sign_in(person))
    shot = Shot(WSGIHandler(), requests.get(path).environ, 200)
    shot.fire()
    return sum(spend(shot.fire, PAGES)), count_queries(shot.fire)
