"""Junk thrown at the addresses of spectators is answered, and a view that fails is found."""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.http import HttpRequest

from games.models import Game
from games.watching import views
from tests.logs import read_log
from tests.rounds import count_rounds
from tests.tables.pages import fuzz

pytestmark = pytest.mark.django_db
SHARE = 4


def find_failures(count: int) -> Iterator[str]:
    """Yield the requests that failed, of so many at three addresses, half of them with a key that leads somewhere."""
    thrower = fuzz.Thrower("watching")
    thrower.routes = [fuzz.PLAY, *(route for route in thrower.routes if route.startswith("watch/"))]
    thrower.codes = [*thrower.codes[:4], *Game.objects.exclude(watch_key="").values_list("watch_key", flat=True)]
    cast(Any, thrower).fields = (("tab", "v"),)
    assert len(thrower.routes) == 5
    with read_log() as log:
        for _ in range(count):
            asked, status = thrower.throw()
            if status >= 500 or len(log.getvalue().splitlines()) > 1:
                yield f"{status}: {asked}"
            log.seek(0)
            log.truncate()


@pytest.mark.slow
def test_no_junk_makes_a_page_of_spectators_fail() -> None:
    assert list(find_failures(count_rounds("junk") // SHARE)) == []


@pytest.mark.slow
def test_a_planted_failure_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_tab(request: HttpRequest) -> views.Tab:
        return views.TABS[int(request.GET.get("tab", "0"))]

    monkeypatch.setattr(views, "_find_tab", find_tab)
    assert next(find_failures(2_000), None)
