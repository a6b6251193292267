"""Words in place of a name, as of a deleted account, begin a sentence with a capital and are small inside one."""

import pickle

import pytest
from django.utils import timezone, translation

from games.wording.sentences import list_names
from insidejob.templates import find_backend
from insidejob.untranslated import Described, fill_places, fill_words, keep
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import sign_in, text_of

NAME = Described("Un ancien agent", "un ancien agent")
LEA = keep("Léa")


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("%(name)s joue.", "Un ancien agent joue."),
        ("Gagné par %(name)s", "Gagné par un ancien agent"),
        ("C’est fini. %(name)s gagne.", "C’est fini. Un ancien agent gagne."),
    ],
)
def test_the_place_in_a_sentence_decides(sentence: str, said: str) -> None:
    assert fill_words(sentence, {"name": NAME}) == said
    assert fill_places(sentence.replace("%(name)s", "{name}"), {"name": NAME}) == said
    template = find_backend().env.from_string("{{ gettext(sentence, name=name) }}")
    assert template.render(sentence=sentence, name=NAME) == said


@pytest.mark.parametrize(
    ("names", "alone", "inside"),
    [
        ([NAME], "Un ancien agent", "avec un ancien agent"),
        ([LEA, NAME], "Léa et un ancien agent", "avec Léa et un ancien agent"),
        ([NAME, LEA], "Un ancien agent et Léa", "avec un ancien agent et Léa"),
        ([NAME, NAME, LEA], "Un ancien agent, un ancien agent et Léa", "avec un ancien agent, un ancien agent et Léa"),
        ([], "", "avec "),
    ],
)
def test_in_a_list_only_the_first_can_have_a_capital(names: list[str], alone: str, inside: str) -> None:
    with translation.override("fr"):
        listed = list_names(names)
        assert listed == alone
        filled = fill_words("avec %(names)s", {"names": listed})
    assert filled == inside
    if LEA in names:
        assert '<bdi translate="no">Léa</bdi>' in filled.__html__()  # type: ignore[attr-defined]


def test_a_copy_keeps_the_small_form() -> None:
    copy = pickle.loads(pickle.dumps(NAME))  # noqa: S301 -- made here
    assert (copy, copy.small) == (NAME, NAME.small)


@pytest.mark.django_db
def test_the_log_of_a_finished_game_has_it_in_both_forms() -> None:
    ada, ben = make_person("Ada", language="fr"), make_person("Ben")
    game = start_table(ada, ben, bots=1)
    play_on(game)
    ben.left_at = timezone.now()
    ben.save()
    page = text_of(sign_in(ada).get(f"/g/{game.code}/"))
    assert "Un ancien agent joue" in page
    assert " et Un ancien agent" not in page
