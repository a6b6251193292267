"""The points of a round, each with its reason and in the order of the rules."""

from dataclasses import replace
from typing import Any

import pytest

from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.moves import Say
from games.titles.rendezvous.rules.scoring import Payment, settle
from games.titles.rendezvous.rules.words import list_associations
from games.titles.rendezvous.tests.builders import table

TOTAL = 110


FOUND = [("found", None, 0, 3), ("found", None, 3, 3)]
UNFOUND = [("unfound", None, 1, 1), ("unfound", None, 2, 1)]
LEVIES = [("levy", 0, None, 2), ("levy", 1, None, 3), ("levy", 2, None, 3), ("levy", 3, None, 3)]
FOUND_OF_THREE = [("found", None, 0, 2), ("found", None, 2, 2)]
MISTAKEN = [("unfound", None, 1, 1), ("mistaken", 0, 1, 1)]
IDENTIFIED = [("identified", spy, other, 1) for spy in (0, 3) for other in (1, 2)]


@pytest.mark.parametrize(
    ("held", "points", "paid", "after"),
    [
        pytest.param((3, 3, 3, 3), "03 02 13 03", FOUND, (6, 3, 3, 6), id="found each other"),
        pytest.param((3, 3, 3, 3), "01 02 13 03", [*UNFOUND, ("mistaken", 0, 1, 1)], (2, 5, 4, 3), id="missed"),
        pytest.param((3, 3, 3, 3), "03 02 13 23", [*UNFOUND, ("mistaken", 3, 2, 1)], (3, 4, 5, 2), id="one found"),
        pytest.param(
            (3, 3, 3, 3),
            "01 02 13 23",
            [*UNFOUND, ("mistaken", 0, 1, 1), ("mistaken", 3, 2, 1)],
            (2, 5, 5, 2),
            id="all takes come before all gives",
        ),
        pytest.param((3, 3, 3, 3), "03 03 03 03", [*FOUND, *IDENTIFIED], (4, 5, 5, 4), id="both are identified"),
        pytest.param((2, 100, 3, 4), "03 02 13 03", [*LEVIES, *FOUND], (3, 97, 0, 4), id="the bank runs short"),
        pytest.param(
            (4, 100, 3, 0),
            "03 02 13 03",
            [FOUND[0], *(("levy", seat, None, 3) for seat in (0, 1, 2)), FOUND[1]],
            (4, 97, 0, 3),
            id="the shortage is looked at for each payment",
        ),
    ],
)
def test_who_takes_and_gives_what(held: tuple[int, ...], points: str, paid: Any, after: tuple[int, ...]) -> None:
    now = table("A??A", held=held).points(*points.split())
    now = now.guesses(*[None] * len(rendezvous.to_act(now.state)) if now.state.phase == "guess" else [])
    assert (now.paid, now.state.points) == (paid, after)


def test_a_pointing_missed_points_at_no_one_and_is_paid_for_as_such() -> None:
    assert table("A??A").points(None, None, None, None).paid == UNFOUND


def test_the_exact_password_brings_one_point_of_the_bank() -> None:
    now = table("A??A").points("03", "03", "03", "03").guesses("AÖNE", "aon")
    assert now.paid[-1] == ("guessed", None, 1, 1)
    assert [reason for reason, *_ in now.paid].count("guessed") == 1


def test_the_password_is_that_of_the_number_picked() -> None:
    now = table("A??A", number=10).points("03", "03", "03", "03").guesses("aone", "aten")
    assert [payee for reason, _, payee, _ in now.paid if reason == "guessed"] == [2]


def test_what_a_player_does_not_have_the_bank_pays() -> None:
    now = table("A??A", held=(0, 3, 3, 3)).points("01", "02", "13", "03")
    assert now.round.payments[-1] == Payment("mistaken", None, 1, 1, debtor=0)
    assert now.state.points == (0, 5, 4, 3)


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
    assert with_points.round.payments == without.round.payments
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


@pytest.mark.parametrize(("held", "loses"), [(3, True), (0, False)], ids=["3", "nothing"])
def test_at_crossed_paths_a_spy_who_pointed_at_one_of_the_other_pair_loses_one(held: int, loses: bool) -> None:
    now = table("AB?AB??", variant="crossed", held=(held, *[3] * 6)).points("01", "14", "56", "03", "14", "26", "25")
    lost = [payment for payment in now.paid if payment[0] == "crossed_paths"]
    assert (lost, now.state.points[0]) == ([("crossed_paths", 0, None, 1)] * loses, max(0, held - 1))


def test_at_crossed_paths_a_spy_of_each_pair_is_no_pair_to_be_identified() -> None:
    now = table("AB?AB??", variant="crossed").points("03", "14", "01", "03", "14", "34", "25")
    assert len(now.state.rounds) == 1


def test_at_crossed_paths_a_guess_is_for_the_password_of_the_pair_identified() -> None:
    now = table("AB?AB??", variant="crossed").points("03", "14", "14", "03", "14", "03", "25")
    now = now.guesses("aone", "bone")
    assert not [reason for reason, *_ in now.paid if reason == "guessed"]


@pytest.mark.parametrize(
    ("points", "guess", "paid"),
    [
        pytest.param("02 01 02", [], FOUND_OF_THREE, id="spies who found each other take two each"),
        pytest.param(
            "01 02 02",
            ["aone"],
            [*MISTAKEN, ("identified", 0, 1, 1), ("identified", 2, 1, 1), ("guessed", None, 1, 1)],
            id="one who shares their password with no one is the counter-spy",
        ),
        pytest.param("12 01 12", [], [*MISTAKEN, ("mistaken", 2, 1, 1)], id="a spy who points at both others errs"),
        pytest.param("12 01 02", [], MISTAKEN, id="and has found no one"),
        pytest.param(
            "02 02 02",
            [None],
            [*FOUND_OF_THREE, ("identified", 0, 1, 1), ("identified", 2, 1, 1)],
            id="the counter-spy who points at both others has identified both",
        ),
    ],
)
def test_who_takes_and_gives_what_at_a_table_of_three(points: str, guess: list[str | None], paid: Any) -> None:
    assert table("ABA", variant="three").points(*points.split()).guesses(*guess).paid == paid


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
