"""The packs of both languages, by which games are played and bots talk."""

import pytest

from games.rules.rendezvous.folding import contains, fold, is_word
from games.rules.rendezvous.words import LANGUAGES, Pack, find_pack, list_associations, list_plain_words

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
