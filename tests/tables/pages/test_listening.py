"""Who takes guesses as names learns nothing from the lengths of others' compressed pages."""

from random import Random

import pytest
from django.db import connection
from django.middleware.gzip import GZipMiddleware

from accounts.models import User
from games.state import view as player_view
from insidejob.compression import Compression
from tests.tables.pages.listening import CONTESTS, TOKEN, Middleware, count_found, find_victims, read_page

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    # It takes half a minute, and lengths do not depend on the database.
    pytest.mark.skipif(connection.vendor != "sqlite", reason="once is enough"),
]
VICTIMS = 24
BY_CHANCE = 19
"""How many of them chance finds at most: 12 in the mean, and more than these once in a thousand times."""


def attack(middleware: Middleware) -> int:
    """Return of how many victims the secret is found, at all titles and roles."""
    tables = [(contest, find_victims(contest)) for contest in CONTESTS]
    assert sum(len(victims) for _, victims in tables) == VICTIMS
    chance = Random(VICTIMS)
    return sum(count_found(contest, victims, middleware, chance) for contest, victims in tables)


@pytest.mark.deep
def test_names_find_no_more_than_chance_does() -> None:
    assert attack(Compression) <= BY_CHANCE


def test_a_page_is_the_same_under_each_name_but_for_its_tokens() -> None:
    for contest in CONTESTS:
        for victim in find_victims(contest, 1):
            pages = {TOKEN.sub("", read_page(victim, name)) for name in contest.names.values()}
            assert len(pages) == 1


@pytest.mark.deep
def test_where_names_are_current_and_padding_is_random_nearly_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_current(user: User | None, kept: str) -> str:
        return user.display_name if user else ""

    monkeypatch.setattr(player_view, "find_name", find_current)
    assert attack(GZipMiddleware) > BY_CHANCE
