"""A bot is marked once at a table, by the robot on its face and a hidden word. Lists of names say it in words."""

import re

import pytest
from django.urls import reverse

from accounts.names.reserved import BOT_NAMES
from games.models import Game, Notification
from games.notifications.emails import _write_content
from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import finish, start_table
from tests.tables.pages.browser import link, sign_in, text_of
from tests.tables.pages.circle import make_circle, path_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("title", TITLES)
def test_a_bot_has_a_robot_on_its_face_and_no_tag_beside_it(title: str) -> None:
    ada = make_person("Ada", language="en")
    game = start_table(ada, title=title, bots=min(TITLES[title].SEATS) - 1)
    page = text_of(sign_in(ada).get(link("table", game)))
    assert '#badge"' in page
    assert re.search(r'<span class="visually-hidden">([^<]+, )?bot[,<]', page)
    assert '<span class="tag">bot' not in page


def test_lists_of_games_count_bots_apart_from_people() -> None:
    ada, ben = make_person("Ada", language="en"), make_person("Ben")
    circle = make_circle(ada, ben)
    game = start_table(ada, ben, bots=2)
    Game.objects.filter(pk=game.pk).update(circle=circle)
    bots = [BOT_NAMES[player.seat] for player in game.players.exclude(bot="")]
    for is_over in (False, True):
        if is_over:
            finish(game)
        for address in (reverse("games:my_games"), path_of(circle)):
            page = text_of(sign_in(ada).get(address))
            assert re.search(r"\b(2 bots|1 bot)\b", page)
            assert not any(name in page for name in bots)


def test_an_email_marks_bots_among_the_players() -> None:
    ada, ben = make_person("Ada", language="en"), make_person("Ben")
    game = start_table(ada, ben, bots=1)
    notification = Notification.objects.filter(game=game, recipient=ada).earliest("pk")
    others = [name for name, _ in _write_content(notification).other_players]
    assert others == ["Ben", f"{BOT_NAMES[2]} (bot)"]
