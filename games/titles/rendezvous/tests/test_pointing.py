"""Pointing and guessing: who may point at whom, who may guess, and that no one learns of it before the debriefing."""

import pytest

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Decision, Event, Term
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.moves import Guess, Point, read_choice
from games.titles.rendezvous.tests.builders import table

POINT = "point"


def test_all_point_at_once_in_secret_after_the_last_word() -> None:
    now = table("A??A").talked()
    assert rendezvous.to_act(now.state) == (0, 1, 2, 3)
    for seat in range(4):
        assert rendezvous.decision(now.state, seat) == Decision(POINT, 1, sealed=True, vote=True)


def test_a_spy_points_at_themselves_and_another_a_counter_spy_at_two_others_and_one_of_three_at_any_two() -> None:
    now, three = table("A??A").talked(), table("ABA", variant="three").talked()
    assert {now.refuses(Point(0, at)) for at in ((0, 1), (0, 2), (0, 3))} == {None}
    assert {now.refuses(Point(1, at)) for at in ((0, 2), (0, 3), (2, 3))} == {None}
    assert (now.refuses(Point(0, (1, 3))), now.refuses(Point(1, (0, 1)))) == ("point_self", "point_others")
    assert {three.refuses(Point(seat, at)) for seat in range(3) for at in ((0, 1), (0, 2), (1, 2))} == {None}


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ((), "point_two"), ((0,), "point_two"), ((0, 0), "point_two"), ((0, 1, 2), "point_two"), ((1, 0), "point_two"),
        ((0, 4), "point_nobody"), ((-1, 0), "point_nobody"),
    ],
)  # fmt: skip
def test_a_pointing_names_two_different_players_of_the_table(at: tuple[int, ...], code: str) -> None:
    assert table("A??A").talked().refuses(Point(0, at)) == code


def test_a_form_gives_the_seats_in_order_however_they_were_ticked() -> None:
    assert read_choice(1, POINT, {"at": ["3", "0"]}) == (Point(1, (0, 3)),)
    assert read_choice(1, POINT, {}) == (Point(1, ()),)
    with pytest.raises(MalformedMove):
        read_choice(1, POINT, {"at": ["x", "0"]})


def test_every_counter_spy_who_pointed_at_both_spies_and_no_one_else_may_guess() -> None:
    now = table("A??A?").points("03", "03", "01", "03", "03")
    assert rendezvous.to_act(now.state) == (1, 4)
    assert rendezvous.decision(now.state, 1) == Decision("guess", 1, sealed=True, public=False)
    assert now.refuses(Guess(0, "sky")) == "not_your_turn"
    assert now.refuses(Guess(2, "sky")) == "not_your_turn"


def test_if_no_one_may_guess_the_debriefing_comes_at_once() -> None:
    now = table("A??A", "B??B").points("03", "02", "13", "03")
    assert (len(now.state.rounds), now.state.phase) == (1, "say")


def test_at_a_table_of_three_being_asked_to_guess_tells_the_counter_spy_their_side() -> None:
    now = table("ABA", variant="three").points("01", "02", "02")
    assert rendezvous.to_act(now.state) == (1,)
    assert rendezvous.observe(now.state, 1).is_spy is None


def test_who_may_guess_is_known_to_themselves_alone() -> None:
    now = table("A??A?").points("03", "03", "01", "03", "03")
    assert [now.seen_by(viewer).awaited for viewer in (None, 0, 1, 2, 3, 4)] == [(), (), (1,), (), (), (4,)]


def test_any_word_may_be_guessed_or_none() -> None:
    now = table("A??A").points("03", "03", "01", "03")
    assert [now.refuses(Guess(1, guess)) for guess in ("sky", "aone", None)] == [None] * 3
    assert read_choice(1, "guess", {"none": ["1"]}) == (Guess(1, None),)
    with pytest.raises(MalformedMove) as refused:
        read_choice(1, "guess", {"password": [""]})
    assert refused.value.code == "no_guess"


def test_nothing_is_told_of_a_pointing_until_the_last_is_in() -> None:
    before = table("A??A").talked()
    for at in ((0, 1), (0, 3)):
        after = before.moves(Point(0, at))
        for viewer in (None, 1, 2, 3):
            assert rendezvous.narrate(before.state, Point(0, at), after.state, viewer, after.state) == ()
            assert after.seen_by(viewer) == before.moves(Point(0, (0, 2))).seen_by(viewer)


def test_when_someone_may_guess_only_they_are_told_that_it_is_they() -> None:
    before = table("A??A").points("03", "03", "01")
    after = before.moves(Point(3, (0, 3)))
    told = {
        v: rendezvous.narrate(before.state, Point(3, (0, 3)), after.state, v, after.state) for v in (None, 0, 1, 2, 3)
    }
    assert told[1] == (Event("guess_is_yours"),)
    assert all(told[viewer] == (Event("somebody_guesses"),) for viewer in (None, 0, 2, 3))


def test_the_debriefing_tells_who_pointed_at_whom_what_was_guessed_and_each_point_with_its_reason() -> None:
    before = table("A??A").points("03", "03", "01", "03")
    after = before.guesses("aone")
    events = rendezvous.narrate(before.state, Guess(1, "aone"), after.state, None, after.state)
    assert [event.code for event in events] == [
        "spies", "pointed", "pointed", "pointed", "pointed", "guessed",
        "pay_found", "pay_found", "pay_identified", "pay_identified", "pay_guessed", "over",
    ]  # fmt: skip
    assert events[0].params["word"] == Term("word", "aone", "en")
    assert events[5] == Event("guessed", {"player": Term("seat", 1), "word": Term("word", "aone", "en")})


def test_without_points_the_debriefing_tells_the_story_alone() -> None:
    before = table("A??A", points=False).points("03", "03", "01", "03")
    after = before.guesses("aone")
    events = rendezvous.narrate(before.state, Guess(1, "aone"), after.state, None, after.state)
    assert {event.code for event in events} == {"spies", "pointed", "guessed", "over"}


def test_at_a_table_of_three_the_debriefing_names_the_unaware_counter_spy() -> None:
    before = table("ABA", variant="three").points("02", "01")
    after = before.moves(Point(2, (0, 2)))
    events = rendezvous.narrate(before.state, Point(2, (0, 2)), after.state, None, after.state)
    assert Event("unaware", {"player": Term("seat", 1), "word": Term("word", "bone", "en")}) in events
