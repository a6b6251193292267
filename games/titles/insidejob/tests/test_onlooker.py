"""What an onlooker makes of the plays of Inside Job, from nothing but what everyone sees."""

from dataclasses import replace
from math import exp
from random import Random
from types import MappingProxyType

import pytest

from games.rules.calibration import list_moments, review
from games.rules.engine.play import fold, play_out
from games.rules.engine.suspicion import Shares
from games.rules.engine.values import Seat
from games.rules.lab.arena import Table as Arena
from games.rules.lab.arena import dice
from games.rules.lab.bot_pools import play_states, review_pool
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.bots import evidence
from games.titles.insidejob.rules.bots.kinds import (
    AIMLESS,
    BY_MISSION,
    EXPERT_AGENT,
    HABITS,
    KINDS,
    MEAN,
    SLIPPING,
    STEADY_INSIDER,
)
from games.titles.insidejob.rules.bots.listening import _take_turn, _weigh_ways, listen
from games.titles.insidejob.rules.bots.onlooker import BROKE_SUIT, OPENED, _accuse, _weigh
from games.titles.insidejob.rules.bots.tricks import NUMBERS, lay
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENT, INSIDER, PARANOID, ROLES, WIRETAPPED
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.builders import Table, table
from tests.rounds import one_in

WAYS = tuple(listen(table(3).seen_by(None))[0])


def broken(**given: object) -> Table:
    """Return a table where seat 1 followed no blue and played one in the next trick."""
    now = table(4, **given).mission("odd-only-green").plays("B5", "P2", "B7", "B9")  # type: ignore[arg-type]
    return now.mission("odd-only-green").plays("B1", "B2", "B3", "B4")


def see(now: Table) -> Shares:
    return _weigh(now.seen_by(None))


def test_breaking_suit_is_proof() -> None:
    shares = see(broken(insider=1))
    assert (shares.percents, shares.proofs) == ((0, 100, 0, 0), {1: BROKE_SUIT})
    assert shares.levels == (25, 25, 25, 25)


def test_breaking_suit_is_no_proof_where_another_role_may(monkeypatch: pytest.MonkeyPatch) -> None:
    roles = MappingProxyType({**ROLES, AGENT: replace(ROLES[AGENT], breaks_suit=True)})
    now = broken(insider=1).seen_by(None)
    monkeypatch.setattr(evidence, "ROLES", roles)
    shares = _weigh(now)
    assert not shares.proofs
    assert not shares.is_proof
    assert max(shares.percents) <= 95


@pytest.mark.parametrize(("role", "proves"), [("house-agents-o2b", True), ("house-agents-2b", False)])
def test_breaking_suit_is_proof_where_who_else_may_is_known_to_all(role: str, proves: bool) -> None:
    shares = see(broken(roles={3: role}, insider=1))
    assert shares.is_proof is proves
    assert (shares.proofs.get(1) == BROKE_SUIT) is proves


@pytest.mark.parametrize("role", [WIRETAPPED, ACCOMPLICE])
def test_an_open_role_is_no_suspect_and_no_guess(role: str) -> None:
    now = table(4, roles={2: role}, insider=1)
    shares = see(now.picks(0) if role == ACCOMPLICE else now)
    assert shares.percents[2] == shares.levels[2] == 0
    assert shares.proofs == {2: OPENED}
    assert sum(shares.levels) == pytest.approx(100)


def test_an_onlooker_takes_no_seat_and_speaks_of_no_end() -> None:
    now = table(4, insider=1)
    with pytest.raises(AssertionError):
        _weigh(now.seen_by(0))
    states = play_states(Arena("insidejob", 3), "random", 0)
    with pytest.raises(AssertionError):
        _weigh(insidejob.observe(states[-1], None))


TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"memory": "last_trick"}),
    (4, {"roles": "sleeper,tim_shady"}),
    (4, {"roles": "accomplice,prof_no"}),
    (5, {"roles": "decoy,wiretapped"}),
]


@pytest.mark.parametrize(
    ("seats", "options", "pool"),
    one_in(
        2, [(*each, ("random", "gentle")[(number + step) % 2]) for number, each in enumerate(TABLES) for step in (0, 1)]
    ),
)
def test_at_every_table_suspicion_adds_up_and_proof_is_right(seats: int, options: dict[str, str], pool: str) -> None:
    seen = 0
    for seed in range(3):
        for moment in review(insidejob, play_states(Arena("insidejob", seats, options), pool, seed)):
            seen += 1
            assert sum(moment.shares.percents) == 100
            assert sum(moment.shares.levels) == pytest.approx(100)
            assert len(moment.truth) == len(moment.shares.percents)
            proven = [seat for seat, percent in enumerate(moment.shares.percents) if percent == 100]
            assert all(moment.truth[seat] for seat in proven)
    assert seen > 3


def swap_worlds(seed: int) -> tuple[list[State], list[State]]:
    """Return the states of a game of gentle bots, and of the same moves where another seat is the Insider."""
    chance = dice("swap", seed)
    options = insidejob.parse_options({}, 4)
    deal = insidejob.make_deal(options, 4, chance)
    _, entries = play_out(insidejob, options, deal, dict.fromkeys(range(4), insidejob.BOTS["stand_in"]), chance)
    roles = list(deal.roles)
    before = roles.index(INSIDER)
    roles[before], roles[(before + 1) % 4] = roles[(before + 1) % 4], roles[before]
    worlds = []
    for each in (deal, replace(deal, roles=tuple(roles))):
        states = [insidejob.start(options, each, insidejob.RULES)]
        for entry in entries:
            if states[-1].outcome is None:
                states.append(fold(insidejob, states[-1], [entry.move]))
        worlds.append(states)
    return worlds[0], worlds[1]


def look(states: list[State], viewer: Seat | None) -> list[object]:
    """Return what is seen at each moment until a role is opened or the game is over."""
    moments = [place for place in list_moments(insidejob, states) if not states[place].revealed]
    return [insidejob.observe(states[place], viewer) for place in moments]


def test_worlds_that_look_alike_to_all_are_weighed_alike() -> None:
    compared = 0
    for seed in range(6):
        one, other = swap_worlds(seed)
        for first, second in list(zip(look(one, None), look(other, None), strict=False)):
            assert first == second, "all that the public sees"
            assert _weigh(first) == _weigh(second)  # type: ignore[arg-type]
            compared += 1
        # There was something to leak: to those who sit there the worlds differ.
        assert all(look(one, seat)[0] != look(other, seat)[0] for seat in range(4) if knows(one, other, seat))
    assert compared > 25


def knows(one: list[State], other: list[State], seat: Seat) -> bool:
    return one[0].deal.roles[seat] != other[0].deal.roles[seat]


def test_the_same_is_said_again_whatever_other_dice_show() -> None:
    seen = look(swap_worlds(1)[0], None)[-1]
    first = _weigh(seen)  # type: ignore[arg-type]
    Random(7).random()
    assert _weigh(seen) == first  # type: ignore[arg-type]


def test_the_onlooker_is_better_than_knowing_nothing_in_games_it_was_not_fitted_to() -> None:
    for pool in ("steady", "random"):
        score = review_pool([Arena("insidejob", 4)], pool, range(500, 512))
        assert score.difference > 0, (pool, score.difference)


@pytest.mark.deep
def test_where_plays_say_nothing_of_a_role_little_is_lost() -> None:
    score = review_pool([Arena("insidejob", seats) for seats in (3, 4, 5)], "stand_in", range(500, 515))
    assert -0.02 < score.difference <= 0, "nobody can do better there than to know nothing"


@pytest.mark.parametrize("alike", [0.01, 0.5])
def test_what_every_kind_plays_alike_in_both_roles_says_nothing(alike: float) -> None:
    heard = [dict.fromkeys(WAYS, -3.0 * seat) for seat in range(4)]
    assert _accuse(heard, range(4), 1, alike) == pytest.approx(dict.fromkeys(range(4), 0.25))


def test_a_play_that_another_kind_makes_as_an_agent_says_less() -> None:
    plain = dict.fromkeys(WAYS, -4.0)
    odd = {**plain, STEADY_INSIDER: 0.0}
    doubtful = {**odd, EXPERT_AGENT: 0.0}
    sure, unsure = (_accuse([each, plain, plain], range(3), 1)[0] for each in (odd, doubtful))
    assert 0.5 < sure < 1
    assert unsure < sure


def test_who_plays_by_the_mission_at_such_a_table_may_be_a_stand_in() -> None:
    stand_ins = [{**dict.fromkeys(WAYS, -4.0), BY_MISSION: 0.0} for _ in range(3)]
    slips = {**dict.fromkeys(WAYS, -4.0), SLIPPING: 0.0}
    assert _accuse([*stand_ins], range(3), 1) == pytest.approx(dict.fromkeys(range(3), 1 / 3))
    assert _accuse([*stand_ins, slips], range(4), 1)[3] > 0.5


def test_of_each_way_to_play_the_options_are_shared_out_in_full() -> None:
    seen = table(4).mission("odd-only-green").plays("B5", "P2", "B7", "B9").seen_by(None)
    mission, plays = seen.tricks[0].mission, seen.tricks[0].plays
    before, turn = lay(plays[:2], mission), _take_turn(seen.numbers, 0, 0, 1)
    options = tuple(NUMBERS[played.card] for played in plays[2:])
    ways = [_weigh_ways(before, card, options, mission, 4, turn) for card in options]
    for way in set(WAYS) - {SLIPPING, AIMLESS}:
        assert sum(exp(each[way]) for each in ways) == pytest.approx(1)
    assert len({round(each, 6) for each in ways[0].values()}) == len(ways[0]), "each way is another"


def test_the_missions_still_needed_are_shared_among_the_tricks_left() -> None:
    numbers = table(4).seen_by(None).numbers
    needed = [*range(numbers.missions_needed, -1, -1), 0]
    for met, each in enumerate(needed):
        missing = _take_turn(numbers, 1, met, 0).missing + MEAN.missing
        assert missing == pytest.approx(each / (numbers.tricks - 1))


def test_the_shares_of_all_kinds_are_all_players() -> None:
    assert sum(kind.share for kind in KINDS) == pytest.approx(1)
    assert {*HABITS, SLIPPING, AIMLESS} == {way for kind in KINDS for way in (kind.agent, kind.insider)} == {*WAYS}


def test_a_paranoid_agent_is_a_suspect_like_any_other() -> None:
    assert see(table(4, roles={0: PARANOID}, insider=1)).levels == (25, 25, 25, 25)
