"""The page of rules of T.A.R.G.E.T.: in both languages, with the figures that games are played by."""

import re
from html import unescape

import pytest
from django.utils import translation

from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.material import PLACES, SPIES, TOKENS
from tests.rules_pages import LANGUAGES, read_rules, require_rulings

pytestmark = pytest.mark.django_db
RULINGS = ("You can’t pass", "next to a destroyed one", "no hideout is refilled", "a move is made")
"""A few words of each line that settles what the printed rules leave open, in the order of the page."""


@LANGUAGES
def test_the_figures_are_those_that_games_are_played_by(language: str) -> None:
    table = read_rules(language, "target").split('class="rules-figures"')[1].split("</table>")[0]
    figures = [int(figure) for figure in re.findall(r"<td>(\d+)</td>", table)]
    assert figures == [len(SPIES), len(PLACES), len(SPIES) - len(PLACES), TOKENS]


@LANGUAGES
def test_both_sides_are_there(language: str) -> None:
    page = unescape(read_rules(language, "target"))
    with translation.override(language):
        assert all(translation.gettext(str(name)) in page for name in hideouts.TEXTS.terms["side"].values())


def test_every_house_ruling_is_marked_and_says_something() -> None:
    require_rulings("target", RULINGS)
