"""Texts that browsers must not translate: names, words and cards."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from markupsafe import Markup, escape

LINK_SIGN = re.compile(r"(?<=\w)[.@:](?=[\w/])")
"""What makes a program take a text for an address."""


class Untranslated(str):
    """Text with markup that keeps browsers from translating it.

    Templates find the markup by `__html__`; other code sees the text.
    """

    __slots__ = ("markup",)
    markup: Markup

    def __new__(cls, text: str, markup: str) -> Self:
        """Make a text and its markup, which must be escaped."""
        made = super().__new__(cls, text)
        made.markup = Markup(markup)  # noqa: S704 -- made below, of escaped texts
        return made

    def __html__(self) -> Markup:
        return self.markup

    def __reduce__(self) -> tuple[type["Untranslated"], tuple[str, str]]:
        """Keep the markup in copies."""
        return Untranslated, (plain(self), str(self.markup))


class Described(Untranslated):
    """Words in place of a name, such as "A former agent". `small` is how they read inside a sentence."""

    __slots__ = ("small",)
    small: str

    def __new__(cls, text: str, small: str) -> Self:
        made = super().__new__(cls, plain(text), str(escape(text)))
        made.small = small
        return made

    def __reduce__(self) -> tuple[type["Described"], tuple[str, str]]:
        return Described, (Untranslated(plain(self), str(self.markup)), self.small)


def fit_sentence(sentence: str, words: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return words with the small form of those that do not begin a sentence where the sentence has them."""
    if not any(isinstance(word, Described) for word in words.values()):
        return words
    return {
        place: word.small if isinstance(word, Described) and not _is_first(place, sentence) else word
        for place, word in words.items()
    }


def _is_first(place: str, sentence: str) -> bool:
    """Whether a place such as `{player}` or `%(name)s` begins a sentence."""
    begin = max(sentence.find(f"{{{place}}}"), sentence.find(f"%({place})"))
    before = sentence[: max(begin, 0)].rstrip()
    return not before or before[-1] in ".!?…"


def keep(text: str, language: str = "") -> str:
    """Return a text that browsers do not translate, with its language if known."""
    if not text:
        return text
    lang = f' lang="{escape(language)}"' if language else ""
    return Untranslated(plain(text), f'<bdi translate="no"{lang}>{escape(plain(text))}</bdi>')


def plain(text: str) -> str:
    """Return the text without markup, for attributes and titles: `data-name="{{ place.name|plain }}"`."""
    if isinstance(text, Markup):
        return text.striptags()
    return str.__str__(text)


def break_links(name: str) -> str:
    """Return a name that mail programs do not turn into a link: `evil.example` has a word joiner after the dot."""
    text = plain(name)
    broken = LINK_SIGN.sub("\\g<0>\u2060", text)
    return name if broken == text else keep(broken)


def fill_words(sentence: str, words: Mapping[str, Any]) -> str:
    """Return `sentence % words`, where names and words that browsers must not translate have markup around them."""
    words = fit_sentence(sentence, words)
    filled = sentence % words
    return Untranslated(filled, str(escape(sentence) % words)) if _has_untranslated(words.values()) else filled


def fill_places(sentence: str, words: Mapping[str, Any]) -> str:
    """Return `sentence.format_map(words)`, with markup around names and words that browsers must not translate."""
    words = fit_sentence(sentence, words)
    filled = sentence.format_map(words)
    return (
        Untranslated(filled, str(escape(sentence).format_map(words))) if _has_untranslated(words.values()) else filled
    )


def list_texts(texts: Sequence[str], last: str) -> str:
    """Return the texts as a list such as "a, b or c", where `last` is "or".

    Texts that browsers must not translate keep their markup.
    """
    first, *others = texts or [""]
    others = [text.small if isinstance(text, Described) else text for text in others]
    if isinstance(first, Described):
        return Described(_list_plain([first, *others], last), _list_plain([first.small, *others], last))
    return _list_plain([first, *others] if texts else [], last)


def _list_plain(texts: Sequence[str], last: str) -> str:
    listed = get_text_list(list(texts), last)
    return (
        Untranslated(listed, get_text_list(list(map(escape, texts)), escape(last)))
        if _has_untranslated(texts)
        else listed
    )


def join(texts: Sequence[str], between: str) -> str:
    joined = between.join(texts)
    return Untranslated(joined, str(escape(between).join(texts))) if _has_untranslated(texts) else joined


def show(text: str) -> SafeString:
    """Return the markup of a text, for a message shown on the next page."""
    return SafeString(escape(text))


def _has_untranslated(words: Iterable[Any]) -> bool:
    return any(isinstance(word, Untranslated) for word in words)
