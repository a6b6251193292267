"""The packs of both languages, which games are played with and bots talk with."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from statistics import fmean

import pytest

from games.titles.rendezvous.rules.folding import contains, fold, is_word
from games.titles.rendezvous.rules.words import (
    LANGUAGES,
    Association,
    Card,
    Pack,
    _read_former,
    _read_pack,
    find_former_cards,
    find_pack,
    list_associations,
    list_plain_words,
)

OWN_HINTS = 9.8
"""How many hints a password has in its own line, on the average; with these alone a word suited 1.2 passwords."""
RELEASED = Path(__file__).with_name("released_cards.txt")
"""The start of the hash of each card with which games may have been played, in a line with its language."""
any_language = pytest.mark.parametrize("language", LANGUAGES)


@any_language
def test_a_pack_has_fifty_cards_of_ten_different_passwords_in_ten_lines(language: str) -> None:
    pack = find_pack(language)
    passwords = [password for card in pack.cards for password in card]
    assert len(pack.cards) == 50
    assert all(len(card) == 10 for card in pack.cards)
    assert len({fold(password) for password in passwords}) == 500
    assert all(map(is_word, passwords))


@any_language
def test_every_password_has_hints_that_may_be_said(language: str) -> None:
    for association in find_pack(language).associations.values():
        assert len(association.folded) >= 8, association.password
        for hint in association.hints:
            assert is_word(hint), (association.password, hint)
            assert not contains(hint, association.password), (association.password, hint)


@any_language
def test_hints_are_shared_between_passwords_of_a_number_so_that_one_word_is_no_proof(language: str) -> None:
    for number in range(1, 11):
        hints = [hint for association in list_associations(language, number) for hint in association.folded]
        assert len(set(hints)) < len(hints)


@any_language
def test_the_plain_words_of_a_number_are_forbidden_by_no_card(language: str) -> None:
    for number in range(1, 11):
        words = list_plain_words(language, number)
        assert len(words) >= 30
        assert len(set(words)) == len(words)
        passwords = [association.password for association in list_associations(language, number)]
        assert not [word for word in words if any(contains(word, password) for password in passwords)]


@any_language
def test_every_password_keeps_hints_that_hold_no_password_of_its_number(language: str) -> None:
    for number in range(1, 11):
        associations = list_associations(language, number)
        for association in associations:
            assert len(association.hints) >= 6, association.password
            assert not [h for h in association.hints if any(contains(h, each.password) for each in associations)]


def test_both_languages_have_lists_of_their_own() -> None:
    french, english = (find_pack(language) for language in ("fr", "en"))
    assert isinstance(french, Pack)
    assert not {*french.cards} & {*english.cards}


@any_language
def test_a_word_suits_two_or_more_of_the_fifty_passwords_of_a_number_on_the_average(language: str) -> None:
    by_number = [count_suited(list_associations(language, number)) for number in range(1, 11)]
    assert fmean(count for suits in by_number for count in suits.values()) >= 2.1
    for suits in by_number:
        assert fmean(suits.values()) >= 2
        plain = sum(count for count in suits.values() if count == 1)
        assert plain / suits.total() < 0.3, "how often one of all hints names one password"


def count_suited(associations: Sequence[Association]) -> Counter[str]:
    return Counter(folded for each in associations for folded in {*map(fold, each.hints)})


@any_language
def test_a_password_has_three_times_the_ten_words_that_are_its_own_on_the_average(language: str) -> None:
    sizes = [len(each.hints) for each in find_pack(language).associations.values()]
    assert fmean(sizes) >= 3 * OWN_HINTS
    assert min(sizes) >= 15


@any_language
def test_a_shared_hint_stands_once_with_several_passwords_that_exist(language: str) -> None:
    text = files("games.titles.rendezvous.rules").joinpath("words", f"{language}-shared.txt").read_text("utf-8")
    assert max(map(len, text.splitlines())) <= 120
    lines = [line.split(": ") for line in text.replace("\n ", "").splitlines()]
    hints = [hint for hint, _ in lines]
    assert hints == sorted(hints, key=fold)
    assert len({*map(fold, hints)}) == len(hints)
    for hint, passwords in lines:
        suited = passwords.split()
        assert len(set(suited)) == len(suited), hint
        assert set(suited) <= find_pack(language).associations.keys(), hint
        assert not [password for password in suited if contains(hint, password)], hint


@pytest.mark.parametrize(
    ("language", "hint", "password"),
    [("fr", "paresseux", "hôtel"), ("fr", "clin", "coiffeur"), ("en", "lazy", "cradle"), ("en", "housewife", "attic")],
)
def test_a_hint_at_two_removes_suits_nothing(language: str, hint: str, password: str) -> None:
    assert fold(hint) not in find_pack(language).associations[password].folded


def test_hints_are_shared_unless_they_hold_the_password() -> None:
    pack = _read_pack("cat: paw milk\nsun: sky hot", "catnip: cat\nmilk: cat\n  sun\nnight: cat sun")
    assert pack.associations["cat"].hints == ("paw", "milk", "night")
    assert pack.associations["sun"].hints == ("sky", "hot", "milk", "night")


def hash_card(card: Card) -> str:
    return sha256(" ".join(card).encode()).hexdigest()[:12]


@any_language
def test_each_card_that_games_were_played_with_can_still_be_read(language: str) -> None:
    """Records hold the passwords themselves."""
    released = {line.split()[1] for line in RELEASED.read_text("ascii").splitlines() if line.startswith(language)}
    dealt, former = set(find_pack(language).cards), set(find_former_cards(language))
    assert not dealt & former, "a card that is dealt is no former one"
    gone = released - {hash_card(card) for card in dealt | former}
    assert not gone, f"a password was replaced: add its card as it was to {language}-former.txt"
    new = {hash_card(card) for card in dealt} - released
    assert not new, f"add to {RELEASED.name}: {[f'{language} {each}' for each in sorted(new)]}"


def test_a_former_card_is_a_line_of_its_passwords() -> None:
    assert _read_former("cat sun\ndog moon\n") == (("cat", "sun"), ("dog", "moon"))
