"""What the view of a table says of seats and of the table, by which its templates decide what they show."""

from dataclasses import fields, replace
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.models import Game
from games.rules.registry import TITLES
from games.state.public_view import view_public
from games.state.template_functions.narration import (
    barred,
    beaten_bots,
    gone,
    in_the_bank,
    kept_by_stand_ins,
    seats_without_owner,
    suspicion_step,
    title_and_site,
)
from games.state.template_functions.parts import standing, turn
from games.state.view import view_table
from tests.tables.unsaved import make_table

any_title = pytest.mark.parametrize("title", TITLES)


def test_larry_is_no_person_and_no_bot_and_has_no_stand_in() -> None:
    table = make_table(TITLES["insidejob"], 2, 1, {}, moves=4)
    for view in (view_table(table, 0), view_public(table)):
        *people, larry = view.places
        assert {field.name for field in fields(larry) if getattr(larry, field.name) is True} == {"is_imaginary"}
        assert (larry.name, larry.index, larry.person, larry.level) == ("Larry", 2, "", "")
        assert not any(place.is_imaginary for place in people)


@any_title
def test_only_a_running_game_with_secret_questions_leaves_room_for_them(title: str) -> None:
    table = make_table(TITLES[title], TITLES[title].USUAL_SEATS, 1, {}, moves=0)
    assert view_table(table, 0).asks_in_secret == (title == "rendezvous")
    table.game.status = Game.Status.OVER
    assert not view_table(table, 0).asks_in_secret


def test_a_table_is_lively_for_two_minutes_after_a_question_was_asked() -> None:
    facts = view_table(make_table(TITLES["insidejob"], 3, 1, {}, moves=0), 0).game
    asked = timezone.now() + min(facts.clock.turn, facts.clock.vote)
    assert replace(facts, due_at=asked - timedelta(minutes=1)).is_lively
    assert not replace(facts, due_at=asked - timedelta(minutes=3)).is_lively
    assert not replace(facts, due_at=asked, is_paused=True).is_lively
    assert not replace(facts, due_at=None).is_lively


def test_a_player_is_new_until_they_have_moved_and_so_is_a_substitute() -> None:
    table = make_table(TITLES["insidejob"], 3, 1, {}, moves=7)
    assert not view_table(table, 0).is_new
    table.players[0].since = 7
    assert view_table(table, 0).is_new
    table.game.status = Game.Status.OVER
    assert not view_table(table, 0).is_new


def test_seats_that_are_asked_and_those_that_have_chosen_are_marked() -> None:
    table = make_table(TITLES["target"], 2, 1, {}, moves=0)
    view = view_table(table, 0)
    assert ([standing(view, seat) for seat in (0, 1)], turn(view)) == (["asked", "asked"], "mine")
    view = replace(view, chosen=(0,))
    assert ([standing(view, seat) for seat in (0, 1)], turn(view)) == (["chosen", "asked"], "others")
    view = view_table(make_table(TITLES["target"], 2, 1, {}), 0)
    assert ([standing(view, seat) for seat in (0, 1)], turn(view)) == (["", ""], "")


def test_the_title_of_a_page_names_the_site_once() -> None:
    with override("en"):
        assert title_and_site(TITLES["insidejob"]) == "Inside Job"
        assert title_and_site(TITLES["rendezvous"]) == "Rendezvous · Inside Job"


def test_lists_name_those_with_a_stand_in_by_why_they_are_away() -> None:
    view = view_table(make_table(TITLES["insidejob"], 5, 1, {}, moves=4), 0)
    ada, ben, chloe, dan, eve = view.places
    ben, chloe, dan = (replace(place, has_stand_in=True) for place in (ben, chloe, dan))
    chloe, dan = replace(chloe, is_barred=True), replace(dan, is_gone=True)
    view = replace(view, places=(ada, ben, chloe, dan, replace(eve, is_barred=True)))
    assert (kept_by_stand_ins(view), barred(view), gone(view)) == (["Ben"], ["Chloé"], ["Dan"])
    assert seats_without_owner(view) == [chloe, dan]
    view = replace(view, places=(ada, ben, replace(chloe, link="key"), dan, eve))
    assert seats_without_owner(view) == [dan]


def test_only_people_with_time_in_the_bank_are_listed_there() -> None:
    view = view_table(make_table(TITLES["insidejob"], 4, 1, {}, moves=4), 0)
    ada, ben, chloe, dan = view.places
    ada, dan = (replace(place, bank=timedelta(minutes=5)) for place in (ada, dan))
    view = replace(view, places=(ada, ben, chloe, replace(dan, person="")))
    with override("en"):
        assert in_the_bank(view) == ["Ada 5 min"]


def test_a_winner_is_told_which_bots_lost_and_a_loser_nothing() -> None:
    table = make_table(TITLES["rendezvous"], 4, 1, {})
    view = view_table(table, 0)
    winners, levels = (0, 2), ("", "steady", "expert", "gentle")
    seen = replace(view.seen, outcome=replace(view.seen.outcome, winners=winners))
    places = tuple(
        replace(place, is_bot=bool(level), level=level) for place, level in zip(view.places, levels, strict=True)
    )
    with override("en"):
        assert beaten_bots(replace(view, seen=seen, places=places)) == "You beat a steady bot and a gentle bot."
        lost = replace(seen, outcome=replace(seen.outcome, winners=(2,)))
        assert beaten_bots(replace(view, seen=lost, places=places)) == ""


def test_levels_of_suspicion_count_from_one() -> None:
    view = view_table(make_table(TITLES["insidejob"], 3, 1, {}, moves=0), 0)
    suspicion = TITLES["insidejob"].TEXTS.suspicion
    assert suspicion
    with override("en"):
        assert tuple(suspicion_step(view, step) for step in range(1, 6)) == tuple(suspicion.steps)
