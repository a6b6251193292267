"""The page of rules of T.A.R.G.E.T.: in both languages, with the figures that games are played by."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from games.rules import hideouts
from games.rules.hideouts.material import PLACES, SPIES, TOKENS
from tests.tables.pages.browser import text_of

pytestmark = pytest.mark.django_db
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
RULINGS = ("You can’t pass", "next to a destroyed one", "no more hideouts are refilled", "a move is made")
"""A few words of each line that settles what the printed rules leave open, in the order of the page."""


def read_rules(language: str) -> str:
    return unescape(text_of(Client(headers={"accept-language": language}).get("/rules/target/")))


@LANGUAGES
def test_the_figures_are_those_that_games_are_played_by(language: str) -> None:
    table = read_rules(language).split('class="rules-figures"')[1].split("</table>")[0]
    figures = [int(figure) for figure in re.findall(r"<td>(\d+)</td>", table)]
    assert figures == [len(SPIES), len(PLACES), len(SPIES) - len(PLACES), TOKENS]


@LANGUAGES
def test_every_way_in_which_a_game_is_decided_is_there_and_both_sides(language: str) -> None:
    page = read_rules(language)
    with translation.override(language):
        named = [*hideouts.TEXTS.reasons.values(), *map(str, hideouts.TEXTS.terms["side"].values())]
        assert all(translation.gettext(name) in page for name in named)


@LANGUAGES
def test_every_house_ruling_is_marked(language: str) -> None:
    rulings = re.findall(r'<p class="ruling">(.*?)</p>', read_rules(language), re.DOTALL)
    assert len(rulings) == len(RULINGS)
    assert all('<span class="tag">' in ruling for ruling in rulings)
    if language == "en":
        assert all(words in ruling for words, ruling in zip(RULINGS, rulings, strict=True))


@LANGUAGES
def test_every_link_of_the_contents_leads_somewhere(language: str) -> None:
    page = read_rules(language)
    anchors = re.findall(r'href="#([\w-]+)"', page)
    assert len(anchors) > 9
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page] == []
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
