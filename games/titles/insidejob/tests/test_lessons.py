"""The rules in pictures: short, read out or drawn beside their text, and true."""

import re
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.registry import get_title
from games.tables.views.titles import CAST
from games.titles.insidejob.rules.lessons import make_lessons
from games.titles.insidejob.tests.builders import table

LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
MAX_WORDS = 400
VOID = {"use", "path", "rect", "circle", "br", "img", "input", "link", "meta"}


class Told(HTMLParser):
    """What is read out of a page: its words outside of drawings, and the drawings that readers would come upon."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.drawings: list[str] = []
        self.unheard: list[bool] = [False]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        unheard = self.unheard[-1] or dict(attrs).get("aria-hidden") == "true"
        if tag in ("svg", "img") and not unheard:
            self.drawings.append(tag)
        if tag not in VOID:
            self.unheard.append(unheard)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.unheard.pop()

    def handle_data(self, data: str) -> None:
        if not self.unheard[-1]:
            self.words += re.findall(r"\w[\w’-]*", data)


def draw_lessons(language: str) -> str:
    title = get_title("insidejob")
    with translation.override(language):
        context = {"title": title, "guide": title.make_guide(), "cast": CAST}
        return render_to_string("games/insidejob/lessons.html", context)


@LANGUAGES
def test_the_rules_in_pictures_are_read_in_a_minute(language: str) -> None:
    assert 150 < len(Told(draw_lessons(language)).words) <= MAX_WORDS


@LANGUAGES
def test_every_picture_is_hidden_from_readers_and_stands_beside_its_text(language: str) -> None:
    html = draw_lessons(language)
    assert Told(html).drawings == []
    panels = html.split('<li class="lesson">')[1:]
    assert len(panels) == 9
    for panel in panels:
        assert '<div class="lesson-art" aria-hidden="true">' in panel
        assert len(Told(panel.split("</li>")[0]).words) > 15


def test_the_aid_is_short() -> None:
    seen = table(4).seen_by(0)
    with translation.override("en"):
        html = render_to_string("games/insidejob/aid.html", {"view": {"seen": seen, "title": get_title("insidejob")}})
    assert 40 < len(Told(html).words) <= 120
    assert f"With {seen.numbers.intel_needed} intel" in html


def test_the_examples_come_out_as_they_are_told() -> None:
    shown = make_lessons()
    assert [card.code for card in shown.faded] == ["G7", "Y2"]
    assert (shown.wager.played, shown.counts.code) == (shown.trick.plays[1], "G4")
    assert [column.takes for column in shown.trick.columns] == [False, True, False, False]
    assert (shown.trick.met, shown.met.met, shown.failed.met) == (True, True, False)
    assert shown.votes.index(max(shown.votes)) == 2
    assert sum(shown.votes) == len(shown.votes)
