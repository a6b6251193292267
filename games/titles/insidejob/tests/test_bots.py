"""The bots of Inside Job: they see an observation alone, and `steady` plays to its side's goal."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from games.rules.engine.values import STAND_IN, Seat
from games.rules.lab.arena import Count, Lineup, Table, compare, measure, play_table, total
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import BOTS, forecast, steady
from games.titles.insidejob.rules.bots.choice import choose
from games.titles.insidejob.rules.bots.evidence import find_breakers, suspect
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.hopes import can_be_met
from games.titles.insidejob.rules.bots.position import PACES, REACHES_VOTE, agents_ends, tabulate
from games.titles.insidejob.rules.cards import CARDS, DECK
from games.titles.insidejob.rules.missions import DECK as MISSION_DECK
from games.titles.insidejob.rules.missions import MISSIONS, RISKY, Mission, is_met
from games.titles.insidejob.rules.moves import ChooseMission, Play, Vote
from games.titles.insidejob.rules.numbers import NUMBERS
from games.titles.insidejob.rules.observe import Observation, observe
from games.titles.insidejob.rules.roles import AGENT, DECOY, INSIDER, TIM_SHADY
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.tests.builders import Table as Sat
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.builders_bots import HANDS, list_equal_work, voting
from games.titles.insidejob.tests.plays import INSIDERS, OTHERS, Plays, count_plays
from games.titles.insidejob.tests.strength import ROLES, SEATS, is_weaker, measure_side
from games.titles.insidejob.tests.votes import look
from tests.rounds import one_in
from tests.rules.counting import count_calls

GAMES = 80
"""How many games of a kind are played here. The seeds are fixed, so the figures never change by themselves."""
DUELS = 40


def test_the_random_bot_plays_every_legal_move() -> None:
    now = table(4).hold("", "B4 B9").mission("odd-only-green").plays("B1")
    chance = Random(1)
    assert {BOTS["random"](now.seen_by(1), chance) for _ in range(100)} == set(now.seen_by(1).legal)


def play_last(now: Sat) -> Iterator[tuple[Play, Sat]]:
    """Yield what a steady bot plays in seat 3, and the table afterwards."""
    for seed in range(20):
        move = BOTS["steady"](now.seen_by(3), Random(seed))
        yield move, now.moves(move)


@pytest.mark.parametrize(
    ("insider", "hand", "mission", "card"),
    [
        pytest.param(1, "B2 B7", "odd-only-green", "B7", id="an Agent meets the mission if it can"),
        pytest.param(3, "B2 Y13", "odd-only-yellow", "B2", id="an Insider follows suit to stay hidden"),
    ],
)
def test_what_a_steady_seat_plays_last(insider: Seat, hand: str, mission: str, card: str) -> None:
    now = table(4, insider=insider).hold("", "", "", hand).mission(mission).plays("B1", "B3", "B5")
    assert {move.card.code for move, _ in play_last(now)} == {card}


def test_a_steady_insider_takes_the_intel_with_the_last_card_if_it_can() -> None:
    now = table(4, insider=3).hold("", "", "", "B2 B6").mission("odd-only-yellow").plays("B1", "B3", "B5")
    assert {after.trick.winner for _, after in play_last(now)} == {3}


def test_a_steady_seat_wagers_where_that_meets_the_mission() -> None:
    now = table(4, insider=0).hold("", "", "", "G2 Y13").mission("last-wins-blue").plays("G10", "G11", "G12")
    assert {(move.wager, after.trick.met) for move, after in play_last(now)} == {(True, True)}


@pytest.mark.parametrize("insider", [0, 3])
def test_a_steady_seat_wagers_nothing_where_that_changes_nothing(insider: Seat) -> None:
    now = table(4, insider=insider).hold("", "", "", "G2 G3").mission("odd-only-green").plays("G10", "G11", "G12")
    assert not any(move.wager for move, _ in play_last(now))


@pytest.mark.parametrize("insider", [0, 1])
def test_a_lead_does_not_kill_the_mission_just_chosen_while_another_card_would_not(insider: Seat) -> None:
    now = table(4, insider=insider).hold("B2 G4 Y6 P9 P12", "", "", "")
    for mission_id in ("high-only-green", "even-only-pink", "ascending-yellow", "last-highest-green"):
        leading = now.mission(mission_id)
        for seed in range(10):
            move = BOTS["steady"](leading.seen_by(0), Random(seed))
            assert can_be_met(MISSIONS[mission_id], (Played(*move),), 4)


@pytest.mark.parametrize("insider", [0, 1])
def test_a_mission_is_chosen_for_which_the_hand_has_a_lead(insider: Seat) -> None:
    now = table(4, insider=insider).hold("B1 G3 Y5", "", "", "").draws("even-only-blue", "low-only-pink")
    for seed in range(10):
        assert BOTS["steady"](now.seen_by(0), Random(seed)) == ChooseMission(0, MISSIONS["low-only-pink"])


@pytest.mark.parametrize("bot", ["steady", "expert"])
@pytest.mark.parametrize("insider", [0, 1])
def test_a_lead_leaves_a_fair_chance_to_the_mission_just_chosen(bot: str, insider: Seat) -> None:
    """Three players in turn would have to go below a 4, and have room below the others."""
    now = table(4, insider=insider).hold("B4 B9 P12", "", "", "").mission("descending-green")
    assert "B4" not in {BOTS[bot](now.seen_by(0), Random(seed)).card.code for seed in range(10)}


def weigh_loyalty(suspected: Seat, insider: Seat) -> float:
    """Return how much more seat 3 likes to meet a mission than to spoil it, where one seat has spoilt two."""
    now = table(4, insider=insider)
    for suit in "PY":
        cards = [f"{suit}{2 if seat == suspected else value}" for seat, value in enumerate((9, 1, 3, 5))]
        now = now.but(leader=0).mission("odd-only-green").plays(*cards)
    seen = now.but(leader=0).hold("", "", "", "B2 B7").mission("odd-only-yellow").plays("B9", "B3", "B5").seen_by(3)
    meets, spoils = (Played(3, card, False) for card in (CARDS["B7"], CARDS["B2"]))
    worth = steady.weigh(seen, stand(seen), MISSIONS["odd-only-yellow"], [meets, spoils], Random(1))
    return worth[meets] - worth[spoils]


def test_a_steady_insider_hides_more_the_more_it_is_suspected() -> None:
    assert weigh_loyalty(suspected=1, insider=3) < weigh_loyalty(suspected=3, insider=3)


@pytest.mark.parametrize(("role", "wager"), [(AGENT, False), (INSIDER, True)])
def test_an_agent_in_the_last_place_gives_up_no_mission_for_a_wager(role: str, wager: bool) -> None:
    now = table(4, insider=3 if role == INSIDER else 1).hold("", "", "", "B10 G2").mission("first-last-suit-pink")
    seen = now.plays("B1", "B3", "B12").seen_by(3)
    plays = [Played(3, card, wager) for wager in (False, True) for card in seen.hand]
    worth = {play: 1.0 * (play.wager and play.card.suit == "B") for play in plays}
    mission = MISSIONS["first-last-suit-pink"]
    assert choose(seen, stand(seen), mission, plays, worth, nerve=2) == Played(3, CARDS["B10"], wager)


def test_a_steady_agent_votes_against_a_seat_that_broke_suit() -> None:
    now = table(3, insider=2).mission("odd-only-green").plays("B1", "B2", "Y1")
    now = now.but(leader=0).mission("even-only-pink").plays("G1", "G2", "B13")
    assert find_breakers(now.seen_by(0)) == {2}
    assert {BOTS["steady"](voting(now, 0), Random(seed)) for seed in range(20)} == {Vote(0, (2,))}


def test_the_agents_vote_together_against_a_seat_that_spoilt_missions() -> None:
    now = table(4, insider=2).mission("low-only-pink").plays("B1", "B2", "B13", "B3")
    now = now.but(leader=0).mission("high-only-green").plays("G9", "G10", "G1", "G8")
    for viewer in (0, 1, 3):
        seen = voting(now, viewer)
        suspicion = suspect(seen, seen.suspects)
        assert sum(suspicion.values()) == pytest.approx(1)
        assert max(suspicion, key=suspicion.__getitem__) == 2
        assert BOTS["steady"](seen, Random(viewer)) == Vote(viewer, (2,))


def test_what_was_not_seen_cannot_weigh_at_a_vote() -> None:
    tricks = table(4, insider=2, memory="last_trick").mission("low-only-pink").plays("B1", "B2", "B13", "B3")
    now = tricks.but(leader=0).mission("odd-only-green").plays("G9", "G11", "G1", "G7")
    assert suspect(voting(now, 0), (1, 2, 3))[2] < 1 / 2 < suspect(voting(tricks, 0), (1, 2, 3))[2]


def test_tim_shady_names_his_neighbour_and_the_decoy_the_least_suspect() -> None:
    for role, seat, named in ((TIM_SHADY, 3, 2), (DECOY, 2, 1)):
        now = table(4, insider=0, roles={seat: role}).mission("low-only-pink").plays("B13", "B1", "B2", "B3")
        assert BOTS["steady"](voting(now, seat), Random(1)) == Vote(seat, (named,))


def test_a_position_is_worth_what_may_follow_from_it() -> None:
    pace, numbers = PACES[4], NUMBERS[4]
    worth = tabulate(pace, agents_ends(pace, exposes=False), numbers)
    assert (worth[0][3][2], worth[5][0][2]) == (pace.found, 1)
    assert worth[5][0][0] == worth[5][3][0] == 0
    # One trick left, one mission and one intel: the Insider takes it, or the mission is met, or the vote decides.
    others = pace.met + (1 - pace.met) * pace.found
    assert worth[1][1][1] == pytest.approx((1 - pace.taken) * others)
    assert tabulate(pace, REACHES_VOTE, numbers)[2][5][1] == pytest.approx((1 - pace.taken) ** 2)


@pytest.mark.parametrize("seats", NUMBERS)
def test_a_position_is_worth_more_to_the_agents_with_fewer_missions_and_more_intel_to_go(seats: int) -> None:
    for plane in tabulate(PACES[seats], agents_ends(PACES[seats], exposes=False), NUMBERS[seats]):
        for more, fewer in zip(plane[2:], plane[1:], strict=False):
            assert all(few >= many for few, many in zip(fewer, more, strict=True))
        assert all(list(row) == sorted(row) for row in plane)
        assert all(0 <= value <= 1 for row in plane for value in row)


def partial_tricks(chance: Random) -> Iterator[tuple[Mission, tuple[Played, ...]]]:
    for mission in (*MISSION_DECK, *RISKY):
        for count in (1, 2):
            for _ in range(5):
                cards = chance.sample(DECK, count)
                wagers = (
                    place > 0 and card.suit == cards[0].suit and chance.random() < 0.5
                    for place, card in enumerate(cards)
                )
                yield mission, tuple(map(Played, range(count), cards, wagers))


def can_follow(plays: tuple[Played, ...], mission: Mission, left: int) -> bool:
    cards = [card for card in DECK if all(card != played.card for played in plays)]
    for chosen in permutations(cards, left):
        options = [(False, True) if card.suit == plays[0].card.suit else (False,) for card in chosen]
        for wagers in product(*options):
            if is_met(mission, (*plays, *map(Played, range(len(plays), 3), chosen, wagers))):
                return True
    return False


def test_a_mission_is_given_up_only_when_no_cards_could_meet_it() -> None:
    given_up = kept = 0
    for mission, plays in partial_tricks(Random(5)):
        possible = can_follow(plays, mission, 3 - len(plays))
        assert can_be_met(mission, plays, 3) == possible, (mission, plays)
        given_up, kept = given_up + (not possible), kept + possible
    assert given_up > 40
    assert kept > 40


def count_tries(monkeypatch: pytest.MonkeyPatch, seen: Observation, bot: str) -> int:
    with monkeypatch.context() as patch:
        tries = count_calls(patch, forecast.__name__, "_end_trick")
        BOTS[bot](seen, Random(1))
    return len(tries)


@pytest.mark.parametrize("bot", ["steady", STAND_IN])
@pytest.mark.parametrize("plays", [(), ("B6",), ("B6", "Y7"), ("B6", "G7", "B8")])
def test_all_hands_and_roles_are_equal_work(monkeypatch: pytest.MonkeyPatch, bot: str, plays: tuple[str, ...]) -> None:
    seat = len(plays)
    tries = set()
    for world in list_equal_work(plays):
        tries.add(count_tries(monkeypatch, observe(world, seat), bot))
    assert len(tries) == 1
    assert tries.pop() >= len(HANDS)


@pytest.mark.parametrize("bot", ["steady", STAND_IN])
@pytest.mark.parametrize("plays", [(), ("B6",), ("B6", "G7", "B8")])
def test_hiding_is_equal_work_for_all_hands_and_roles(
    monkeypatch: pytest.MonkeyPatch, bot: str, plays: tuple[str, ...]
) -> None:
    compared, works = count_calls(monkeypatch, steady.__name__, "compare"), set()
    for world in list_equal_work(plays):
        compared.clear()
        BOTS[bot](observe(world, len(plays)), Random(1))
        works.add(len(compared))
    assert len(works) == 1
    assert works.pop() >= len(HANDS)


def test_choosing_a_mission_is_equal_work_with_any_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = [("odd-only-green", "one-suit-blue"), ("risky-second-blue", "odd-only-green")]
    tries = set()
    for hand, drawn, insider in product(HANDS, draws, (0, 1)):
        now = table(4, insider=insider, risky=True).hold(hand, "", "", "").draws(*drawn)
        tries.add(count_tries(monkeypatch, now.seen_by(0), "steady"))
    assert len(tries) == 1


@cache
def count_steady(seats: int) -> Plays:
    return count_plays(seats, GAMES)


@pytest.mark.deep
@pytest.mark.parametrize("seats", one_in(3, SEATS, deep=3))
def test_at_tables_of_steady_bots_both_sides_have_a_real_chance(seats: int) -> None:
    assert 0.25 <= total(measure(Table(NAME, seats), Lineup("steady"), range(GAMES))).share(AGENT) <= 0.6


@pytest.mark.deep
@pytest.mark.parametrize("seats", one_in(3, SEATS, deep=3))
def test_the_insiders_leads_kill_their_own_mission_at_most_twice_as_often_as_an_agents(seats: int) -> None:
    plays = count_steady(seats)
    assert plays.kills(INSIDERS) <= 2 * plays.kills(OTHERS) + 0.01


@pytest.mark.deep
@pytest.mark.parametrize("seats", one_in(3, SEATS, deep=3))
def test_a_steady_insider_is_in_doubt_at_the_vote(seats: int) -> None:
    games = [look(play_table(Table(NAME, seats), Lineup("steady"), seed)[0]) for seed in range(GAMES)]
    assert sum(game.right for game in games) <= 0.75 * sum(game.votes for game in games)
    assert sum(game.broken for game in games) <= 0.05 * sum(game.led for game in games)


@pytest.mark.deep
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seats", one_in(3, SEATS, deep=3))
def test_a_random_side_wins_clearly_less_often_than_a_steady_one(seats: int, role: str) -> None:
    difference = measure_side(seats, role, "random", range(DUELS))
    assert difference.points + difference.margin < 0, str(difference)


def test_the_bound_would_tell_a_side_that_is_no_weaker() -> None:
    won, lost = (Count(dealt=Counter({(AGENT, "x"): 1}), wins=Counter({(AGENT, "x"): wins})) for wins in (1, 0))
    even = compare(AGENT, [won, lost, won, lost] * 50, [lost, won, won, lost] * 50)
    assert even.points + even.margin > 0
    assert not is_weaker(even)
