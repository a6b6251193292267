"""Names that no person may go by: those of bots and of Larry, and words that speak for the site or for a machine."""

import re
import unicodedata
from functools import cache

from accounts.names.look_alikes import skeletonize

BOT_NAMES = ("Alba", "Basile", "Colette", "Dario", "Elsa", "Fausto", "Greta", "Hugo")
"""What bots are called, by seat. No person goes by such a name: it would lend them a bot's innocence."""
WORDS = (
    "admin", "administrateur", "administration", "administrator", "administratrice", "automate", "bot", "bots",
    "computer", "équipe", "Inside Job", "Larry", "modérateur", "modération", "modératrice", "moderation", "moderator",
    "modo", "official", "officiel", "opérateur", "operator", "opératrice", "ordinateur", "remplaçant", "remplaçante",
    "robot", "robots", "staff", "stand-in", "substitute", "support", "system", "système", "webmaster", "webmestre",
)  # fmt: skip
"""Words, in either language, that no one's name may hold as a word of its own: `Alba (bot)`, `Admin 2`."""
PLACEHOLDERS = ("null", "undefined", "none")
"""What programs write where there is nothing."""
CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
BETWEEN_WORDS = re.compile(r"[\W_]+")
NO_LETTERS = re.compile(r"[\W\d_]+")


def is_bot_name(name: str) -> bool:
    """Return whether `name` reads like a bot's, with any signs and numbers added: `Alba.`, `A1ba`, `Alba 2`."""
    return any(glue(words) in bot_names() for words in split_words(name))


def has_reserved_word(name: str) -> bool:
    """Return whether `name` is or holds, as a word of its own, one of `WORDS` or what looks like it."""
    return any(
        glue(words[start:end]) in reserved_words()
        for words in split_words(name)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    )


def is_placeholder(name: str) -> bool:
    """Return whether `name` is what programs write for nothing, in any case and with any signs around: `(null)`."""
    return BETWEEN_WORDS.sub("", unicodedata.normalize("NFKC", name)).casefold() in PLACEHOLDERS


def split_words(name: str) -> list[list[str]]:
    """Return the words of `name`, with its digits for letters that look like them, and without its digits."""
    spaced = CAMEL.sub(" ", name)
    ways = [pattern.sub(" ", way).split() for way in (name, spaced) for pattern in (BETWEEN_WORDS, NO_LETTERS)]
    return [words for words in ways if words]


def glue(words: list[str]) -> str:
    """Return words as one, in the form in which they are compared with those reserved."""
    # Small l and i are told apart between people, where `Eli` is not `Ell`; not here, for `Adm1n` and `AdmIn`.
    return skeletonize("".join(words)).replace("l", "i")


@cache
def bot_names() -> frozenset[str]:
    """Return the names of bots as they are compared."""
    return frozenset(glue([name]) for name in BOT_NAMES)


@cache
def reserved_words() -> frozenset[str]:
    """Return the reserved words as they are compared."""
    return frozenset(glue(BETWEEN_WORDS.sub(" ", word).split()) for word in WORDS)
