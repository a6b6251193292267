"""The page of a title's rules, as the tests of each title read it."""

import re
from collections.abc import Sequence
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.tables.pages.browser import text_of

LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


class Tables(HTMLParser):
    """The tables of a page: the words of each cell by row, how many captions, and headings without a scope."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.captions = 0
        self.unscoped = 0
        self.in_cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.tables[-1][-1].append("")
            self.in_cell = True
            self.unscoped += tag == "th" and "scope" not in dict(attrs)
        self.captions += tag == "caption"

    def handle_endtag(self, tag: str) -> None:
        self.in_cell = self.in_cell and tag not in ("th", "td")

    def handle_data(self, text: str) -> None:
        if self.in_cell:
            self.tables[-1][-1][-1] += text


def read_rules(language: str, title: str = "insidejob") -> str:
    return text_of(Client(headers={"accept-language": language}).get(f"/rules/{title}/"))


def require_rulings(title: str, rulings: Sequence[str]) -> None:
    """Fail unless just these house rulings are on the page, in their order, each marked, in both languages."""
    told = {
        language: re.findall(r'<p class="ruling">(.*?)</p>', read_rules(language, title), re.DOTALL)
        for language in ("en", "fr")
    }
    assert len(told["en"]) == len(told["fr"]) == len(rulings)
    assert all('<span class="tag">' in ruling for ruling in (*told["en"], *told["fr"]))
    for ruling, words in zip(told["en"], rulings, strict=True):
        assert "House ruling" in ruling
        assert words in unescape(ruling)


def words_of(html: str) -> str:
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]*>", " ", html)))


def part(html: str, opening: str, closing: str) -> str:
    return words_of(html.split(opening, 1)[1].split(closing, 1)[0])


def cells(row: list[str]) -> list[str]:
    return [cell.strip() for cell in row[1:]]
