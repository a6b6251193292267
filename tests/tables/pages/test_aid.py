"""The rules in short at a table: one press away while the game runs."""

import re

import pytest

from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import finish, start_table
from tests.tables.pages.browser import page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("title", TITLES)
def test_the_aid_of_a_running_game_is_in_its_top_bar(title: str) -> None:
    game = start_table(make_person(), bots=TITLES[title].USUAL_SEATS - 1, title=title)
    bar = page_of(game, game.host).split("</header>")[0]
    aid = bar.split('<details id="aid"')[1].split("</details>")[0]
    assert '<summary id="aid-summary">' in aid
    assert f'href="/rules/{title}/"' in aid
    in_short = aid.split("</h2>")[1].split("<p><a ")[0]
    assert re.sub(r"<[^>]*>", "", in_short).strip(), "a title says its rules in short"
    finish(game)
    assert 'id="aid"' not in page_of(game, game.host)
