"""The page of rules of Rendezvous: in both languages, made from what games are played by, and its rulings marked."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from games.rules import rendezvous
from games.rules.engine.values import Term
from games.rules.rendezvous.emoji import EMOJI
from games.wording.sentences import word_term
from tests.insidejob.test_rules_page import Tables, cells, words_of
from tests.tables.pages.browser import text_of

pytestmark = pytest.mark.django_db
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def read_rules(language: str) -> str:
    return text_of(Client(headers={"accept-language": language}).get("/rules/rendezvous/"))


@LANGUAGES
def test_spies_and_counter_spies_are_as_many_as_are_dealt(language: str) -> None:
    rows = [cells(row) for row in Tables(read_rules(language)).tables[0]]
    assert rows == [
        ["3", "4", "5", "6", "7", "8"],
        ["2"] * 6,
        ["1", "2", "3", "4", "5", "6"],
        ["–"] * 4 + ["4", "4"],
    ]


@LANGUAGES
def test_every_way_of_ending_every_limit_of_talk_and_every_emoji_is_there(language: str) -> None:
    page = words_of(read_rules(language))
    with translation.override(language):
        for reason in rendezvous.TEXTS.reasons:
            assert word_term(rendezvous, Term("reason", reason)) in page
        for limit in rendezvous.TEXTS.talk_limits:
            assert translation.gettext(limit) in page
    assert " ".join(EMOJI) in page


def test_every_house_ruling_is_marked_and_says_something() -> None:
    pages = {language: read_rules(language) for language in ("en", "fr")}
    rulings = {language: re.findall(r'<p class="ruling">(.*?)</p>', page, re.S) for language, page in pages.items()}
    assert len(rulings["en"]) == len(rulings["fr"]) == len(RULINGS)
    for ruling, words in zip(rulings["en"], RULINGS, strict=True):
        assert "House ruling" in ruling
        assert words in unescape(ruling)
    assert all('<span class="tag">' in ruling for ruling in rulings["fr"])


RULINGS = (
    "110 points in total",
    "1 to 30 letters",
    "ignoring case and accents",
    "no one else finds out",
    "can’t point at themselves; a spy must",
    "Everyone learns that someone can guess",
    "paid in seat order",
    "fewer rounds",
    "each pointed at exactly the pair",
    "lowest seat is paid first",
    "appear together",
    "1 to 3 emoji",
    "a move is made",
)
"""A few words of each line that settles what the printed rules leave open, in the order of the page."""


@LANGUAGES
def test_tables_have_captions_and_every_link_of_the_contents_leads_somewhere(language: str) -> None:
    page = read_rules(language)
    tables = Tables(page)
    assert tables.captions == len(tables.tables) == 2
    assert tables.unscoped == 0
    anchors = re.findall(r'href="#([\w-]+)"', page)
    assert len(anchors) > 10
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page] == []
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
