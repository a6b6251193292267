"""Names users may not take."""

import re
import unicodedata
from functools import cache

from accounts.names.look_alikes import skeletonize

BOT_NAMES = ("Alba", "Basile", "Colette", "Dario", "Elsa", "Fausto", "Greta", "Hugo")
"""The names of bots by seat. A user with such a name would look as innocent as a bot."""
WORDS = (
    "admin", "administrateur", "administration", "administrator", "administratrice", "automate", "bot", "bots",
    "computer", "équipe", "Inside Job", "Larry", "modérateur", "modération", "modératrice", "moderation", "moderator",
    "modo", "official", "officiel", "opérateur", "operator", "opératrice", "ordinateur", "remplaçant", "remplaçante",
    "robot", "robots", "staff", "stand-in", "substitute", "support", "system", "système", "webmaster", "webmestre",
)  # fmt: skip
"""Words that no name may contain, in both languages, as in `Alba (bot)` or `Admin 2`."""
BOT_WORDS = ("bot", "bots", "robot", "robots")
"""Words that the names of bot accounts may contain, as in `AdaBot`."""
PLACEHOLDERS = ("null", "undefined", "none")
CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
BETWEEN_WORDS = re.compile(r"[\W_]+")
NO_LETTERS = re.compile(r"[\W\d_]+")
ROBOT = "\N{ROBOT FACE}"
DRAWN_LETTER = re.compile(r"(?:NEGATIVE .*|SYMBOL|LATIN) LETTER (?:SMALL CAPITAL )?([A-Z])$")
"""The part before the letter in the Unicode name of 🅱, a regional indicator or a small capital."""
SHARP_S = str.maketrans("ßẞ", "bb")
"""ß looks like a b, but means ss. Two names that differ by it are different, but it could imitate the word *bot*."""


def is_bot_name(name: str) -> bool:
    """Whether a name is, or reads like, one of a bot, as do `Alba.`, `A1ba` and `Alba 2`."""
    return any(_glue(words) in _bot_names() for words in _split_words(name))


def has_reserved_word(name: str) -> bool:
    """Whether a name has a reserved word, one that looks like it, or the picture of a robot."""
    return ROBOT in name or any(
        _glue(words[start:end]) in _reserved_words()
        for words in _split_words(name)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    )


def drop_bot_words(name: str) -> str:
    words = BETWEEN_WORDS.sub(" ", CAMEL.sub(" ", name)).split()
    return " ".join(word for word in words if word.casefold() not in BOT_WORDS)


def is_placeholder(name: str) -> bool:
    """Whether a name is a placeholder such as `null` or `(null)`."""
    return BETWEEN_WORDS.sub("", unicodedata.normalize("NFKC", name)).casefold() in PLACEHOLDERS


def _split_words(name: str) -> list[list[str]]:
    """Return the words of a name twice: with digits, which may look like letters, and without."""
    name = _spell_out(name)
    spaced = CAMEL.sub(" ", name)
    ways = [pattern.sub(" ", way).split() for way in (name, spaced) for pattern in (BETWEEN_WORDS, NO_LETTERS)]
    return [words for words in ways if words]


def _spell_out(name: str) -> str:
    """Write symbols that draw letters as letters: `⒝ot` and `🅱🅾🆃` as `(b)ot` and `BOT`."""
    drawn = ((char, DRAWN_LETTER.search(unicodedata.name(char, ""))) for char in unicodedata.normalize("NFKC", name))
    return "".join(letter[1] if letter else char for char, letter in drawn).translate(SHARP_S)


def _glue(words: list[str]) -> str:
    # Users' names tell l from i, as in `Ell` and `Eli`; `Adm1n` and `AdmIn` must match.
    return skeletonize("".join(words)).replace("l", "i")


@cache
def _bot_names() -> frozenset[str]:
    return frozenset(_glue([name]) for name in BOT_NAMES)


@cache
def _reserved_words() -> frozenset[str]:
    return frozenset(_glue(BETWEEN_WORDS.sub(" ", word).split()) for word in WORDS)
