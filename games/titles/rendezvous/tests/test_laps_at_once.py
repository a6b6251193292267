"""Laps at once on the database: where one sealed question follows another, each keeps its own choices."""

from typing import Any

import pytest

from games.models import SealedChoice
from games.site.consistency import _check_game
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.moves import SAY, Say
from games.titles.rendezvous.tests.visitors import Company

pytestmark = pytest.mark.django_db


def sealed(company: Company) -> set[str]:
    return set(SealedChoice.objects.filter(game=company.game).values_list("decision", flat=True))


def test_the_choices_of_a_lap_are_dropped_when_bots_have_answered_the_next_one_already() -> None:
    company = Company(2, 2, laps="at_once").reach("say")
    assert sealed(company) == {"say-1"}
    for seat in (0, 1):
        company.answer(seat, word="sea")
    assert (sealed(company), _check_game(company.game)) == ({"say-2"}, [])
    for seat in (0, 1):
        company.answer(seat, word="sky")
    assert (sealed(company), _check_game(company.game)) == ({"point-1"}, [])


def test_a_bot_may_say_the_same_word_in_both_laps(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, bot in rendezvous.BOTS.items():

        def repeat(seen: Any, chance: Any, bot: Any = bot) -> Any:
            return Say(seen.viewer, "again") if seen.phase == SAY else bot(seen, chance)

        monkeypatch.setitem(rendezvous.BOTS, name, repeat)
    company = Company(1, 3, laps="at_once").reach("say")
    company.answer(0, word="sea")
    assert SealedChoice.objects.filter(game=company.game, decision="say-2").count() == 3
    assert len(company.table.sealed) == 3
    company.answer(0, word="sky")
    assert [say.word for say in company.state.says].count("again") == 6
