"""The rules in short of Inside Job: right for the table that shows them."""

from typing import Any

import pytest

from games.models import Game
from games.titles.insidejob.rules.numbers import NUMBERS
from tests.builders_people import make_person
from tests.rules_pages import part
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db


def read_aid(game: Game) -> str:
    return part(text_of(sign_in(game.host).get(link("table", game))), '<details id="aid"', "</details>")


def aid_of(seats: int = 4, **options: Any) -> str:
    return read_aid(start_table(make_person(), bots=seats - 1, options=options))


@pytest.mark.parametrize("seats", NUMBERS)
def test_it_says_how_many_cards_stay_in_hand(seats: int) -> None:
    left = NUMBERS[seats].hand - NUMBERS[seats].tricks
    says = "Each hand has 1 card left" if left == 1 else f"Each hand has {left} cards left"
    assert says in aid_of(seats)


@pytest.mark.parametrize(
    ("roles", "rule"),
    [
        ([], "unless your role says otherwise (at this table: the Insider)."),
        (["prof_no"], "unless your role says otherwise (at this table: Prof. No)."),
        (["sleeper"], "unless your role says otherwise (at this table: the Insider)."),
    ],
)
def test_it_says_whose_role_says_otherwise(roles: list[str], rule: str) -> None:
    assert rule in aid_of(roles=roles)


def test_at_larrys_table_it_says_what_larry_does_and_how_the_vote_is_judged() -> None:
    aid, others = aid_of(2), aid_of(3)
    for words in ("Larry always follows suit", "Larry does too.", "If an Agent names an Agent, the Insider wins."):
        assert words in aid
        assert words not in others
    assert "If it’s a tie" in others
    assert "If it’s a tie" not in aid
