"""What the link of a mail may show and do, for any title: enough to play, and the same in every role."""

from random import Random
from typing import Any

import pytest

from games.rules.engine.errors import IllegalMove
from games.rules.engine.play import require_disguised
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat
from games.rules.registry import TITLES
from tests.rounds import count_rounds
from tests.rules.swap import play_game
from tests.rules.worlds import Worlds
from tests.titles import worlds_of

GAMES = count_rounds("links")
HIDING = tuple(title for title in TITLES if worlds_of(title).HIDES_ROLES)


def list_asked(worlds: Worlds, seed: str) -> list[tuple[Any, Seat]]:
    title = worlds.TITLE
    return [(state, seat) for state in play_game(worlds, seed).states for seat in title.to_act(state)]


@pytest.mark.rounds
@pytest.mark.parametrize("name", TITLES)
def test_a_link_asks_the_same_and_takes_nothing_that_the_table_refuses(name: str) -> None:
    worlds, shown = worlds_of(name), 0
    title = worlds.TITLE
    for number in range(GAMES):
        for state, seat in list_asked(worlds, f"links-{number}"):
            disguised = title.disguise(state, seat)
            if disguised is None:
                continue
            shown += 1
            assert title.to_act(disguised) == title.to_act(state)
            assert title.decision(disguised, seat) == title.decision(state, seat)
            legal = title.legal_moves(disguised, seat)
            assert legal
            assert all(title.objection(state, move) is None for move in legal)
    assert shown, "most questions of a title can be answered by a link"


@pytest.mark.rounds
@pytest.mark.parametrize("name", HIDING)
def test_a_link_is_the_same_in_every_role(name: str) -> None:
    worlds, pairs = worlds_of(name), 0
    title = worlds.TITLE
    for number in range(GAMES):
        dice = Random(f"links-{number}")
        for state, seat in list_asked(worlds, f"links-{number}"):
            # At a table of three the card of Rendezvous, which is the hand, tells no role.
            if getattr(state.options, "variant", "") == "three":
                continue
            here, moves = look(title, state, seat), worlds.attempts(state, seat, dice)
            for other in worlds.swap_roles(state, seat):
                if title.decision(other, seat) != title.decision(state, seat):
                    continue
                pairs += 1
                assert look(title, other, seat) == here
                assert [try_move(title, other, seat, move) for move in moves] == [
                    try_move(title, state, seat, move) for move in moves
                ]
    assert pairs > GAMES


def look(title: AnyTitle, state: Any, seat: Seat) -> Any:
    disguised = title.disguise(state, seat)
    return None if disguised is None else title.observe(disguised, seat)


def try_move(title: AnyTitle, state: Any, seat: Seat, move: Any) -> str:
    try:
        require_disguised(title, state, seat, [move])
    except IllegalMove as error:
        return error.code
    return ""


def test_the_table_takes_moves_that_its_link_does_not() -> None:
    worlds = worlds_of("insidejob")
    title, kept = worlds.TITLE, set()
    for number in range(40):
        for state, seat in list_asked(worlds, f"kept-{number}"):
            disguised = title.disguise(state, seat)
            legal = {*title.legal_moves(state, seat)} - {*title.legal_moves(disguised, seat)}
            kept |= {type(move).__name__ for move in legal}
    assert kept == {"Play", "Vote"}, "breaking suit and voting twice tell a role"
