"""How near to a password a word may come: what may not be said, and which guesses count."""

import pytest

from games.titles.rendezvous.rules.families import SHORT, SINCE, is_banned, is_guess, is_right
from games.titles.rendezvous.rules.folding import contains, fold
from games.titles.rendezvous.rules.moves import Guess, Say, dump_move, load_move, read_choice
from games.titles.rendezvous.rules.words import LANGUAGES, find_pack
from games.titles.rendezvous.tests.builders import table

# By password: words of other families that merely contain it.
FREE = {
    ("en", "ice"): "juice police office justice advice price rice slice",
    ("en", "cat"): "cathedral education caterpillar location",
    ("en", "car"): "carpet scar carrot care cared card",
    ("en", "hat"): "hate that hated chat",
    ("en", "bus"): "busy business",
    ("en", "bee"): "beer beetle been",
    ("en", "king"): "walking kingfisher",
    ("fr", "pont"): "répondre spontané pontife",
    ("fr", "lion"): "million rébellion",
    ("fr", "rêve"): "grève réveil",
    ("fr", "vent"): "inventer vente avenir",
}
FAMILIES = {
    ("en", "ice"): "ice Ice ices icy iced icing ice-cream",
    ("en", "cat"): "cat cats cat's catty tom-cat",
    ("en", "sun"): "suns sunny",
    ("en", "envy"): "envies",
    ("en", "wolf"): "wolves",
    ("en", "farm"): "farms farmer farming",
    ("fr", "lion"): "lions lionne lionnes l’lion",
    ("fr", "rêve"): "rêves rêver rêveur rêveuse",
    ("fr", "lune"): "la-lune lunes demi-lune",
}
LONG = {("en", "light"): "lighthouse", ("fr", "étoile"): "étoilé"}


def list_cases(words: dict[tuple[str, str], str]) -> list[tuple[str, str, str]]:
    return [(language, password, word) for (language, password), said in words.items() for word in said.split()]


@pytest.mark.parametrize(("language", "password", "word"), list_cases(FREE))
def test_a_short_password_leaves_words_of_other_families_free(language: str, password: str, word: str) -> None:
    assert not is_banned(word, password, language, SINCE)
    assert is_banned(word, password, language, SINCE - 1) == contains(word, password)


@pytest.mark.parametrize(("language", "password", "word"), list_cases(FAMILIES))
def test_a_short_password_forbids_its_family(language: str, password: str, word: str) -> None:
    assert is_banned(word, password, language, SINCE)


@pytest.mark.parametrize(("language", "password", "word"), list_cases(LONG))
def test_a_longer_password_forbids_all_that_contains_it(language: str, password: str, word: str) -> None:
    assert len(fold(password)) > SHORT
    assert all(is_banned(word, password, language, rules) for rules in (SINCE - 1, SINCE))


GUESSES = {
    ("fr", "étoile"): "étoile|Étoiles|l'étoile|l’étoile|une étoile|les étoiles|LES ETOILES|de l'étoile",
    ("fr", "château"): "le château|châteaux|des châteaux",
    ("fr", "signal"): "signaux|le signal",
    ("en", "cat"): "cat|cats|the cat|The Cats|a cat",
    ("en", "box"): "boxes|the box",
    ("en", "berry"): "berries",
    ("en", "knife"): "the knives",
}
WRONG = {
    ("fr", "étoile"): "étoilée|la toile|l'étoilex",
    ("fr", "toile"): "étoile|l'étoile",
    ("en", "cat"): "catty|the|concat|a cats eye",
    ("en", "she"): "the she's",
}


@pytest.mark.parametrize(("language", "password"), GUESSES)
def test_a_guess_with_an_article_or_in_the_plural_counts(language: str, password: str) -> None:
    for guess in GUESSES[language, password].split("|"):
        assert is_guess(guess), guess
        assert is_right(guess, password, language, SINCE), guess
        assert is_right(guess, password, language, SINCE - 1) == (fold(guess) == fold(password)), guess


@pytest.mark.parametrize(("language", "password"), WRONG)
def test_another_word_does_not_count(language: str, password: str) -> None:
    assert not any(is_right(guess, password, language, SINCE) for guess in WRONG[language, password].split("|"))


def test_no_guess_fits_two_passwords_of_a_game() -> None:
    """Else a wrong guess would win the point."""
    for language in LANGUAGES:
        for column in zip(*find_pack(language).cards, strict=True):
            found = [(one, other) for one in column for other in column if is_right(one, other, language, SINCE)]
            assert found == [(password, password) for password in column]


@pytest.mark.parametrize("text", ["two words", "the big cat", "le ", " cat", "the  cat", "a the le cat"])
def test_a_guess_is_one_word_perhaps_after_an_article(text: str) -> None:
    assert not is_guess(text)


def test_a_guess_is_kept_as_it_was_typed_but_for_spaces() -> None:
    [guess] = read_choice(1, "guess", {"password": ["  The\u00a0 cat "]})
    assert guess == Guess(1, "The cat")
    assert load_move(1, dump_move(guess)) == guess


def test_a_game_goes_on_by_the_rules_that_it_began_with() -> None:
    """`aone` is a password of four letters."""
    now = table("A??A")
    assert now.refuses(Say(0, "xaoney")) is None
    assert now.but(rules=SINCE - 1).refuses(Say(0, "xaoney")) == "own_password"
    asked = now.points("03", "03", "01", "03")
    before = asked.but(rules=SINCE - 1)
    assert asked.refuses(Guess(1, "the aone")) is None
    assert before.refuses(Guess(1, "the aone")) == "no_single_word"
    assert ("guessed", None, 1, 1) in asked.guesses("aones").paid
    assert "guessed" not in [reason for reason, *_ in before.guesses("aones").paid]
