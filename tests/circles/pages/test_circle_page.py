"""The page of a circle: what is on comes first, and administration is folded."""

import pytest

from games.circles import services as circles
from tests.builders_people import make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.circle import make_circle, path_of

pytestmark = pytest.mark.django_db


def test_what_is_on_comes_first_and_administration_is_folded() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    lobby_code = circles.open_for_circle(code=circle.code, user=ben, title="insidejob", options={}).code
    page = text_of(sign_in(ada).get(path_of(circle)))
    week, members, manage = (page.index(f'id="{name}"') for name in ("this-week", "members", "manage"))
    assert week < page.index(lobby_code) < page.index('name="title"') < members < manage
    assert '<details class="panel" id="manage">' in page
    acts = [
        page.index(path_of(circle, "act_in_circle", name)) for name in ("rename", "remove", "renew", "season-length")
    ]
    assert min(acts) > manage
    assert page.index("/weekly/new/") > manage
    plain = text_of(sign_in(ben).get(path_of(circle)))
    assert path_of(circle, "act_in_circle", "rename") not in plain


def test_an_invitation_leads_back_to_the_open_list() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    start_table(ada, ben, cleo)
    circle = make_circle(ada)
    answer = sign_in(ada).post(path_of(circle, "act_in_circle", "invite"), {"person": ben.code})
    address, part = answer["Location"].split("#")
    page = text_of(sign_in(ada).get(address))
    folded = page.split('<details class="panel" id="recent-players"')[1].split("</details>")[0]
    assert f'id="{part}"' in folded
    assert "Invite Cleo" in folded


def test_an_act_of_the_owner_leads_back_to_where_it_was_done() -> None:
    ada = make_person("Ada")
    circle = make_circle(ada)
    answer = sign_in(ada).post(path_of(circle, "act_in_circle", "rename"), {"name": "Friday"})
    address, part = answer["Location"].split("#")
    assert address == path_of(circle)
    assert f'id="{part}"' in text_of(sign_in(ada).get(address)).split('id="manage"')[1]
