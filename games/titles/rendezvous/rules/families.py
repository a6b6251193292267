"""Decides which words are too close to a password to be said, and which guesses are close enough to count.

The first version of the rules forbids every word that contains the password, and counts only the password itself.
"""

import re
from collections.abc import Iterator
from functools import cache

from games.titles.rendezvous.rules.folding import PARTS, contains, fold, is_word
from games.titles.rendezvous.rules.words import FRENCH

# The first version of the rules that knows families, articles and plurals.
SINCE = 2
# For passwords of at most this many letters, only the family is forbidden. Longer ones hardly ever occur inside an
# unrelated word.
SHORT = 4
ENDINGS = {FRENCH: ("er", "eur", "eurs", "euse")}
ENGLISH_ENDINGS = ("y", "ed", "er", "ers", "ing")
ARTICLES = frozenset(("le", "la", "les", "un", "une", "du", "de", "des", "the", "a", "an"))
ELIDED = "l'"
# The last consonant is doubled after a single vowel, as in sun and sunny.
DOUBLED = re.compile(r"[^aeiou][aeiou][^aeiouwxy]$")
SILENT_E = re.compile(r"[^aeiou]e$")


def is_banned(word: str, password: str, language: str, rules: int) -> bool:
    """Whether a player who holds the password may not say the word."""
    folded = fold(password)
    if rules < SINCE or len(folded) > SHORT:
        return contains(word, password)
    said = fold(word)
    return not _list_family(folded, language).isdisjoint((said, *PARTS.split(said)))


@cache
def _list_family(password: str, language: str) -> frozenset[str]:
    """Return a folded password, its plurals, and words made from it by regular endings."""
    return frozenset((password, *_list_plurals(password, language), *_list_derived(password, language)))


def _list_plurals(password: str, language: str) -> Iterator[str]:
    """Yield the regular plurals of a folded password."""
    yield f"{password}s"
    if language == FRENCH:
        if password.endswith("u"):
            yield f"{password}x"
        if password.endswith("al"):
            yield f"{password[:-1]}ux"
        return
    yield f"{password}es"
    if re.search("[^aeiou]y$", password):
        yield f"{password[:-1]}ies"
    if password.endswith(("f", "fe")):
        yield f"{password.removesuffix('e')[:-1]}ves"


def _list_derived(password: str, language: str) -> Iterator[str]:
    if language == FRENCH:
        yield from (f"{password}{password[-1]}{ending}" for ending in ("e", "es"))
        stem = password.removesuffix("e")
    elif SILENT_E.search(password):
        stem = password[:-1]
    else:
        stem = password + password[-1] if DOUBLED.search(password) else password
    yield from (f"{stem}{ending}" for ending in ENDINGS.get(language, ENGLISH_ENDINGS))


def is_guess(text: str) -> bool:
    """Whether a text is one word, perhaps after an article."""
    *articles, word = text.split(" ")
    return is_word(word) and all(article.casefold() in ARTICLES for article in articles) and len(articles) <= 2


def is_right(guess: str, password: str, language: str, rules: int) -> bool:
    folded, guessed = fold(password), fold(guess)
    if guessed == folded or rules < SINCE:
        return guessed == folded
    word = guessed.split(" ")[-1]
    return not {folded, *_list_plurals(folded, language)}.isdisjoint((word, word.removeprefix(ELIDED)))
