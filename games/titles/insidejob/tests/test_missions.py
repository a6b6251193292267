"""Every mission condition, met and failed, with three, four and five cards."""

import pytest

from games.titles.insidejob.rules.missions import MISSIONS, is_met
from games.titles.insidejob.tests.builders import trick_of
from games.titles.insidejob.tests.builders_missions import CASES


@pytest.mark.parametrize(("mission_id", "met", "codes"), CASES)
def test_5_2_a_mission_is_judged_on_the_trick_as_it_lies(mission_id: str, met: bool, codes: list[str]) -> None:
    assert is_met(MISSIONS[mission_id], trick_of(*codes)) is met


def test_5_2_every_mission_has_examples_met_and_failed_for_three_four_and_five_cards() -> None:
    seen = {(mission_id, met, len(codes)) for mission_id, met, codes in CASES}
    assert seen == {
        (mission.id, met, size) for mission in MISSIONS.values() for met in (True, False) for size in (3, 4, 5)
    }


@pytest.mark.parametrize(
    ("third", "last"),
    [
        ("third-highest-yellow", "last-highest-green"),
        ("third-lowest-blue", "last-lowest-pink"),
        ("third-wins-pink", "last-wins-blue"),
    ],
)
def test_with_three_cards_the_third_is_the_last(third: str, last: str) -> None:
    for codes in (("B1", "B2", "B3"), ("B3", "B2", "B1"), ("B2", "B3", "B1")):
        trick = trick_of(*codes)
        assert is_met(MISSIONS[third], trick) is is_met(MISSIONS[last], trick)


def test_positions_are_those_of_play_and_not_seats() -> None:
    led_by_2 = [played._replace(seat=(played.seat + 2) % 4) for played in trick_of("B9", "B2", "B3", "B4")]
    assert is_met(MISSIONS["first-highest-blue"], led_by_2)
    assert is_met(MISSIONS["first-wins-yellow"], led_by_2)
