"""Measures the statistics page of a user with many games."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import islice
from random import Random
from statistics import median
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import Audience, User
from games.models import Game, Player
from games.rules.engine.statistics import count_statistics
from games.rules.registry import TITLES
from tests.races.answers import sign_in
from tests.tables.builders import make_person
from tests.tables.stored import Recorded, record_game
from tools.bench.clients import Shot, count_queries
from tools.bench.figures import Figure

OWN, OTHERS, PEOPLE, SAMPLES = 2_000, 20_000, 200, 10
AT_ONCE, PAGES = 2_000, 30
MAX_SECONDS = 0.5
DAYS = 5 * 365


def measure_pages() -> list[Figure]:
    chance = Random(1)
    owner, *others = people = [make_person() for _ in range(PEOPLE)]
    User.objects.update(statistics_shown_to=Audience.EVERYBODY, history_shown_to=Audience.EVERYBODY)
    samples = [
        record_game(chance.choice(title.SEATS), chance, title_name=title.NAME)
        for title in TITLES.values()
        for _ in range(SAMPLES)
    ]
    fill(OTHERS, lambda: chance.sample(others, 8), samples, chance)
    figures: list[Figure] = []
    for count in (SAMPLES, OWN - SAMPLES):
        fill(count, lambda: [owner, *chance.sample(others, 7)], samples, chance)
        games = Player.objects.filter(user=owner).count()
        figures += [measure_page(f"their own, {games:,} games", owner, owner)]
        figures += [measure_page(f"another's, {games:,} games", owner, people[1])]
    return figures


def measure_page(name: str, owner: User, viewer: User) -> Figure:
    requests = RequestFactory(HTTP_COOKIE=sign_in(viewer))
    shot = Shot(WSGIHandler(), requests.get(f"/people/{owner.code}/statistics/").environ, 200)
    shot.fire()
    seconds, queries = median(shot.fire() for _ in range(PAGES)), count_queries(shot.fire)
    target = f"<= {1000 * MAX_SECONDS:.0f}"
    return Figure(name, 1000 * seconds, "ms", target, seconds <= MAX_SECONDS, f"{queries} queries")


def fill(count: int, seat: Callable[[], Sequence[User]], samples: Sequence[Recorded], chance: Random) -> None:
    rows = (make_rows(seat(), chance.choice(samples), chance) for _ in range(count))
    while part := list(islice(rows, AT_ONCE)):
        Game.objects.bulk_create(game for game, _ in part)
        Player.objects.bulk_create(player for _, players in part for player in players)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_game, games_player")


def make_rows(people: Sequence[User], recorded: Recorded, chance: Random) -> tuple[Game, list[Player]]:
    title, outcome = recorded.title, recorded.title.outcome(recorded.states[-1])
    assert outcome is not None
    seats = len(title.dump_deal(recorded.deal).hands)
    fields: dict[str, Any] = {"title": title.NAME, "rules": title.RULES, "options": {}, "seat_count": seats}
    ended_at = timezone.now() - timedelta(days=chance.randrange(DAYS))
    result = {"reason": outcome.reason}
    game = Game(**fields, host=people[0], status=Game.Status.OVER, ended_at=ended_at, result=result)
    order = chance.sample(range(seats), seats)
    players = [
        Player(
            game=game,
            seat=seat,
            user=person,
            role=outcome.roles[seat],
            won=seat in outcome.winners if outcome.winners else None,
            statistics=count_statistics(title.STATISTICS, recorded.states, recorded.entries, seat),
        )
        for seat, person in zip(order, people, strict=False)
    ]
    return game, players
