"""Mole, put into the registry with its templates, is played on the site, and nothing else is touched."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.test import Client, override_settings

from accounts.models import User
from games.models import Game, Notification
from games.notifications.emails import make_mail
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
    # The API describes the titles that are installed when it is imported.
    import_module(settings.ROOT_URLCONF)
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


def test_who_waits_is_offered_no_answer_and_an_email_tells_how_it_stands() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = start_table(ada, ben, bots=1, title="mole")
    asked, waiting = sorted(load_table(game).players[:2], key=lambda player: not player.owes)
    assert asked.user
    assert waiting.user
    assert "Name them" in read_page(asked.user, game)
    assert "Name them" not in read_page(waiting.user, game)
    sign_in(asked.user).post(link("move", game), {"decision": asked.owes, "at": str(waiting.seat)})
    game.refresh_from_db()
    sent = make_mail(Notification(recipient=waiting.user, game=game, kind="turn", key="k"), "m")
    page, _ = sent.alternatives[0]
    for text in (str(sent.body), re.sub("<[^>]*>", "", str(page))):
        assert f"{asked.user.display_name}: {waiting.user.display_name}" in text


def read_page(person: User, game: Game) -> str:
    return sign_in(person).get(link("table", game)).content.decode()


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("{{ view.seen.roles[view.me.index] }}", "seat of a spectator"),
        ("{% for at in letter.play.seen.named %}{{ at }}{% endfor %}", "gets nothing of this name"),
        ("{{ view.seen.turn }}", "which .* has not"),
    ],
)
def test_a_template_that_shows_what_it_does_not_get_is_caught(page: str, reason: str, tmp_path: Path) -> None:
    game = start_table(make_person(), bots=2, title="mole", watchers="link")
    planted = tmp_path / "games" / "mole" / "past.html"
    planted.parent.mkdir(parents=True)
    planted.write_text(page)
    engine, other = settings.TEMPLATES
    with override_settings(TEMPLATES=[{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}, other]):
        find_backend().env.undefined = KnownAttributes
        with pytest.raises((AssertionError, AttributeError), match=reason):
            Client().get(watch_link(game, "past"))
