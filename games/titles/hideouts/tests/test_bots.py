"""The bots of T.A.R.G.E.T.: they see an observation alone, and `steady` deduces from the answers."""

from collections import Counter
from random import Random

import pytest

from games.rules.engine.play import play_out
from games.rules.engine.values import STAND_IN
from games.titles.hideouts.rules import expert
from games.titles.hideouts.rules.acts import Attacked
from games.titles.hideouts.rules.bots import BOTS
from games.titles.hideouts.rules.expert import WEIGHTS, _find_chances, _weigh_hidden
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Swap
from games.titles.hideouts.rules.observe import Observation
from games.titles.hideouts.rules.race import Side, count_steps
from games.titles.hideouts.tests.builders import TABLE, Duel, duel, unhidden
from games.titles.hideouts.tests.strength import SHARES, measure
from tests.rounds import one_in
from tests.rules.conformance import steps_of
from tests.rules.counting import count_calls

GAMES = 150


def steady(now: Duel, seed: int = 1) -> object:
    return BOTS["steady"](now.seen_by(now.asked), Random(seed))


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_hides_anything(bot: str) -> None:
    chance = Random(1)
    hidden = [BOTS[bot](unhidden().seen_by(0), chance) for _ in range(300)]
    assert all(isinstance(move, Hide) for move in hidden)
    assert min(Counter(spy for move in hidden for spy in move.spies).values()) > 50


def test_the_random_bot_makes_every_legal_move() -> None:
    now, chance = duel(), Random(1)
    assert {BOTS["random"](now.seen_by(0), chance) for _ in range(2000)} == set(now.seen_by(0).legal)


def test_steady_hits_what_it_knows_for_certain() -> None:
    now = duel("012", "568").hand(4, at=0).hand(9, at=0).hand(6, at=0).hand(9, at=1)
    assert now.possible(1)[0] == "5"
    assert {steady(now, seed) for seed in range(20)} == {AttackFromHand(0, 5, 0)}


def test_steady_swaps_a_spy_that_is_known_unless_it_can_hit() -> None:
    known = duel("568", "312", first=1).hand(4, at=0).wait().hand(9, at=0).wait().hand(6, at=0)
    assert known.possible(0)[0] == "5"
    moves = {steady(known, seed) for seed in range(20)}
    assert all(isinstance(move, Swap) and move.own == move.token == 0 for move in moves)
    assert len({move.spy for move in moves if isinstance(move, Swap)}) > 3, "any spy may have been put in"
    unknown = duel("568", "312")
    assert not any(isinstance(steady(unknown, seed), Swap) for seed in range(20))


def test_steady_uses_a_hideout_if_the_spy_it_needs_is_there() -> None:
    now = duel("052", "568").hand(4, at=0).hand(9, at=0).hand(6, at=0).hand(9, at=1)
    assert {steady(now, seed) for seed in range(20)} == {AttackFromHideout(0, 1, 0)}


def test_steady_learns_from_every_attack_from_the_hand_so_that_two_of_them_end_every_game() -> None:
    attacks = 0
    for seed in range(20):
        _, log = play_out(TABLE.title, TABLE.parse(), TABLE.deal(seed), TABLE.bots("steady"), Random(seed))
        assert len(log) < 100
        for step in steps_of(TABLE.title, TABLE.start(seed), log):
            act = step.after.past[-1] if step.after.past else None
            if isinstance(act, Attacked) and act.own is None:
                attacks += 1
                before, after = (Duel(state).possible(1 - act.seat) for state in (step.before, step.after))
                assert len("".join(after)) < len("".join(before))
    assert attacks > 100


@pytest.mark.parametrize("hidden", one_in(2, ["405", "012", "789", "456"]))
def test_a_stand_in_shows_any_spy_of_the_hand_so_that_none_tells_what_is_hidden(hidden: str) -> None:
    fresh, answered = duel(hidden, "368"), duel(hidden, "368").hand(3, at=1).hand(9, at=0)
    for now in (fresh, answered):
        seen = now.seen_by(0)
        shown = Counter(shown_by_stand_in(seen, seed) for seed in range(1400))
        assert set(shown) == set(now.state.hands[0])
        assert min(shown.values()) > 150
        assert max(shown.values()) < 250


def shown_by_stand_in(seen: Observation, seed: int) -> int:
    move = BOTS[STAND_IN](seen, Random(seed))
    assert isinstance(move, AttackFromHand)
    return move.spy


def test_a_stand_in_attacks_where_the_spy_it_shows_teaches_or_hits() -> None:
    now = duel("012", "568").hand(4, at=0).hand(9, at=0).hand(6, at=0).hand(9, at=1).wait().wait()
    assert now.possible(1)[0] == "5"
    moves = {BOTS[STAND_IN](now.seen_by(0), Random(seed)) for seed in range(200)}
    assert {move.target for move in moves if isinstance(move, AttackFromHand) and move.spy == 5} == {0}


def test_a_stand_in_attacks_from_any_of_its_hideouts_every_fifth_turn_with_anything_hidden() -> None:
    now = duel("456", "368")
    while now.state.turn < 5:
        now = now.wait()
    moves = [BOTS[STAND_IN](now.seen_by(0), Random(seed)) for seed in range(600)]
    assert all(isinstance(move, AttackFromHideout) for move in moves)
    chosen = Counter(move.own for move in moves)
    assert sorted(chosen) == [0, 1, 2]
    assert min(chosen.values()) > 150


@pytest.mark.deep
@pytest.mark.parametrize(("bot", "against"), SHARES)
def test_the_stronger_bot_wins_clearly_more_often(bot: str, against: str) -> None:
    strength = measure(GAMES, bot, against)
    assert strength.bounds[1] > SHARES[bot, against], str(strength)
    assert strength.bounds[0] > 0.5, str(strength)


def test_that_would_not_be_said_of_a_bot_that_is_no_better() -> None:
    even = measure(GAMES // 2, "random", "random")
    assert even.bounds[1] < SHARES["steady", "random"] - 0.1
    assert even.bounds[0] < 0.5


def test_the_expert_ends_a_game_that_it_wins_by_it() -> None:
    now = duel("018", "568").hand(5, at=0).wait().hand(6, at=1).wait().hand(9, at=2).wait().hand(7, at=2).wait()
    assert now.possible(1)[2] == "8"
    assert {BOTS["expert"](now.seen_by(0), Random(seed)) for seed in range(10)} == {AttackFromHideout(0, 2, 2)}


def test_what_the_expert_puts_in_by_a_swap_or_a_refill_is_drawn_from_all_that_it_has() -> None:
    swapping = [
        move for move in duel("456").seen_by(0).legal if isinstance(move, Swap) and (move.own, move.token) == (1, 2)
    ]
    for moves in (swapping, duel("123", "145").hideout(0, at=0).seen_by(0).legal):
        drawn = Counter(expert.draw_hidden(moves, Random(seed)) for seed in range(400))
        assert set(drawn) == set(moves)
        assert max(drawn.values()) < 400 / 4


def test_the_expert_takes_an_attack_with_a_weaker_spy_as_a_sign_that_the_better_ones_are_hidden() -> None:
    weaker, better = (duel("012", "369", first=1).hand(spy, at=0) for spy in (8, 4))
    after_weaker, after_better = (_find_chances(now.seen_by(0), 1) for now in (weaker, better))
    assert sum(row[4] + row[5] for row in after_weaker) > 1.02 * sum(row[6] + row[7] for row in after_weaker)
    assert all(row[4] == 0 for row in after_better)


def test_who_takes_any_spy_says_nothing_by_showing_a_weaker_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.hideouts.rules.evidence.CAREFUL", 0.0)
    chances = _find_chances(duel("012", "369", first=1).hand(8, at=0).seen_by(0), 1)
    assert sum(row[4] + row[5] for row in chances) == pytest.approx(sum(row[6] + row[7] for row in chances))


def test_a_decision_of_the_expert_takes_as_many_steps_whatever_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {hidden: count_steps_of(hidden, monkeypatch) for hidden in ("123", "012", "138", "468", "018")}
    assert len(set(steps.values())) == 1, steps
    assert min(steps.values()) > 100


def count_steps_of(hidden: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many endings the expert weighs where all see the same, whatever these three spies are."""
    now = duel(hidden, "456").hand(7, at=0).hand(9, at=0)
    with monkeypatch.context() as patch:
        endings = count_calls(patch, expert.__name__, "_value_of")
        BOTS["expert"](now.seen_by(0), Random(1))
    return len(endings)


def test_decoys_next_to_a_destroyed_hideout_are_lost_and_no_longer_at_stake() -> None:
    side = Side(open=(7, 3, 1), decoys=(2, 1, 0), down=0, lost=0)
    assert side.lose(0) == Side(open=(0, 3, 1), decoys=(0, 1, 0), down=1, lost=2)


def test_every_hidden_spy_counts_by_its_own_weight() -> None:
    assert WEIGHTS[0] != WEIGHTS[4]
    for spies in ((0, 4, 4), (4, 0, 4), (4, 4, 0)):
        assert _weigh_hidden(Hide(0, spies)) == WEIGHTS[0] * WEIGHTS[4] ** 2


def test_a_spy_is_found_by_halving_in_as_many_attacks_as_it_takes() -> None:
    alone, three, other = 1 << 5, 0b1110 << 3, 1 << 4
    assert (count_steps(alone, 5), count_steps(three, 5), count_steps(three, 4), count_steps(other, 5)) == (1, 1, 2, 0)
