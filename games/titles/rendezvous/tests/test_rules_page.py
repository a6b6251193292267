"""The page of rules of Rendezvous: in both languages, made from what games are played by, and its rulings marked."""

import pytest
from django.utils import translation

from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.emoji import EMOJI
from tests.rules_pages import LANGUAGES, Tables, cells, read_rules, require_rulings, words_of

pytestmark = pytest.mark.django_db


@LANGUAGES
def test_spies_and_counter_spies_are_as_many_as_are_dealt(language: str) -> None:
    figures = Tables(read_rules(language, "rendezvous")).tables
    assert len(figures) == 2
    assert [cells(row) for row in figures[0]] == [
        ["3", "4", "5", "6", "7", "8"],
        ["2"] * 6,
        ["1", "2", "3", "4", "5", "6"],
        ["–"] * 4 + ["4", "4"],
    ]


@LANGUAGES
def test_every_limit_of_talk_and_every_emoji_is_there(language: str) -> None:
    page = words_of(read_rules(language, "rendezvous"))
    with translation.override(language):
        assert all(translation.gettext(limit) in page for limit in rendezvous.TEXTS.talk_limits)
    assert " ".join(EMOJI) in page


def test_every_house_ruling_is_marked_and_says_something() -> None:
    require_rulings("rendezvous", RULINGS)


RULINGS = (
    "110 points in total",
    "1 to 30 letters",
    "ignoring case and accents",
    "no one else finds out",
    "only forbids its own family",
    "may have an article",
    "go on without them",
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
