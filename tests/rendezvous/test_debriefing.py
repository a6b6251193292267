"""The points of a round, each with its reason and in the order of the rules."""

from dataclasses import replace

import pytest

from games.rules.rendezvous.folding import fold
from games.rules.rendezvous.moves import Say
from games.rules.rendezvous.scoring import Payment, settle
from games.rules.rendezvous.words import list_associations
from tests.rendezvous.builders import table

TOTAL = 110


def test_spies_who_found_each_other_take_three_each_and_the_counter_spies_nothing() -> None:
    now = table("A??A").points("03", "02", "13", "03")
    assert now.paid == [("found", None, 0, 3), ("found", None, 3, 3)]
    assert now.state.points == (6, 3, 3, 6)


def test_if_they_missed_each_other_every_counter_spy_takes_one_and_a_spy_gives_one_to_whom_they_pointed_at() -> None:
    now = table("A??A").points("01", "02", "13", "03")
    assert now.paid == [("unfound", None, 1, 1), ("unfound", None, 2, 1), ("mistaken", 0, 1, 1)]
    assert now.state.points == (2, 5, 4, 3)


def test_one_spy_who_found_the_other_is_not_enough() -> None:
    now = table("A??A").points("03", "02", "13", "23")
    assert ("mistaken", 3, 2, 1) in now.paid
    assert not [reason for reason, *_ in now.paid if reason == "found"]


def test_all_takes_come_before_all_gives() -> None:
    now = table("A??A", held=(0, 0, 0, 0)).points("01", "02", "13", "23")
    assert [reason for reason, *_ in now.paid] == ["unfound", "unfound", "mistaken", "mistaken"]


def test_each_spy_gives_one_to_every_counter_spy_who_identified_both() -> None:
    now = table("A??A").points("03", "03", "03", "03").guesses(None, None)
    assert now.paid[2:] == [
        ("identified", 0, 1, 1), ("identified", 0, 2, 1), ("identified", 3, 1, 1), ("identified", 3, 2, 1),
    ]  # fmt: skip
    assert now.state.points == (4, 5, 5, 4)


def test_the_exact_password_brings_one_point_of_the_bank() -> None:
    now = table("A??A").points("03", "03", "03", "03").guesses("AÖNE", "aon")
    assert now.paid[-1] == ("guessed", None, 1, 1)
    assert [reason for reason, *_ in now.paid].count("guessed") == 1


def test_the_password_is_that_of_the_number_picked() -> None:
    now = table("A??A", number=10).points("03", "03", "03", "03").guesses("aone", "aten")
    assert [payee for reason, _, payee, _ in now.paid if reason == "guessed"] == [2]


def test_a_pointing_missed_points_at_no_one_and_is_paid_for_as_such() -> None:
    now = table("A??A").points(None, None, None, None)
    assert now.paid == [("unfound", None, 1, 1), ("unfound", None, 2, 1)]


def test_what_a_player_does_not_have_the_bank_pays() -> None:
    now = table("A??A", held=(0, 3, 3, 3)).points("01", "02", "13", "03")
    assert now.payments[-1] == Payment("mistaken", None, 1, 1, debtor=0)
    assert now.state.points == (0, 5, 4, 3)


def test_a_bank_that_runs_short_first_gets_three_of_every_player_or_what_they_have() -> None:
    now = table("A??A", held=(2, 100, 3, 4)).points("03", "02", "13", "03")
    levies = [("levy", 0, None, 2), ("levy", 1, None, 3), ("levy", 2, None, 3), ("levy", 3, None, 3)]
    assert now.paid == [*levies, ("found", None, 0, 3), ("found", None, 3, 3)]
    assert now.state.points == (3, 97, 0, 4)


def test_the_shortage_is_looked_at_for_each_single_payment() -> None:
    now = table("A??A", held=(4, 100, 3, 0)).points("03", "02", "13", "03")
    assert [reason for reason, *_ in now.paid] == ["found", "levy", "levy", "levy", "found"]
    assert now.state.points == (4, 97, 0, 3)


def test_a_debt_that_the_bank_pays_makes_it_run_short_too() -> None:
    payments, points = settle([Payment("mistaken", 0, 1, 1)], (0, 110, 0), TOTAL)
    assert payments == (Payment("levy", 1, None, 3), Payment("mistaken", None, 1, 1, debtor=0))
    assert points == (0, 108, 0)


def test_no_point_is_ever_made_or_lost() -> None:
    now = table("A??A", held=(2, 100, 3, 4)).points("01", "03", "13", "23").guesses("aone")
    assert sum(now.state.points) + now.state.bank == TOTAL
    assert min(now.state.points) >= 0


def test_without_points_the_same_is_computed_and_no_one_wins() -> None:
    with_points, without = (table("A??A", points=points).points("03", "02", "13", "03") for points in (True, False))
    assert with_points.payments == without.payments
    assert without.state.outcome is not None
    assert (without.state.outcome.reason, without.state.outcome.winners) == ("unscored", ())
    assert without.state.outcome.figures == {"points": [6, 3, 3, 6], "spy_rounds": [1, 0, 0, 1]}


def test_at_crossed_paths_the_pair_with_the_lowest_seat_comes_first_and_guesses_come_last() -> None:
    now = table("AB?AB??", variant="crossed").points("03", "14", "14", "03", "14", "03", "25")
    now = now.guesses("bone", "aone")
    assert [(reason, payer, payee) for reason, payer, payee, _ in now.paid] == [
        ("found", None, 0), ("found", None, 3), ("identified", 0, 5), ("identified", 3, 5),
        ("found", None, 1), ("found", None, 4), ("identified", 1, 2), ("identified", 4, 2),
        ("guessed", None, 2), ("guessed", None, 5),
    ]  # fmt: skip


def test_at_crossed_paths_every_holder_of_a_question_mark_takes_one_for_each_pair_that_missed_each_other() -> None:
    now = table("AB?AB??", variant="crossed").points("02", "12", "56", "23", "24", "26", "25")
    assert [payee for reason, _, payee, _ in now.paid if reason == "unfound"] == [2, 5, 6, 2, 5, 6]


def test_at_crossed_paths_a_spy_who_pointed_at_a_spy_of_the_other_pair_loses_one_to_the_bank() -> None:
    now = table("AB?AB??", variant="crossed").points("01", "14", "56", "03", "14", "26", "25")
    assert ("crossed_paths", 0, None, 1) in now.paid
    assert now.state.points[0] == 2


def test_at_crossed_paths_who_has_nothing_left_to_lose_loses_nothing() -> None:
    now = table("AB?AB??", variant="crossed", held=(0, 3, 3, 3, 3, 3, 3))
    now = now.points("01", "14", "56", "03", "14", "26", "25")
    assert not [reason for reason, *_ in now.paid if reason == "crossed_paths"]
    assert now.state.points[0] == 0


def test_at_crossed_paths_a_spy_of_each_pair_is_no_pair_to_be_identified() -> None:
    now = table("AB?AB??", variant="crossed").points("03", "14", "01", "03", "14", "34", "25")
    assert len(now.state.rounds) == 1


def test_at_crossed_paths_a_guess_is_for_the_password_of_the_pair_identified() -> None:
    now = table("AB?AB??", variant="crossed").points("03", "14", "14", "03", "14", "03", "25")
    now = now.guesses("aone", "bone")
    assert not [reason for reason, *_ in now.paid if reason == "guessed"]


def test_at_a_table_of_three_spies_who_found_each_other_take_two_each() -> None:
    now = table("ABA", variant="three").points("02", "01", "02")
    assert now.paid == [("found", None, 0, 2), ("found", None, 2, 2)]


def test_at_a_table_of_three_one_who_shares_their_password_with_no_one_is_the_counter_spy() -> None:
    now = table("ABA", variant="three").points("01", "02", "02").guesses("aone")
    assert now.paid == [
        ("unfound", None, 1, 1), ("mistaken", 0, 1, 1), ("identified", 0, 1, 1), ("identified", 2, 1, 1),
        ("guessed", None, 1, 1),
    ]  # fmt: skip


def test_at_a_table_of_three_a_spy_who_points_at_both_others_still_pointed_at_the_counter_spy() -> None:
    now = table("ABA", variant="three").points("12", "01", "12")
    assert now.paid == [("unfound", None, 1, 1), ("mistaken", 0, 1, 1), ("mistaken", 2, 1, 1)]


def test_at_a_table_of_three_a_spy_who_points_at_both_others_has_found_no_one() -> None:
    now = table("ABA", variant="three").points("12", "01", "02")
    assert now.paid == [("unfound", None, 1, 1), ("mistaken", 0, 1, 1)]


def test_at_a_table_of_three_the_counter_spy_who_points_at_both_others_has_identified_both() -> None:
    now = table("ABA", variant="three").points("02", "02", "02").guesses(None)
    assert now.paid == [("found", None, 0, 2), ("found", None, 2, 2), ("identified", 0, 1, 1), ("identified", 2, 1, 1)]


@pytest.mark.parametrize("number", range(1, 11))
def test_passwords_of_every_number_are_opened_at_the_debriefing(number: int) -> None:
    now = table("A??A", number=number).points("03", "02", "13", "03")
    card = now.round.cards[0]
    assert card is not None
    assert now.round.passwords == (card[number - 1],)


def test_a_spys_word_of_another_password_is_a_feint_and_no_other_word_is() -> None:
    topics = list_associations("en", 1)
    own, other = topics[0], topics[1]
    pair = (own.password, *["x"] * 9)
    plain = next(hint for hint in own.hints if not count_other(hint, own.password))
    feint = next(hint for hint in other.hints if fold(hint) not in own.folded)
    finished = replace(
        table("A??A").points("03", "02", "13", "03").round, cards=(pair, None, None, pair), passwords=(own.password,)
    )
    seen = table("A??A").seen_by(None)
    assert seen.is_feint(finished, Say(0, feint))
    assert not seen.is_feint(finished, Say(0, plain))
    assert not seen.is_feint(finished, Say(0, "abracadabra")), "in no list"
    assert not seen.is_feint(finished, Say(1, feint)), "no spy"
    assert not seen.is_feint(finished, Say(0, None, ("🌊",)))


def count_other(hint: str, password: str) -> int:
    return sum(fold(hint) in each.folded for each in list_associations("en", 1) if each.password != password)
