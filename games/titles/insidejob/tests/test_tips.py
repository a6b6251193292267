"""Tips at a table: in a first game of a title, one at a time, put away for good; and help on words."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.state.table import load_table
from games.state.view import View, view_table
from games.tables.services.stand_ins import hand_over
from games.tables.views.tips import _find_tip
from games.titles.insidejob.rules.help import TIPS
from games.titles.insidejob.rules.roles import AGENT, DECOY, INSIDER, PROF_NO
from games.titles.insidejob.tests.builders import Table, table
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import HTMX, link, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
CODES = [tip.code for tip in TIPS]
FIRST = ("offers", "mission")
"""The first tip of one who leads, and of others."""
WORD = re.compile(r"[\w-]+")


def tip_on(client: Client, game: Game) -> str:
    html = text_of(client.get(link("table", game)))
    return html.split('id="tip-done" name="tip" value="')[1].split('"')[0] if 'id="tip"' in html else ""


def test_a_tip_is_shown_in_the_first_game_of_a_title_alone() -> None:
    ada = make_person()
    first, second = start_table(ada, bots=3), start_table(ada, bots=3)
    target = start_table(ada, bots=1, title="target")
    client = sign_in(ada)
    assert tip_on(client, first) in FIRST
    assert tip_on(client, second) == ""
    assert tip_on(client, target) == "hide"
    # Nor does a look at the second take any from the first.
    assert tip_on(client, first) in FIRST
    assert client.session["later_games"] == {"insidejob": second.pk}


def test_a_tip_is_put_away_by_itself_or_with_all_others() -> None:
    ada = make_person()
    game = start_table(ada, bots=3)
    client, action = sign_in(ada), link("tip", game)
    first = tip_on(client, game)
    form = read_form(client.get(link("table", game)), action)
    assert form.buttons == [("tip", "all"), ("tip", first)]
    answer = text_of(client.post(action, {"tip": first}, headers=HTMX))
    assert tip_on(client, game) not in (first, "all")
    assert ('id="tip"' in answer) == (tip_on(client, game) != "")
    assert client.post(action, {"tip": "all"}).headers["Location"] == link("table", game)
    assert tip_on(client, game) == ""
    assert client.session["tips"] == {"insidejob": sorted(CODES)}


def test_what_is_no_tip_is_not_kept() -> None:
    ada = make_person()
    game = start_table(ada, bots=3)
    client = sign_in(ada)
    client.post(link("tip", game), {"tip": "nonsense"})
    assert client.session["tips"] == {"insidejob": []}


def test_a_move_brings_the_next_tip_with_what_is_mine() -> None:
    ada = make_person()
    game = start_table(ada, bots=3)
    fresh = sign_in(ada).get(link("news", game) + "?v=0&c=", headers=HTMX)
    assert ('id="tip"' in text_of(fresh)) == (tip_on(sign_in(ada), game) != "")


def view_of(seat: int, laid: Table, view: View) -> View:
    return replace(view, seen=laid.seen_by(seat), me=view.places[seat])


def test_the_same_situation_brings_the_same_tip_in_every_role() -> None:
    view = view_table(load_table(start_table(make_person(), bots=3)), 0)
    moments: tuple[Callable[[Table], Table], ...] = (
        lambda laid: laid.draws("odd-only-green", "even-only-blue"),
        lambda laid: laid.mission("odd-only-green").plays("B3"),
        lambda laid: laid.won_by(3).mission("odd-only-green").plays("B5"),
    )
    for laid, seat, count in product(moments, range(4), range(len(CODES) + 1)):
        found = {_find_tip(view_of(seat, laid(with_insider(other)), view), CODES[:count]) for other in range(4)}
        assert len(found) == 1, (seat, count)


def with_insider(seat: int) -> Table:
    new = table(4).hold("B4 B6 G7 Y2", "B7 B8 G9 P2", "B9 B10 G2 P4", "B11 B12 G4 P6")
    roles = tuple(INSIDER if other == seat else AGENT for other in range(4))
    return new.but(deal=replace(new.state.deal, roles=roles))


def list_fitting(laid: Table, seat: int) -> list[str]:
    seen: Any = laid.seen_by(seat)
    return [tip.code for tip in TIPS if tip.when(seen)]


def test_each_situation_has_its_tips() -> None:
    first = with_insider(2).mission("odd-only-green")
    later = with_insider(2).won_by(3).mission("odd-only-green")
    assert list_fitting(first.plays("B3"), 1) == ["mission", "follow"]
    assert list_fitting(first.plays("B4"), 3) == ["mission"]
    assert list_fitting(with_insider(2).draws("odd-only-green", "even-only-blue"), 0) == ["offers"]
    assert "wager" in list_fitting(later.plays("B5"), 0)
    assert "taker" in list_fitting(later.plays("B5"), 1)
    assert list_fitting(first.plays("Y2"), 1) == ["mission", "trump"]


@pytest.mark.parametrize(
    ("role", "is_told"),
    [(DECOY, True), ("house-agents", True), (PROF_NO, False), ("house-insiders-w", False), ("house-insiders-l", False)],
)
def test_that_the_insider_wins_by_intel_is_told_only_at_tables_where_that_is_so(role: str, is_told: bool) -> None:
    third = table(4, roles={3: role}, tricks=2).mission("odd-only-green")
    for seat in range(4):
        assert ("intel" in list_fitting(third, seat)) == is_told


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_every_tip_can_be_asked_of_every_moment(title: AnyTitle) -> None:
    game = start_table(make_person(), make_person(), bots=title.USUAL_SEATS - 2, title=title.NAME)
    states = play_on(game).states
    seen = [title.observe(state, seat) for state in states for seat in range(title.USUAL_SEATS)]
    shown = {tip.code for each in seen for tip in title.TEXTS.tips if tip.when(each)}
    assert bool(shown) == bool(title.TEXTS.tips)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_every_tip_has_something_to_point_at(title: AnyTitle) -> None:
    folder = settings.BASE_DIR / "games" / "titles" / title.FOLDER / "templates" / "games" / title.FOLDER
    drawn = set(WORD.findall(" ".join(page.read_text() for page in folder.glob("*.html"))))
    for tip in title.TEXTS.tips:
        assert set(WORD.findall(tip.at)) <= {*drawn, "not"}, tip.code


def test_nobody_is_told_anything_while_a_stand_in_plays() -> None:
    ada = make_person()
    game = start_table(ada, make_person(), title="target")
    assert _find_tip(view_table(load_table(game), 0), ())
    hand_over(code=game.code, user=ada)
    assert _find_tip(view_table(load_table(game), 0), ()) is None


def test_words_are_explained_on_the_board_and_in_the_tab() -> None:
    ada = make_person()
    game = start_table(ada, bots=3)
    page = text_of(sign_in(ada).get(link("table", game) + "?tab=about"))
    for code in ("mission", "intel"):
        assert f'popovertarget="help-{code}"' in page
        assert f'href="/rules/insidejob/#term-{code}"' in page
        assert page.count(f'id="help-{code}"') == 1
    assert page.count("<dt>") >= len(game.played_by.TEXTS.glossary)
