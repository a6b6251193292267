"""The stronger and the easier bots of Inside Job, and the worlds and tricks that they imagine."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import log
from random import Random
from typing import Any

import pytest

from games.rules.engine.play import make_move
from games.rules.engine.values import PLAYER, Entry
from games.rules.lab.arena import Lineup, Table, play_table
from games.rules.registry import get_title
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.bots import BOTS, lookahead, tricks
from games.titles.insidejob.rules.bots.casts import suspect, weigh_casts
from games.titles.insidejob.rules.bots.expert import _lose_votes
from games.titles.insidejob.rules.bots.goals import After, find_end, settle, stand, value
from games.titles.insidejob.rules.bots.hopes import can_be_met
from games.titles.insidejob.rules.bots.lookahead import WORLDS, imagine_worlds
from games.titles.insidejob.rules.bots.pulls import PULLS, draw
from games.titles.insidejob.rules.bots.steady import HOARDS, STAKE, price_intel
from games.titles.insidejob.rules.bots.tricks import GUESSES, NUMBERS, lay, place_trump, try_each
from games.titles.insidejob.rules.bots.wiretap import NO_PLACE
from games.titles.insidejob.rules.moves import ChooseMission, Vote
from games.titles.insidejob.rules.observe import Observation, observe
from games.titles.insidejob.rules.options import OPEN
from games.titles.insidejob.rules.roles import (
    AGENT,
    AGENTS,
    DAREDEVIL,
    DECOY,
    INSIDER,
    INSIDERS,
    PROF_NO,
    SLEEPER,
    WIRETAPPED,
)
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.rules.worlds import imagine
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.builders_bots import HANDS, list_equal_work, play_game, voting
from tests.rounds import choose, one_in
from tests.rules.counting import count_calls
from tools.bots import fit

LEVELS = ("gentle", "expert", "blending")


def play_first_trick(bot: str, seats: int, chance: Random) -> State:
    options = insidejob.parse_options({}, seats)
    state = insidejob.start(options, insidejob.make_deal(options, seats, chance), insidejob.RULES)
    while not state.tricks:
        (seat,) = insidejob.to_act(state)
        state = insidejob.apply(state, BOTS[bot](insidejob.observe(state, seat), chance))
    return state


@pytest.mark.rounds
def test_a_trick_in_small_integers_ends_as_it_does_by_the_rules() -> None:
    enough, count, wagers = choose(500, deep=2_000, long=5_000), 0, 0
    for number in range(enough // 5):
        state, _ = play_game("random", f"trick {number}")
        for trick in state.tricks:
            lie, guess = lay(trick.plays, trick.mission), GUESSES[trick.mission.condition]
            assert trick.plays[lie.best].seat == trick.winner
            assert guess(lie, 0) == trick.met
            for cards in range(1, len(trick.plays)):
                part = trick.plays[:cards]
                hope = guess(lay(part, trick.mission), len(trick.plays) - cards)
                assert bool(hope) == can_be_met(trick.mission, part, len(trick.plays))
                assert 0 <= hope <= 1
            count, wagers = count + 1, wagers + any(played.wager for played in trick.plays)
        if count >= enough:
            break
    assert count >= enough
    assert wagers > enough / 10


def test_the_likeliest_answer_is_the_one_that_draws_most() -> None:
    for number in range(20):
        state, _ = play_game("random", f"answer {number}")
        for trick, pull in product(state.tricks, PULLS[INSIDER]):
            lie, trump = lay(trick.plays[:1], trick.mission), place_trump(trick.mission)
            cards, guess = [*map(tricks.number, trick.plays[1:])], GUESSES[trick.mission.condition]
            tried = try_each(lie, cards, trump, guess, 1)
            drawn = draw(pull, tried)
            chosen = lookahead._find_likeliest(lie, cards, pull, trump, guess, 1, NO_PLACE, 0.0)
            assert chosen == tried[drawn.index(max(drawn))][::2]


def test_in_an_imagined_world_all_that_was_seen_was_legal() -> None:
    """What was seen with every trick in sight can be played again with the cards and missions imagined."""
    looked = 0
    for number in range(40):
        state, log = play_game("random", f"legal {number}")
        if state.has_larry or state.options.memory != OPEN:
            continue
        moves = [entry.move for entry in log if not isinstance(entry.move, Vote)]
        step = 1 + number % len(moves)
        now = insidejob.start(state.options, state.deal, state.rules)
        for move in moves[:step]:
            now = insidejob.apply(now, move)
        for viewer in (None, *range(state.seats)):
            world = imagine(observe(now, viewer), Random(number))
            again: Any = insidejob.start(world.options, world.deal, world.rules)
            for move in moves[:step]:
                again = make_move(get_title(NAME), again, Entry(move, PLAYER))
            assert again == world if now.outcome is None else again.tricks == world.tricks
            looked += 1
    assert looked > 60


def test_imagined_hands_are_of_cards_not_seen_and_without_the_suits_not_followed() -> None:
    now = table(4, insider=3).hold("B5 B6 B7").mission("odd-only-green").plays("B1", "Y2", "B3", "B4")
    now = now.but(leader=0).mission("even-only-pink")
    seen = now.seen_by(0)
    two, three = (tuple("insider" if seat == insider else "agent" for seat in range(4)) for insider in (2, 3))
    imagined = imagine_worlds(seen, {two: 0.5, three: 0.5}, Random(1))
    assert len(imagined) == WORLDS
    assert [world.cast.index(INSIDER) for world in imagined] == [2] * 6 + [3] * 6
    known = {NUMBERS[played.card] for trick in seen.tricks for played in trick.plays} | {
        NUMBERS[card] for card in seen.hand
    }
    for world in imagined:
        cards = [card for hand in world.hands.values() for card in hand]
        assert len(cards) == len(set(cards))
        assert not known & set(cards)
        assert not [card for card in world.hands[1] if card // 16 == 0], "seat 1 did not follow blue"


def test_who_had_to_spoil_a_mission_is_not_suspected_as_who_had_a_choice() -> None:
    """Seats 1 and 2 both spoil a low mission; later seat 2 shows a low card that it had held all along."""
    now = table(4, insider=2).mission("low-only-pink").plays("B1", "B12", "B2", "B3")
    now = now.but(leader=3).mission("low-only-pink").plays("Y1", "Y3", "Y4", "Y12")
    now = now.but(leader=3).mission("odd-only-green").plays("Y5", "Y7", "B11", "Y2")
    seen = voting(now, 0)
    said = weigh_casts(seen).group(0).accuse({})
    assert said[2] > max(said[1], said[3])
    assert {BOTS["expert"](seen, Random(seed)) for seed in range(5)} == {Vote(0, (2,))}


def test_an_expert_agent_meets_the_mission_with_the_last_card_if_it_can() -> None:
    now = table(4, insider=1).hold("", "", "", "B2 B7").mission("odd-only-green").plays("B1", "B3", "B5")
    for seed in range(10):
        assert now.moves(BOTS["expert"](now.seen_by(3), Random(seed))).trick.met


def test_a_gentle_insider_breaks_suit_now_and_then_and_nobody_gentle_wagers() -> None:
    now = table(4, insider=3).hold("", "", "", "B2 Y13").mission("odd-only-yellow").plays("B1", "B3", "B5")
    moves = [BOTS["gentle"](now.seen_by(3), Random(seed)) for seed in range(60)]
    assert {move.card.code for move in moves} == {"B2", "Y13"}
    assert not any(move.wager for move in moves)


def test_who_plays_like_the_decoy_as_well_is_suspected_less_than_who_plays_like_the_insider_alone() -> None:
    casts = weigh_casts(table(4, roles={3: DECOY}, insider=2).seen_by(0))
    assert len(casts.casts) == 12
    leads = []
    for decoy in (3.0, 0.0):
        said = casts.group(2).accuse({INSIDER: 3.0, DECOY: decoy})
        leads.append(said[2] - max(said[seat] for seat in (0, 1, 3)))
    assert 0 < leads[0] < leads[1] - 1
    plain = weigh_casts(table(4, insider=2).seen_by(0)).group(2).accuse({INSIDER: 3.0})
    assert plain[2] - max(plain[0], plain[1], plain[3]) == pytest.approx(3)


def test_an_expert_decoy_names_the_likeliest_insider_and_a_steady_one_the_unlikeliest() -> None:
    """Level at the top with the Insider, the Decoy wins, too. Seat 2 breaks suit: no one else may."""
    now = table(4, roles={0: DECOY}, insider=2).mission("low-only-pink").plays("B1", "B12", "Y13", "B2")
    now = now.but(leader=1).mission("odd-only-green").plays("G11", "B3", "G7", "G5")
    seen = voting(now, 0)
    assert BOTS["expert"](seen, Random(1)) == Vote(0, (2,))
    assert BOTS["steady"](seen, Random(1)) != Vote(0, (2,))


def test_who_knows_a_role_leaves_out_the_casts_without_it() -> None:
    casts = weigh_casts(table(4, roles={3: DECOY}, insider=2).seen_by(0))
    for known, count in (((AGENT, None, None, None), 6), ((None, None, None, DECOY), 3), ((None,) * 4, 12)):
        shares = casts.share(known)
        assert len(shares) == count
        assert sum(shares.values()) == pytest.approx(1)
        assert all(role in (None, cast[seat]) for cast in shares for seat, role in enumerate(known))
    sleeper = weigh_casts(table(4, roles={3: SLEEPER}, insider=2).seen_by(3))
    assert set(suspect(sleeper.share((None, None, None, SLEEPER)))) == {0, 1, 2}


@pytest.mark.parametrize(
    ("cast", "intel", "side"),
    [
        ((WIRETAPPED, INSIDER, AGENT, AGENT), (2, 1, 1, 1), INSIDERS),
        ((AGENT, INSIDER, DAREDEVIL, AGENT), (1, 1, 5, 1), AGENTS),
        ((AGENT, INSIDER, AGENT, DAREDEVIL), (1, 1, 5, 1), None),
        ((AGENT, PROF_NO, AGENT, AGENT), (1, 5, 1, 1), AGENTS),
        ((AGENT, PROF_NO, AGENT, AGENT), (5, 1, 5, 5), INSIDERS),
        ((AGENT, PROF_NO, AGENT, AGENT), (5, 1, 1, 5), None),
        ((WIRETAPPED, INSIDER, DAREDEVIL, AGENT), (2, 1, 5, 1), INSIDERS),
    ],
)
def test_special_roles_end_imagined_games(cast: tuple[str, ...], intel: tuple[int, ...], side: str | None) -> None:
    stands = stand(table(4, insider=1).seen_by(3))
    stands = replace(stands, needed=5, wiretapped=0 if WIRETAPPED in cast else None)
    after = After(intel, missions=3)
    assert find_end(cast, stands, after) == side
    if side:
        assert value(settle(stands, side), after) == float(side == AGENTS)


def test_more_intel_than_reveals_a_seat_is_worth_as_much_as_enough() -> None:
    stands = stand(table(4, insider=1).seen_by(3))
    less, enough, more = (value(stands, After((0, stands.needed + each, 0, 0), 3)) for each in (-1, 0, 2))
    assert less != enough == more


def test_where_revealed_seats_vote_no_more_agents_would_rather_not_be_revealed() -> None:
    stands = replace(stand(table(4, insider=1).seen_by(3)), needed=4)
    cast = (AGENT, PROF_NO, AGENT, AGENT)
    lost = [_lose_votes(cast, stands, After(intel, 3), 1) for intel in ((1, 1, 1, 1), (4, 1, 1, 1), (4, 1, 4, 1))]
    assert lost[0] == pytest.approx(0)
    assert 0 < lost[1] < lost[2]
    assert _lose_votes((AGENT, INSIDER, AGENT, AGENT), stands, After((4, 1, 4, 1), 3), 1) == 0


def test_numbers_are_fitted_to_choices_and_the_same_again() -> None:
    """A player who takes the second option three times out of four is drawn to its trait by the logarithm of three."""
    rows = ((0.0,) * 7, (1.0, *(0.0,) * 6))
    choices = [fit.Choice(rows, int(number % 4 > 0)) for number in range(800)]
    numbers = fit.fit(choices)
    assert numbers[0] == pytest.approx(log(3), abs=0.01)
    assert numbers[1:] == (0.0,) * 6
    assert fit.miss(numbers, choices) < fit.miss((0.0,) * 7, choices)
    game = Table(NAME, 3)
    assert fit.read_game(game, 0) == fit.read_game(game, 0) != []


def test_a_gentle_wiretapped_agent_takes_no_trick_that_would_lose_the_game() -> None:
    now = table(4, roles={3: WIRETAPPED}, insider=1).hold("", "", "", "B2 B13").mission("high-only-green")
    seen = now.plays("B7", "B8", "B9").seen_by(3)
    assert {BOTS["gentle"](seen, Random(seed)).card.code for seed in range(5)} == {"B2"}
    other = table(4, insider=1).hold("", "", "", "B2 B13").mission("high-only-green").plays("B7", "B8", "B9").seen_by(3)
    assert {BOTS["gentle"](other, Random(seed)).card.code for seed in range(5)} == {"B13"}


def count_looks(monkeypatch: pytest.MonkeyPatch, seen: Observation, bot: str) -> int:
    with monkeypatch.context() as patch:
        looks = count_calls(patch, "games.titles.insidejob.rules.bots.expert", "play_on")
        BOTS[bot](seen, Random(1))
    return len(looks)


@pytest.mark.parametrize(
    ("bot", "plays"),
    one_in(
        2,
        [
            (("expert", "blending")[(number + step) % 2], plays)
            for number, plays in enumerate([(), ("B6",), ("B6", "Y7"), ("B6", "G7", "B8")])
            for step in (0, 1)
        ],
    ),
)
def test_all_hands_and_roles_are_equal_work(monkeypatch: pytest.MonkeyPatch, bot: str, plays: tuple[str, ...]) -> None:
    looks = {count_looks(monkeypatch, observe(world, len(plays)), bot) for world in list_equal_work(plays)}
    assert looks in ({4 * WORLDS}, {2 * 4 * WORLDS}), "a look at each card in each world, with an intel or without"


def test_choosing_a_mission_is_equal_work_with_any_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = [("odd-only-green", "one-suit-blue"), ("risky-second-blue", "odd-only-green")]
    looks = set()
    for hand, drawn, insider in product(HANDS, draws, (0, 1)):
        now = table(4, insider=insider, risky=True).hold(hand, "P1", "P1", "P1").draws(*drawn)
        assert isinstance(BOTS["expert"](now.seen_by(0), Random(1)), ChooseMission)
        looks.add(count_looks(monkeypatch, now.seen_by(0), "expert"))
    assert looks == {2 * 4 * WORLDS}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_intel_costs_most_in_the_first_trick_and_least_in_the_last(seats: int) -> None:
    seen = table(seats).seen_by(0)
    prices = [price_intel(replace(seen, trick=trick), AGENT, HOARDS) for trick in range(1, seen.numbers.tricks + 1)]
    assert prices == sorted(prices, reverse=True)
    assert prices[0] > 10 * STAKE
    assert prices[-1] == STAKE == price_intel(replace(seen, trick=1), PROF_NO, HOARDS)


@pytest.mark.deep
@pytest.mark.parametrize("bot", ["steady", "expert"])
def test_bots_keep_their_intel_for_later_tricks(bot: str) -> None:
    wagers = Counter[bool]()
    for number in range(10):
        state, _ = play_table(Table(NAME, 5), Lineup(bot), number)
        for place, trick in enumerate(state.tricks):
            wagers[place == 0] += sum(played.wager for played in trick.plays)
    # In 60 games of experts there were 22 beside 183: ten games tell only that nothing like one in each is left.
    assert wagers[True] <= wagers[False] / 4


@pytest.mark.deep
@pytest.mark.parametrize("bot", ["steady", "expert"])
def test_who_wagers_in_the_first_trick_is_not_the_insider_for_that(bot: str) -> None:
    played, wagers = Counter[bool](), Counter[bool]()
    for number in range(60 if bot == "steady" else 20):
        for seats in (3, 4, 5):
            state = play_first_trick(bot, seats, Random(number))
            for play in state.tricks[0].plays:
                is_sought = state.deal.roles[play.seat] == INSIDER
                played[is_sought] += 1
                wagers[is_sought] += play.wager
    assert wagers[True] / played[True] < 3 * (wagers[False] + 1) / played[False]
