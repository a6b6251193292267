"""Mole, put into the registry with its templates, is played on the site, and nothing else is touched."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.test import Client, override_settings

from accounts.models import User
from games.rules import registry
from games.site.checks import require_titles
from games.state.table import load_table
from games.titles import find_folder
from insidejob.templates import find_backend
from mole.rules import TITLE as mole
from mole.tests.stage import make_tables
from tests.builders_people import make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in
from tests.undefined import KnownAttributes
from tests.watching.asks import watch_link
from tests.watching.pages import test_pages

pytestmark = pytest.mark.django_db
FILES = find_folder("mole")


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(cast(dict[str, Any], registry.TITLES), "mole", mole)
    engine, other = settings.TEMPLATES
    templates: list[dict[str, Any]] = [
        {**engine, "DIRS": [*engine["DIRS"], FILES / "templates"]},
        other,
    ]
    with override_settings(TEMPLATES=templates, STATICFILES_DIRS=[settings.BASE_DIR / "static", FILES / "static"]):
        find_backend().env.undefined = KnownAttributes
        yield


def test_the_mole_title_lacks_nothing_to_start() -> None:
    require_titles()


def test_the_mole_title_is_played_to_its_end(ada: User) -> None:
    game, client = start_table(ada, bots=2, title="mole"), sign_in(ada)
    for page in ("/", "/rules/mole/", link("table", game)):
        assert client.get(page).status_code == 200, page
    assert "Name another player" in client.get(link("table", game)).content.decode()
    (seat,) = mole.to_act(load_table(game).states[-1])
    answer = client.post(link("move", game), {"decision": f"turn-{seat + 1}", "at": str((seat + 1) % 3)})
    assert answer.status_code == 302
    outcome = load_table(game).outcome
    assert outcome is not None
    assert mole.TEXTS.reasons[outcome.reason] in client.get(link("table", game)).content.decode()


def test_the_mole_title_sets_its_tables_for_the_browser() -> None:
    codes = make_tables(make_person(), make_person())
    assert len(set(codes.values())) == len(codes) == 3


def test_spectators_see_every_page_of_the_mole_title() -> None:
    test_pages.test_spectators_see_the_board_and_can_send_nothing("mole")


def test_a_template_that_takes_a_spectator_for_a_seat_is_caught(tmp_path: Path) -> None:
    game = start_table(make_person(), bots=2, title="mole", watchers="link")
    planted = tmp_path / "games" / "mole" / "past.html"
    planted.parent.mkdir(parents=True)
    planted.write_text("{{ view.seen.roles[view.me.index] }}")
    engine, other = settings.TEMPLATES
    with override_settings(TEMPLATES=[{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}, other]):
        find_backend().env.undefined = KnownAttributes
        with pytest.raises(AssertionError, match="seat of a spectator"):
            Client().get(watch_link(game, "past"))
