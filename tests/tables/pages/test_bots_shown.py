"""A bot is marked once: by the robot on its face, and for those who hear the page by a word."""

import re

import pytest

from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("title", TITLES)
def test_a_bot_has_a_robot_on_its_face_and_no_tag_beside_it(title: str) -> None:
    ada = make_person("Ada", language="en")
    game = start_table(ada, title=title, bots=min(TITLES[title].SEATS) - 1)
    page = text_of(sign_in(ada).get(link("table", game)))
    assert '#badge"' in page
    assert re.search(r'<span class="visually-hidden">([^<]+, )?bot[,<]', page)
    assert '<span class="tag">bot' not in page
