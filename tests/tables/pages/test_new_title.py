"""The toy title, put into the registry with its templates, is played on the site, and nothing else is touched."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from games.rules import registry
from games.site.checks import require_titles
from games.state.table import load_table
from tests import toy
from tests.builders_people import make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in
from tests.toy.stage import make_tables

pytestmark = pytest.mark.django_db
FILES = Path(toy.__file__).parent


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(cast(dict[str, Any], registry.TITLES), "toy", toy)
    engine, other = settings.TEMPLATES
    templates: list[dict[str, Any]] = [
        {**engine, "DIRS": [settings.BASE_DIR / "templates", FILES / "templates"]},
        other,
    ]
    with override_settings(TEMPLATES=templates, STATICFILES_DIRS=[settings.BASE_DIR / "static", FILES / "static"]):
        yield


def test_the_toy_title_lacks_nothing_to_start() -> None:
    require_titles()


def test_the_toy_title_is_played_to_its_end(ada: User) -> None:
    game, client = start_table(ada, bots=2, title="toy"), sign_in(ada)
    for page in ("/", "/rules/toy/", link("table", game)):
        assert client.get(page).status_code == 200, page
    assert "Name another player" in client.get(link("table", game)).content.decode()
    (seat,) = toy.to_act(load_table(game).states[-1])
    answer = client.post(link("move", game), {"decision": f"turn-{seat + 1}", "at": str((seat + 1) % 3)})
    assert answer.status_code == 302
    outcome = load_table(game).outcome
    assert outcome is not None
    assert toy.TEXTS.reasons[outcome.reason] in client.get(link("table", game)).content.decode()


def test_the_toy_title_sets_its_tables_for_the_browser() -> None:
    codes = make_tables(make_person(), make_person())
    assert len(set(codes.values())) == len(codes) == 3
