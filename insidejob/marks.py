"""Texts that browsers must not translate: names, words and cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from markupsafe import Markup, escape


class Marked(str):
    """Templates find the markup by `__html__`; other code sees the text."""

    __slots__ = ("markup",)
    markup: Markup

    def __new__(cls, text: str, markup: str) -> "Marked":
        """`markup` must be escaped."""
        made = super().__new__(cls, text)
        made.markup = Markup(markup)  # noqa: S704 -- made below, of escaped texts
        return made

    def __html__(self) -> Markup:
        return self.markup

    def __reduce__(self) -> tuple[type["Marked"], tuple[str, str]]:
        """Keep the mark in copies."""
        return Marked, (plain(self), str(self.markup))


def keep(text: str, language: str = "") -> str:
    """Mark a text, with its language if known."""
    if not text:
        return text
    lang = f' lang="{escape(language)}"' if language else ""
    return Marked(plain(text), f'<bdi translate="no"{lang}>{escape(plain(text))}</bdi>')


def plain(text: str) -> str:
    """For attributes and titles: `data-name="{{ place.name|plain }}"`."""
    if isinstance(text, Markup):
        return text.striptags()
    return str.__str__(text)


def fill_words(sentence: str, words: Mapping[str, Any]) -> str:
    """Return `sentence % words` with marks."""
    filled = sentence % words
    return Marked(filled, str(escape(sentence) % words)) if has_marks(words.values()) else filled


def fill_places(sentence: str, words: Mapping[str, Any]) -> str:
    """Return `sentence.format_map(words)` with marks."""
    filled = sentence.format_map(words)
    return Marked(filled, str(escape(sentence).format_map(words))) if has_marks(words.values()) else filled


def list_texts(texts: Sequence[str], last: str) -> str:
    """Return "a, b or c" with marks, if `last` is "or"."""
    listed = get_text_list(list(texts), last)
    return Marked(listed, get_text_list(list(map(escape, texts)), escape(last))) if has_marks(texts) else listed


def join(texts: Sequence[str], between: str) -> str:
    joined = between.join(texts)
    return Marked(joined, str(escape(between).join(texts))) if has_marks(texts) else joined


def show(text: str) -> SafeString:
    """Return markup, for a message shown on the next page."""
    return SafeString(escape(text))


def has_marks(words: Iterable[Any]) -> bool:
    return any(isinstance(word, Marked) for word in words)
