"""The suspicion model and players who do not play like bots: it knows of slips, and was fitted to none of these."""

from random import Random

import pytest

from games.rules.lab.arena import Table
from games.rules.lab.bot_pools import _seat_beginners, list_pools, play_states, review_pool
from games.rules.registry import get_title
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.bots.clumsy import BEGINNERS
from games.titles.insidejob.rules.bots.kinds import AIMLESS
from games.titles.insidejob.rules.bots.listening import listen
from games.titles.insidejob.rules.bots.onlooker import SUSPICION_MODEL
from games.titles.insidejob.rules.moves import Play
from games.titles.insidejob.rules.roles import is_insider
from games.titles.insidejob.tests.builders import table

TITLE = get_title(NAME)


def test_the_pools_of_beginners_are_printed_and_none_is_a_bot_to_choose() -> None:
    assert SUSPICION_MODEL is not None
    assert SUSPICION_MODEL.beginners == BEGINNERS
    assert {*BEGINNERS} < {*list_pools(TITLE)}
    assert {*BEGINNERS}.isdisjoint(BOTS)


@pytest.mark.parametrize("pool", BEGINNERS)
def test_beginners_sit_next_to_a_steady_insider(pool: str) -> None:
    state = play_states(Table(NAME, 4), pool, 1)[0]
    bots = _seat_beginners(TITLE, BEGINNERS[pool], state, 4)
    insider = next(seat for seat, role in enumerate(state.deal.roles) if is_insider(role))
    assert bots[insider] == BOTS["steady"]
    assert bots.count(BEGINNERS[pool].bot) == (1 if BEGINNERS[pool].alone else 3)


def test_how_beginners_play() -> None:
    now = table(4, insider=1).mission("odd-only-green").plays("Y2", "Y3", "Y5", "Y4")
    now = now.but(leader=0).hold("B9 Y8 G3", "B1 B5 B9").mission("even-only-pink")
    lead, follow = now.seen_by(0), now.plays("B2").seen_by(1)
    assert BEGINNERS["lowest-card"].bot(lead, Random(1)).card.code == "G3"
    assert BEGINNERS["copies-suits"].bot(lead, Random(1)).card.code == "Y8"
    assert isinstance(follow.legal[0], Play)
    assert len({BEGINNERS["slips-50"].bot(lead, Random(seed)).card.code for seed in range(40)}) == 3


def test_a_single_odd_card_says_less_than_it_would_without_slips() -> None:
    now = table(4, insider=2).mission("low-only-pink").plays("B1", "B2", "B13", "B3").seen_by(None)
    gaps = [max(said.values()) - min(said.values()) for said in (listen(now, slip=slip)[2] for slip in (0.0, 0.2))]
    assert gaps[1] < gaps[0]


def test_to_who_plays_any_card_every_card_is_as_likely() -> None:
    plays = ("B1", "B2", "B13", "B3"), ("B1", "B2", "B4", "B3")
    low, high = (table(4, insider=2).mission("low-only-pink").plays(*each).seen_by(None) for each in plays)
    assert listen(low)[2][AIMLESS] == listen(high)[2][AIMLESS]


@pytest.mark.deep
@pytest.mark.parametrize("pool", BEGINNERS)
def test_no_pool_of_beginners_is_clearly_worse_than_knowing_nothing(pool: str) -> None:
    score = review_pool([Table(NAME, seats) for seats in (3, 4, 5)], pool, range(700, 715))
    assert score.difference + score.margin > 0, (pool, score.difference)
