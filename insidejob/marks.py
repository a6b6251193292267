"""Texts that no browser may translate: names, words and cards. A page shows them with a mark, all else as they are.

`keep` marks a text. A sentence that `fill_words` or `fill_places` fills with marked texts is marked where they stand.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from markupsafe import Markup, escape


class Marked(str):
    """A text that knows how a page shows it: templates call `__html__`, and everything else sees the text alone."""

    __slots__ = ("markup",)
    markup: Markup

    def __new__(cls, text: str, markup: str) -> "Marked":
        """Return a text, and its markup, in which all that is not ours is escaped."""
        made = super().__new__(cls, text)
        made.markup = Markup(markup)  # noqa: S704 -- made below, of escaped texts
        return made

    def __html__(self) -> Markup:
        """Return what stands in a page."""
        return self.markup

    def __reduce__(self) -> tuple[type["Marked"], tuple[str, str]]:
        """Let copies keep the mark."""
        return Marked, (plain(self), str(self.markup))


def keep(text: str, language: str = "") -> str:
    """Return a text that stays as it is, in the language in which it is, if that is known."""
    if not text:
        return text
    lang = f' lang="{escape(language)}"' if language else ""
    return Marked(plain(text), f'<bdi translate="no"{lang}>{escape(plain(text))}</bdi>')


def plain(text: str) -> str:
    """Return a text without marks, for the attribute of a tag or a title: `data-name="{{ place.name|plain }}"`."""
    if isinstance(text, Markup):
        return text.striptags()
    return str.__str__(text)


def fill_words(sentence: str, words: Mapping[str, Any]) -> str:
    """Return `sentence % words`, marked where a word is."""
    filled = sentence % words
    return Marked(filled, str(escape(sentence) % words)) if has_marks(words.values()) else filled


def fill_places(sentence: str, words: Mapping[str, Any]) -> str:
    """Return `sentence.format_map(words)`, marked where a word is."""
    filled = sentence.format_map(words)
    return Marked(filled, str(escape(sentence).format_map(words))) if has_marks(words.values()) else filled


def list_texts(texts: Sequence[str], last: str) -> str:
    """Return texts as a sentence lists them, `last` before the last one, marked where they are."""
    listed = get_text_list(list(texts), last)
    return Marked(listed, get_text_list(list(map(escape, texts)), escape(last))) if has_marks(texts) else listed


def join(texts: Sequence[str], between: str) -> str:
    """Return texts in one, marked where they are."""
    joined = between.join(texts)
    return Marked(joined, str(escape(between).join(texts))) if has_marks(texts) else joined


def show(text: str) -> SafeString:
    """Return how a page shows a text, for what is kept until the next page."""
    return SafeString(escape(text))


def has_marks(words: Iterable[Any]) -> bool:
    """Tell whether any of the words is marked."""
    return any(isinstance(word, Marked) for word in words)
