"""Laps of words: who speaks when, what may be said, and what the own password forbids."""

import pytest

from games.rules.engine.errors import MalformedMove
from games.rules.engine.play import Position, answer, settle
from games.rules.engine.values import Chance, Decision, Entry, Seat
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.emoji import EMOJI
from games.titles.rendezvous.rules.moves import Say, load_move, read_choice
from games.titles.rendezvous.tests.builders import TITLE, Table, table


def speakers(now: Table) -> list[Seat]:
    order = []
    while now.state.phase == "say":
        order.append(rendezvous.to_act(now.state)[0])
        now = now.moves(Say(order[-1], None, EMOJI[:2]) if now.state.options.silent else Say(order[-1], "word"))
    return order


def test_two_laps_in_seat_order_from_the_first_player() -> None:
    assert speakers(table("A??A", first=2)) == [2, 3, 0, 1, 2, 3, 0, 1]


def test_one_player_after_the_other_is_asked_and_speaks() -> None:
    now = table("A??A", first=2)
    assert rendezvous.to_act(now.state) == (2,)
    assert rendezvous.decision(now.state, 2) == Decision("say", 1)
    assert rendezvous.decision(now.state, 3) is None
    assert rendezvous.decision(now.says("a", "b", "c", "d").state, 2) == Decision("say", 2)
    assert now.refuses(Say(3, "sky")) == "not_your_turn"


def test_the_first_player_moves_one_seat_to_the_left_each_round() -> None:
    now = table("A??A", "B??B", "C??C", first=3)
    firsts = []
    for _ in range(3):
        firsts.append(now.state.first)
        now = now.points(None, None, None, None)
    assert firsts == [3, 0, 1]


def test_a_word_said_before_may_be_said_again() -> None:
    assert table("A??A").says("sky").refuses(Say(1, "sky")) is None
    assert table("A??A").says("a", "b", "c", "d").refuses(Say(0, "a")) is None


@pytest.mark.parametrize("word", ["athree", "AThRÉE", "xathreey", "athree-b"])
def test_a_player_may_not_say_the_own_password_nor_a_word_that_contains_it(word: str) -> None:
    assert table("A??A", number=3).refuses(Say(0, word)) == "own_password"


def test_the_other_words_of_the_own_card_may_be_said() -> None:
    assert table("A??A", number=2).refuses(Say(0, "aone")) is None
    assert table("A??A", number=2).refuses(Say(0, "atwo")) == "own_password"


@pytest.mark.parametrize("word", ["aone", "AÔNE", "aones", "sky"])
def test_no_one_but_its_holders_ever_meets_the_ban(word: str) -> None:
    now = table("?A?A").says("sky")
    with_password, without = now.refuses(Say(1, word)), table("A??A").says("sky").refuses(Say(1, word))
    assert without is None
    assert with_password == (None if word == "sky" else "own_password")


def test_a_counter_spy_who_says_the_password_by_chance_is_heard_like_anybody() -> None:
    chance, other = (table("A??A").says("sky", word) for word in ("aone", "tree"))
    for viewer in (None, 0, 1, 2, 3):
        seen, usual = chance.seen_by(viewer), other.seen_by(viewer)
        assert [say.word for say in seen.says] == ["sky", "aone"]
        assert (seen.awaited, seen.decision, seen.legal) == (usual.awaited, usual.decision, usual.legal)


def test_at_a_table_of_three_everybody_has_a_ban_of_their_own() -> None:
    now = table("ABA", variant="three")
    assert now.refuses(Say(0, "aone")) == "own_password"
    assert now.says("sky").refuses(Say(1, "aone")) is None
    assert now.says("sky").refuses(Say(1, "bone")) == "own_password"


def test_the_words_offered_are_the_same_to_all_with_any_card() -> None:
    spy, counter_spy = table("A??A"), table("?AA?")
    assert rendezvous.legal_moves(spy.state, 0) == rendezvous.legal_moves(counter_spy.state, 0)


def test_a_word_not_said_in_time_is_a_silence_and_the_lap_goes_on() -> None:
    now = table("A??A").says(None, "sky")
    assert now.state.says == (Say(0, None), Say(1, "sky"))
    assert now.refuses(Say(2, None)) == "no_word"


def test_at_once_all_write_a_word_of_the_lap_in_secret() -> None:
    now = table("A??A", laps="at_once")
    assert {*rendezvous.to_act(now.state)} == {0, 1, 2, 3}
    for seat in range(4):
        assert rendezvous.decision(now.state, seat) == Decision("say", 1, sealed=True)


def test_at_once_the_words_appear_together_and_stand_in_the_order_of_turns() -> None:
    now, log = Position(table("A??A", first=2, laps="at_once").state), list[Entry]()
    for seat in (0, 3, 1, 2):
        now, entries = answer(TITLE, now, seat, "say-1", [Say(seat, f"w{'abcd'[seat]}")])
        assert not entries
        assert rendezvous.observe(now.state, None).says == ()
        now, entries = settle(TITLE, now, {}, Chance(0))
        log.extend(entries)
    assert [entry.move.word for entry in log] == ["wc", "wd", "wa", "wb"]
    assert [say.word for say in rendezvous.observe(now.state, None).says] == ["wc", "wd", "wa", "wb"]


def test_at_once_the_own_ban_holds_for_each() -> None:
    now = table("A??A", laps="at_once")
    assert now.refuses(Say(3, "aone")) == "own_password"
    assert now.refuses(Say(1, "aone")) is None


def test_silent_there_is_one_lap_of_one_to_three_emoji() -> None:
    now = table("A??A", silent=True)
    assert speakers(now) == [0, 1, 2, 3]
    assert now.refuses(Say(0, None, EMOJI[:1])) is None
    assert now.refuses(Say(0, None, (EMOJI[0], EMOJI[0], EMOJI[5]))) is None
    assert now.refuses(Say(0, "word")) == "other_choice"
    assert table("A??A").refuses(Say(0, None, EMOJI[:1])) == "other_choice"


def test_the_picker_has_about_sixty_different_emoji_of_one_sign_each() -> None:
    assert 50 <= len(EMOJI) == len(set(EMOJI))
    assert {len(sign) for sign in EMOJI} == {1}


@pytest.mark.parametrize("emoji", [[], [*EMOJI[:4]], ["x"], ["🤖"], [1], [None], [EMOJI[0] + EMOJI[1]], [[]]])
def test_anything_but_one_to_three_emoji_of_the_picker_is_no_mime(emoji: list[object]) -> None:
    with pytest.raises(MalformedMove):
        load_move(0, {"type": "say", "emoji": emoji})


def test_a_form_gives_the_emoji_that_were_picked_in_their_order() -> None:
    fields = {"emoji": [EMOJI[7], "", EMOJI[2]]}
    assert read_choice(1, "say", fields) == (Say(1, None, (EMOJI[7], EMOJI[2])),)
    with pytest.raises(MalformedMove) as refused:
        read_choice(1, "say", {"emoji": ["", ""]})
    assert refused.value.code == "no_emoji"
