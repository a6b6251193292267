"""What counts as a word, when two words are the same, and how a pack is read."""

from unicodedata import category

import pytest

from games.rules.engine.errors import MalformedMove
from games.titles.rendezvous.rules.folding import MAX_LETTERS, contains, fold, is_word
from games.titles.rendezvous.rules.moves import Guess, Say, load_move, read_choice
from games.titles.rendezvous.rules.words import _read_pack

SAY = "say"
WORDS = ["a", "été", "Été", "arc-en-ciel", "aujourd’hui", "l'eau", "слово", "λόγος", "语", "नमस्ते", "a" * MAX_LETTERS]
NO_WORDS = [
    "", " ", "two words", "a\tb", "-a", "a-", "a--b", "'", "l'", "a1", "42", "a.", "a,b", "<b>", "a\u200bb", "😀",
    "\u0301a", "a" * (MAX_LETTERS + 1), "cha\u02d0t", "cha\u02d1t", "cha\u02c9t", "cha\u02c6t", "cha\ua788t",
]  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_1_to_30_letters_of_any_script_with_inner_hyphens_and_apostrophes(word: str) -> None:
    assert is_word(word)
    assert load_move(0, {"type": "say", "word": word}) == Say(0, word)
    assert load_move(0, {"type": "guess", "password": word}) == Guess(0, word)


@pytest.mark.parametrize("text", NO_WORDS)
def test_anything_else_is_no_word_for_anybody(text: str) -> None:
    assert not is_word(text)
    for raw in ({"type": "say", "word": text}, {"type": "guess", "password": text}):
        with pytest.raises(MalformedMove):
            load_move(0, raw)


@pytest.mark.parametrize("sign", ["\u02bb", "\u02c8", "\ua78c", "\u02bc"])
def test_what_looks_like_an_apostrophe_is_one_though_it_is_a_letter_to_unicode(sign: str) -> None:
    assert is_word(f"cha{sign}t")
    assert not any(map(is_word, (sign, f"{sign}chat", f"chat{sign}")))


@pytest.mark.parametrize("sign", ["\u034f", "\u115f", "\u17b4", "\u180b", "\u3164", "\ufe0f", "\uffa0", "\U000e0100"])
def test_signs_that_no_one_sees_are_no_part_of_a_word_so_that_none_hides_a_password(sign: str) -> None:
    assert category(sign)[0] in "LM"
    for text in (sign, f"ro{sign}se", f"rose{sign}"):
        assert not is_word(text)
        with pytest.raises(MalformedMove):
            load_move(0, {"type": "say", "word": text})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Chat", " chat "), ("été", "ETE"), ("e\u0301te\u0301", "été"), ("œuf", "OEUF"), ("Ægir", "aegir"),
        ("aujourd’hui", "aujourd'hui"), ("arc\u2010en\u2011ciel", "arc-en-ciel"), ("Straße", "STRASSE"), ("ﬁl", "fil"),
        ("İle", "ile"), ("ça", "CA"), ("Noël", "noel"), ("cha\u20ddt", "chat"), ("c\u0488hat", "chat"),
        ("cha\u0941t", "chat"), ("l\u02b9eau", "l'eau"), ("l\u02bbeau", "l'eau"), ("l\u02bceau", "l'eau"),
        ("l\u02bdeau", "l'eau"), ("l\u02beeau", "l'eau"), ("l\u02bfeau", "l'eau"), ("l\u02c8eau", "l'eau"),
        ("l\ua78beau", "l'eau"), ("l\ua78ceau", "l'eau"), ("l\u201beau", "l'eau"),
    ],
)  # fmt: skip
def test_words_are_compared_without_case_accents_and_kinds_of_signs(one: str, other: str) -> None:
    assert (fold(one), fold(fold(one))) == (fold(other), fold(one))


@pytest.mark.parametrize(("one", "other"), [("chat", "char"), ("arc-en-ciel", "arcenciel"), ("l'eau", "leau")])
def test_different_words_stay_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("word", "password", "held"),
    [
        ("Châteaux", "chateau", True), ("CHAT", "chat", True), ("chatte", "CHAT", True), ("cha", "chat", False),
        ("cha\u20ddt", "chat", True), ("cha\u0301\u0489t", "chat", True), ("d\ua78celle", "d’elle", True),
        ("cha-t", "chat", False), ("cha't", "chat", False), ("cha\u02bbt", "chat", False),
    ],
)  # fmt: skip
def test_a_word_contains_a_password_wherever_it_stands_in_it(word: str, password: str, held: bool) -> None:
    assert contains(word, password) is held


def test_what_is_typed_is_trimmed_and_otherwise_left_alone() -> None:
    assert read_choice(2, SAY, {"word": [" ÉTÉ "]}) == (Say(2, "ÉTÉ"),)
    assert read_choice(2, "guess", {"password": ["Œuf\n"]}) == (Guess(2, "Œuf"),)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "no_word"),
        ({"word": ["  "]}, "no_word"),
        ({"word": []}, "no_word"),
        ({"word": ["two words"]}, "no_single_word"),
    ],
)
def test_a_form_without_a_single_word_is_refused_with_a_reason(fields: dict[str, list[str]], code: str) -> None:
    with pytest.raises(MalformedMove) as refused:
        read_choice(0, SAY, fields)
    assert refused.value.code == code


def test_a_pack_is_read_card_by_card() -> None:
    pack = _read_pack("cat: paw milk\ndog: bark bone\n\nsun: sky hot\nmoon: night sky\n")
    assert pack.cards == (("cat", "dog"), ("sun", "moon"))
    assert pack.associations["moon"].hints == ("night", "sky")
