"""What a page shows of a trick and of suspects: worked out from what its viewer sees."""

import re

import pytest
from django.utils import translation

from games.titles.insidejob.rules.cards import DECK
from games.titles.insidejob.rules.roles import PROF_NO
from games.titles.insidejob.tests.builders import cards, table
from games.titles.insidejob.tests.pages import page_of, view_of


def test_columns_stand_in_order_of_play_and_mark_who_leads_and_who_is_taking_it() -> None:
    now = table(4, leader=2).mission("odd-only-green").plays("B5", "B9+", "B13")
    assert [column.seat for column in now.seen_by(0).columns] == [2, 3, 0, 1]
    assert [column.leads for column in now.seen_by(0).columns] == [True, False, False, False]
    assert [column.takes for column in now.seen_by(0).columns] == [False, True, False, False]
    assert [column.suit for column in now.seen_by(0).columns] == ["B", "G", "B", ""]


def test_a_card_of_larrys_is_chosen_by_whoever_controls_him() -> None:
    columns = table(2, leader=1).mission("odd-only-green").plays("B5", "B9").seen_by(0).columns
    assert [(column.seat, column.kind, column.by) for column in columns] == [
        (1, "lead", 1),
        (2, "larry", None),
        (0, "play", 0),
    ]


@pytest.mark.parametrize("insider", [0, 3])
def test_cards_fade_alike_for_an_agent_and_for_the_insider(insider: int) -> None:
    now = table(4, insider=insider, leader=3).hold("B2 B4 G3 P1").mission("odd-only-green").plays("B5")
    assert now.seen_by(0).faded == cards("G3 P1")
    assert now.hold("G3 P1").seen_by(0).faded == ()


def test_nothing_fades_for_one_who_leads_or_is_not_asked() -> None:
    led = table(4, leader=0).hold("B2 G3", "B1 G4", "B3 G5").mission("odd-only-green")
    assert (led.seen_by(0).faded, led.plays("B2").seen_by(2).faded) == ((), ())


def test_a_finished_trick_lies_there_until_the_next_mission_is_chosen() -> None:
    now = table(4).won_by(2)
    finished = now.seen_by(0).finished
    assert finished
    assert [column.takes for column in finished.columns] == [False, False, True, False]
    assert now.mission("even-only-blue").seen_by(0).finished is None


def test_the_page_keeps_the_end_of_the_last_trick_for_those_who_did_not_see_it() -> None:
    now = table(4).won_by(2)
    assert 'data-once="over-1"' in page_of(now, 0)
    later = page_of(now.mission("even-only-blue"), 0, behind=True)
    assert 'data-once="trick-2"' in later
    assert '<template data-until="9">' in later
    assert 'data-once="play-1-2"' in later
    # A player who has seen the trick end does not see its intel fly again with the next mission.
    assert re.search(r'data-beat="8"[^<>]* data-once="over-1"', re.sub(r"\s+", " ", later))
    assert "<template data-until" not in page_of(now.mission("even-only-blue"), 0)


@pytest.mark.parametrize("memory", ["open", "last_trick"])
def test_a_line_up_tells_of_tricks_only_where_they_are_remembered(memory: str) -> None:
    now = table(4, tricks=8, memory=memory).won_by(2, met=True).won_by(2)
    seen = now.seen_by(0)
    assert seen.is_voting
    assert seen.taken == (((0, 0), (0, 0), (2, 1), (8, 8)) if memory == "open" else ())
    with translation.override("en"):
        page = page_of(now, 0)
    assert ("2 tricks" in page) == (memory == "open")


def test_intel_is_marked_one_below_what_reveals() -> None:
    assert table(4, intel=(4, 5, 1, 3)).seen_by(0).close == (0,)
    assert table(4, roles={3: PROF_NO}, intel=(4, 5, 1, 3)).seen_by(0).close == (3,)


def test_the_end_of_a_trick_is_told_with_what_players_had_before_the_next_one() -> None:
    at_end = table(4, leader=2, intel=(4, 3, 2, 1)).hold("G9 Y7", "Y8 Y9", "G5 G6", "G7 G8").mission("odd-only-green")
    at_end = at_end.plays("B9", "B3", "B5", "B7")
    before = at_end.seen_by(None).facts
    assert [(facts.intel, facts.cards, facts.is_close) for facts in before] == [
        (4, 2, True),
        (3, 2, False),
        (3, 2, False),
        (1, 2, False),
    ]
    since = at_end.mission("even-only-blue").plays("G5", "G7", "G9+")
    assert since.seen_by(None).facts != before
    assert since.seen_by(None).told_facts == before


def test_the_end_of_a_trick_is_told_with_larrys_pile_before_his_next_card() -> None:
    at_end = table(2).hold("Y6", "Y7").pile("P1", "P2", "P3").mission("odd-only-green").plays("B9", "B3", "B5")
    at_end = at_end.pile("P1", "P2", "P3")
    since = at_end.mission("even-only-blue").plays("Y6", "P1")
    assert since.seen_by(None).facts[2].cards == at_end.seen_by(None).facts[2].cards - 2
    assert since.seen_by(None).told_facts == at_end.seen_by(None).facts


def test_the_player_who_controls_larry_is_named_beside_him_until_the_last_trick() -> None:
    now = table(2).mission("odd-only-green").plays("B9")
    for viewer in (0, 1, None):
        facts = now.seen_by(viewer).facts
        assert [each.controller for each in facts] == [None, None, 1]
        assert [each.is_mine for each in facts] == [False, False, viewer == 1]
    voting = table(2, tricks=8).won_by(0)
    assert voting.seen_by(0).is_voting
    assert [each.controller for each in voting.seen_by(0).facts] == [None] * 3


def test_a_role_is_told_in_three_rows() -> None:
    for seat, about in ((0, ["mission", "card", "vote"]), (1, ["intel", "card", "vote"])):
        assert [row.about for row in table(4, insider=1).seen_by(seat).brief] == about


def test_every_card_of_my_hand_can_be_pressed_without_being_disabled() -> None:
    now = table(3, leader=2).hold(" ".join(card.code for card in DECK[:13])).mission("odd-only-green").plays("B13")
    page = page_of(now, 0)
    assert page.count('name="card"') == len(view_of(now, 0).seen.hand) == 13
    assert " disabled" not in page.split('id="choice-form"')[1].split("</form>")[0]
