"""Components and setup: two factions with the same ten spies, three of them hidden at the same time."""

from collections import Counter
from random import Random

import pytest

from games.rules.engine.play import Position, answer, settle
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.deal import make_deal
from games.titles.hideouts.rules.moves import Hide, Refill
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.tests.builders import duel, hands, unhidden


def test_both_players_start_with_the_same_ten_spies_and_five_decoys() -> None:
    now = unhidden()
    assert (hands(now), now.seen_by(None).tokens) == (["0123456789"] * 2, (5, 5))


def test_one_plays_the_agency_and_the_other_the_masks_each_a_side_of_its_own() -> None:
    assert unhidden().seen_by(0).roles == ("agency", "masks")
    assert hideouts.SIDES["agency"] != hideouts.SIDES["masks"]


def test_three_spies_are_hidden_from_left_to_right_and_seven_stay_in_the_hand() -> None:
    now = duel("731", "890")
    assert [now.looks(0), now.looks(1)] == ["731", "890"]
    assert hands(now) == ["0245689", "1234567"]


def test_both_hide_at_the_same_time_and_neither_learns_what_the_other_did() -> None:
    now = unhidden(first=1)
    assert hideouts.to_act(now.state) == (0, 1)
    position = Position(now.state)
    blank = {seat: now.seen_by(seat) for seat in (0, 1)}
    position, written = answer(hideouts, position, 1, "hide-1", [Hide(1, (4, 5, 6))])
    assert written == ()
    assert {seat: hideouts.observe(position.state, seat) for seat in (0, 1)} == blank
    position, _ = answer(hideouts, position, 0, "hide-1", [Hide(0, (1, 2, 3))])
    position, written = settle(hideouts, position, {}, Random(1))
    assert [entry.move for entry in written] == [Hide(0, (1, 2, 3)), Hide(1, (4, 5, 6))]
    assert hideouts.to_act(position.state) == (1,)


def test_what_was_hidden_may_be_changed_until_both_have_chosen() -> None:
    position = Position(unhidden().state)
    for spies in ((4, 5, 6), (7, 8, 9)):
        position, _ = answer(hideouts, position, 1, "hide-1", [Hide(1, spies)])
    position, _ = answer(hideouts, position, 0, "hide-1", [Hide(0, (1, 2, 3))])
    position, written = settle(hideouts, position, {}, Random(1))
    assert written[1].move == Hide(1, (7, 8, 9))


@pytest.mark.parametrize("spies", [(), (1, 2), (1, 2, 3, 4), (1, 2, 2), (1, 2, 10), (-1, 2, 3)])
def test_exactly_three_different_spies_from_0_to_9_are_hidden(spies: tuple[int, ...]) -> None:
    assert unhidden().refuses(Hide(0, spies)) == "hide_three"
    assert unhidden().refuses(Hide(0, (0, 5, 9))) is None


def test_nothing_else_is_done_before_both_have_hidden_and_nothing_is_hidden_after() -> None:
    assert unhidden().refuses(Refill(0, 1)) == "other_choice"
    assert duel().refuses(Hide(0, (1, 2, 3))) == "other_choice"
    assert duel().refuses(Hide(1, (1, 2, 3))) == "not_your_turn"


def test_the_first_player_is_drawn_at_random_in_a_rematch_too() -> None:
    chance = Random(1)
    previous = make_deal(Options(), 2, chance)
    drawn = Counter(make_deal(Options(), 2, chance, previous).first for _ in range(400))
    assert min(drawn[0], drawn[1]) > 150
    assert duel(first=1).asked == 1


def test_a_player_may_always_look_at_their_own_hideouts_never_at_the_opponents() -> None:
    now = duel("731", "890")
    assert [seen.spy for seen in now.seen_by(0).hideouts[0]] == [7, 3, 1]
    assert [seen.spy for seen in now.seen_by(0).hideouts[1]] == [None] * 3
    assert [seen.spy for seen in now.seen_by(None).hideouts[0]] == [None] * 3
    assert (now.seen_by(1).hand, now.seen_by(None).hand) == ((1, 2, 3, 4, 5, 6, 7), ())
