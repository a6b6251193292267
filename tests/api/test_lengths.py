"""Who listens on the line sees lengths alone, and they tell no more than those of pages."""

import pytest

from games.models import Game
from games.tables.services.premoves import store_premove
from insidejob.padding import PLAIN, Padding
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.site.pages.builders import swap_role
from tests.tables.builders import play_on, start_table

pytestmark = pytest.mark.django_db
MANY = 4


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Padding, "choose_length", lambda self, length, content, seat="": length)


def find_bound(seen: dict[str, object]) -> bool:
    """Whether the reader must follow suit with few of many cards."""
    answers, hand = seen["answers"], seen["observation"]["hand"]  # type: ignore[index]
    return bool(seen["decision"]) and len(answers) + MANY <= len(hand)  # type: ignore[arg-type]


def find_follower() -> tuple[Game, Program]:
    ada = make_person()
    program = Program(ada)
    for _ in range(100):
        game = start_table(ada, make_person(), bots=1)
        for _ in range(3):
            if find_bound(program.look(game)):
                return game, program
            play_on(game, 1)
    raise AssertionError


def test_the_length_does_not_tell_who_may_break_suit(bare: None) -> None:
    game, program = find_follower()
    path = f"games/{game.code}"
    agent = program.get(path)
    swap_role(game, 0)
    insider = program.get(path)
    assert len(insider.json()["answers"]) >= len(agent.json()["answers"]) + MANY
    assert abs(len(insider.content) - len(agent.content)) * 6 < PLAIN.by_seat


def test_the_length_does_not_tell_what_is_prepared(bare: None) -> None:
    ada = make_person()
    game, program = start_table(ada, make_person(), bots=1), Program(ada)
    paths = [f"games/{game.code}", f"games/{game.code}/premove"]
    before = [len(program.get(path).content) for path in paths]
    store_premove(game.players.get(seat=0), {"B": "B7", "then-mission1": "any", "then-card1": "B8"}, 0)
    assert [len(program.get(path).content) for path in paths] == before


def test_other_answers_and_errors_are_rounded_too() -> None:
    ada = make_person()
    game, program = start_table(ada, make_person(), bots=1), Program(ada)
    # Nobody's words come compressed with a hand.
    own = program.get(f"games/{game.code}", Accept_Encoding="gzip")
    assert (own.has_header("Content-Encoding"), len(own.content) % PLAIN.step) == (False, 0)
    for path in ("me", "waiting", "games", f"games/{game.code}/talk", f"games/{game.code}/record", "nothing"):
        assert len(program.get(path).content) % PLAIN.step == 0, path
    refused = program.post(f"games/{game.code}/moves", {"decision": "x", "moves": [{}]})
    assert (refused.status_code, len(refused.content) % PLAIN.step) == (422, 0)
