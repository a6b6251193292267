"""Names of tables: words of our own that speak both languages, drawn by chance, and kept for ever."""

from pathlib import Path

import pytest
from django.utils import translation

from games.models import Game
from games.tables.seating import Seating
from games.tables.services import lobby
from games.wording.table_names import KEYS, LENGTH, WORDS, choose_word, derive_table_name, word_table_name
from tests.builders_people import make_person, reload
from tests.tables.builders import open_table

PASSWORDS = Path("games/titles/rendezvous/rules/words")


def test_each_word_is_one_of_its_kind_in_both_languages() -> None:
    assert len(KEYS) >= 200
    assert max(map(len, KEYS)) <= LENGTH
    # A longer one takes three lines beside the buttons of a phone, and pushes the board under the hand.
    assert max(len(word) for pair in WORDS.values() for word in pair.values()) <= 12
    assert len({pair["fr"] for pair in WORDS.values()}) == len({pair["en"] for pair in WORDS.values()}) == len(KEYS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_name_says_a_password(language: str) -> None:
    lines = (PASSWORDS / f"{language}.txt").read_text().splitlines()
    passwords = {line.partition(":")[0].strip().lower() for line in lines}
    assert not passwords & {word.lower() for pair in WORDS.values() for word in pair.values()}


def test_a_name_is_said_in_the_language_of_its_reader() -> None:
    with translation.override("en"):
        assert word_table_name("juniper") == "Operation Juniper"
    with translation.override("fr"):
        assert word_table_name("juniper").endswith("Genièvre")


def test_names_in_use_are_drawn_last() -> None:
    assert choose_word(KEYS[1:]) == KEYS[0]
    assert choose_word(KEYS) in KEYS


@pytest.mark.django_db
def test_the_tables_of_one_host_have_names_of_their_own() -> None:
    ada = make_person()
    assert len({open_table(ada, seats=3).table_name for _ in range(8)}) == 8


@pytest.mark.django_db
def test_a_table_from_before_gets_the_name_that_goes_with_its_code() -> None:
    kept, old = (open_table(make_person(), seats=3) for _ in range(2))
    Game.objects.filter(pk=old.pk).update(table_name="")
    old.refresh_from_db()
    before = old.name
    assert before == word_table_name(derive_table_name(old.code))
    drawn = kept.table_name
    assert reload(kept).table_name == drawn


@pytest.mark.django_db
def test_a_rematch_is_an_operation_of_its_own() -> None:
    ada = make_person()
    game = open_table(ada, seats=3)
    again = lobby.copy_table(game, ada, Seating.KEEP, set())
    assert again.table_name != game.table_name
