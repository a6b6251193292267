"""What experts do at tables with the Wiretapped Agent and the Decoy, where a side wants something unusual."""

from dataclasses import replace
from random import Random

import pytest

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.bots.casts import suspect, weigh_casts
from games.titles.insidejob.rules.bots.forecast import find_order
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.lookahead import World, play_on, seat_later
from games.titles.insidejob.rules.bots.tricks import GUESSES, NUMBERS, lay
from games.titles.insidejob.rules.bots.wiretap import NO_PLACE, find_place, quicken, stay_cool
from games.titles.insidejob.rules.cards import CARDS
from games.titles.insidejob.rules.missions import MISSIONS
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENT, DECOY, INSIDER, WIRETAPPED
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.tests.builders import table


def place_of(seen: Observation) -> int:
    return find_place(seen, stand(seen), find_order(seen))


def test_the_wiretapped_agent_may_take_a_trick_only_without_intel_and_where_none_lies() -> None:
    now = table(4, roles={1: WIRETAPPED}, insider=2).mission("odd-only-green").plays("B6")
    assert place_of(now.seen_by(3)) == 1
    without = now.but(intel=(1, 0, 1, 1))
    assert place_of(without.seen_by(3)) == NO_PLACE
    seen = without.seen_by(3)
    assert place_of(replace(seen, plays=(*seen.plays, Played(1, CARDS["B7"], True)))) == 1
    assert place_of(table(4, insider=2).seen_by(3)) == NO_PLACE


@pytest.mark.parametrize(("role", "card"), [(AGENT, "B12"), (INSIDER, "B2")])
def test_the_insider_leaves_a_trick_to_the_wiretapped_agent_and_an_agent_takes_it(role: str, card: str) -> None:
    mission = MISSIONS["odd-only-green"]
    lie = lay((Played(0, CARDS["B6"], False), Played(1, CARDS["B8"], False)), mission)
    world = World((AGENT, WIRETAPPED, role, AGENT), {2: [NUMBERS[CARDS[code]] for code in ("B2", "B12")]})
    hope = GUESSES[mission.condition](lie, 1)
    later = seat_later(world, (2,), (False,) * 4, lie.suits[:1])
    assert play_on(lie, hope, mission, later, wiretapped=1).lie.values[-1] == CARDS[card].value


def test_the_wiretapped_agent_throws_the_highest_card_where_another_takes_the_trick() -> None:
    chosen = {}
    for roles in ({3: WIRETAPPED}, {}):
        now = table(4, roles=roles, insider=1).hold("", "", "", "Y13 P2 G3 G12").mission("odd-only-green")
        seen = now.plays("B13", "B4", "B6").seen_by(3)
        chosen[len(roles)] = {BOTS["expert"](seen, Random(seed)).card.code for seed in range(5)}
    assert chosen[1] == {"Y13"}
    assert "Y13" not in chosen[0]


def test_only_the_wiretapped_agent_minds_what_is_left_in_hand() -> None:
    hand = [CARDS[code] for code in ("B2", "B12", "G4")]
    now = table(4, roles={3: WIRETAPPED}, insider=1)
    own, other = stand(now.seen_by(3)), stand(now.seen_by(0))
    assert stay_cool(own, hand, hand[0]) < stay_cool(own, hand, hand[1]) < 1
    assert stay_cool(other, hand, hand[0]) == 1


def test_where_one_seat_takes_no_trick_the_insider_takes_more() -> None:
    seen = table(4, roles={3: WIRETAPPED}, insider=1).seen_by(0)
    plain, quick = stand(seen), quicken(seen, stand(seen))
    assert quick.agents[5][3] < plain.agents[5][3]
    plain = stand(table(4, insider=1).seen_by(0))
    assert quicken(table(4, insider=1).seen_by(0), plain) == plain


def find_conspicuous(roles: dict[Seat, str]) -> dict[Seat, float]:
    """Return how likely each seat is to be the Insider, where seat 1 spoils two missions that it could have met."""
    now = table(5, roles=roles, insider=2).mission("low-only-pink").plays("B1", "B12", "B3", "B4", "B5")
    now = now.but(leader=0).mission("odd-only-green").plays("G1", "G2", "G3", "G5", "G7")
    now = now.but(leader=1).mission("high-only-yellow").plays("G9", "G10", "G11", "G12", "G13")
    now = now.but(leader=1).mission("even-only-pink").plays("B2", "B6", "B8", "B10", "P2")
    return suspect(weigh_casts(now.seen_by(None)).share((None,) * 5))


def test_who_is_conspicuous_at_a_table_with_the_decoy_is_hardly_taken_for_the_insider() -> None:
    plain, beside = find_conspicuous({}), find_conspicuous({3: DECOY})
    assert max(plain, key=plain.__getitem__) == 1
    assert max(beside, key=beside.__getitem__) != 1
