"""Names users may not take."""

import re
import unicodedata
from functools import cache

from accounts.names.look_alikes import skeletonize

BOT_NAMES = ("Alba", "Basile", "Colette", "Dario", "Elsa", "Fausto", "Greta", "Hugo")
"""By seat. A user with such a name would look as innocent as a bot."""
WORDS = (
    "admin", "administrateur", "administration", "administrator", "administratrice", "automate", "bot", "bots",
    "computer", "équipe", "Inside Job", "Larry", "modérateur", "modération", "modératrice", "moderation", "moderator",
    "modo", "official", "officiel", "opérateur", "operator", "opératrice", "ordinateur", "remplaçant", "remplaçante",
    "robot", "robots", "staff", "stand-in", "substitute", "support", "system", "système", "webmaster", "webmestre",
)  # fmt: skip
"""Not allowed as a word in a name, in both languages: `Alba (bot)`, `Admin 2`."""
PLACEHOLDERS = ("null", "undefined", "none")
CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
BETWEEN_WORDS = re.compile(r"[\W_]+")
NO_LETTERS = re.compile(r"[\W\d_]+")


def is_bot_name(name: str) -> bool:
    """Also `Alba.`, `A1ba` and `Alba 2`."""
    return any(glue(words) in bot_names() for words in split_words(name))


def has_reserved_word(name: str) -> bool:
    """Or words that look like reserved ones."""
    return any(
        glue(words[start:end]) in reserved_words()
        for words in split_words(name)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    )


def is_placeholder(name: str) -> bool:
    """Also `(null)`."""
    return BETWEEN_WORDS.sub("", unicodedata.normalize("NFKC", name)).casefold() in PLACEHOLDERS


def split_words(name: str) -> list[list[str]]:
    """Return the words with digits, which may look like letters, and without."""
    spaced = CAMEL.sub(" ", name)
    ways = [pattern.sub(" ", way).split() for way in (name, spaced) for pattern in (BETWEEN_WORDS, NO_LETTERS)]
    return [words for words in ways if words]


def glue(words: list[str]) -> str:
    # Users' names tell l from i, as in `Ell` and `Eli`; `Adm1n` and `AdmIn` must match.
    return skeletonize("".join(words)).replace("l", "i")


@cache
def bot_names() -> frozenset[str]:
    return frozenset(glue([name]) for name in BOT_NAMES)


@cache
def reserved_words() -> frozenset[str]:
    return frozenset(glue(BETWEEN_WORDS.sub(" ", word).split()) for word in WORDS)
