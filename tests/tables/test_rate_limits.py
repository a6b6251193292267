"""How often players may set what makes the pages of others fetch again: per seat, counted in the database."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

import pytest
from django.core.cache import cache

from accounts.availability.vacations import VacationError
from accounts.models import User
from accounts.rate_limits import HOUR
from games.models import Game, Note
from games.tables.services import bots, lobby, pauses, stand_ins, substitutes
from games.tables.services.rate_limits import LOBBY_SWITCHES, MINUTE, SWITCHES
from games.tables.services.vacations import VACATIONS_AN_HOUR, end_vacation, take_vacation
from tests.builders_people import make_person
from tests.races.racing import Racers
from tests.tables.acts import refusal_of, replace_by
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.clocks import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def version_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version


def press_on(clock: Clock, press: Callable[[int], object], times: int) -> list[str]:
    """Press so many times, slowly; return how each press was refused, if it was."""
    refused = []
    for number in range(times):
        clock.shift(MINUTE / 5)
        refused.append(refusal_of(press, number))
    return refused


Switch = Callable[[Game, User, bool], object]
SWITCHES_OF_A_SEAT: dict[str, Switch] = {
    "end": lambda game, user, on: stand_ins.agree_to_end(code=game.code, user=user, agrees=on),
    "pause": lambda game, user, on: pauses.agree_to_pause(code=game.code, user=user, agrees=on),
    "open": lambda game, user, on: stand_ins.agree_to_open(code=game.code, user=user, agrees=on),
    "hand over": lambda game, user, on: (stand_ins.hand_over if on else stand_ins.take_back)(code=game.code, user=user),
}


@pytest.mark.parametrize("name", SWITCHES_OF_A_SEAT)
def test_a_switch_is_set_a_few_times_a_minute(game: Game, people: list[User], name: str) -> None:
    press, before = SWITCHES_OF_A_SEAT[name], version_of(game)
    refused = []
    for on in (True, False) * 20:
        # The limit does not need the cache.
        cache.clear()
        refused.append(refusal_of(press, game, people[0], on))
    assert refused == [""] * SWITCHES[MINUTE] + ["too_often", ""] * (20 - SWITCHES[MINUTE] // 2)
    # Handing over may let the pages notice twice: that it was, and what the stand-in plays.
    assert before < version_of(game) <= before + SWITCHES[MINUTE] * (2 if name == "hand over" else 1)
    after = version_of(game)
    assert refusal_of(press, game, people[0], True) == "too_often"
    assert version_of(game) == after, "no page fetches again for a refusal"


def test_a_switch_is_set_thirty_times_an_hour(clock: Clock, game: Game, people: list[User]) -> None:
    press = SWITCHES_OF_A_SEAT["pause"]
    refused = press_on(clock, lambda number: press(game, people[0], number % 2 == 0), SWITCHES[HOUR] + 1)
    assert refused == [""] * SWITCHES[HOUR] + ["too_often"]
    clock.shift(HOUR)
    assert refusal_of(press, game, people[0], True) == ""


def test_all_switches_of_a_seat_share_one_limit_and_each_seat_has_its_own(game: Game, people: list[User]) -> None:
    ada, ben, _ = people
    for name in ("end", "pause", "open"):
        for on in (True, False):
            assert refusal_of(SWITCHES_OF_A_SEAT[name], game, ada, on) == ""
    for press in SWITCHES_OF_A_SEAT.values():
        assert refusal_of(press, game, ada, True) == "too_often"
    assert refusal_of(pauses.grant_time, code=game.code, user=ada) in ("too_often", "own_time")
    assert refusal_of(stand_ins.agree_to_end, code=game.code, user=ben, agrees=True) == ""
    other = start_table(*people)
    assert refusal_of(stand_ins.agree_to_end, code=other.code, user=ada, agrees=True) == "", "another table"


def test_what_was_agreed_can_be_withdrawn_and_a_seat_taken_back_at_any_time(game: Game, people: list[User]) -> None:
    ada = people[0]
    stand_ins.agree_to_end(code=game.code, user=ada, agrees=True)
    for on in (True, False) * 2:
        pauses.agree_to_pause(code=game.code, user=ada, agrees=on)
    stand_ins.hand_over(code=game.code, user=ada)
    assert refusal_of(stand_ins.hand_over, code=game.code, user=ada) == "", "nothing is to be done"
    stand_ins.take_back(code=game.code, user=ada)
    assert refusal_of(stand_ins.hand_over, code=game.code, user=ada) == "too_often"
    assert not game.players.get(seat=0).stand_in


@pytest.mark.parametrize("name", SWITCHES_OF_A_SEAT)
@pytest.mark.parametrize("on", [True, False])
def test_what_changes_nothing_makes_no_page_fetch_and_counts_nothing(
    game: Game, people: list[User], name: str, on: bool
) -> None:
    press = SWITCHES_OF_A_SEAT[name]
    if on:
        press(game, people[0], True)
    before = version_of(game)
    for _ in range(2 * SWITCHES[MINUTE]):
        press(game, people[0], on)
    assert version_of(game) == before
    assert refusal_of(press, game, people[0], not on) == ""


def test_more_time_and_seats_for_substitutes_count_as_well(game: Game, ada: User, ben: User) -> None:
    stand_ins.hand_over(code=game.code, user=ben)
    refused = [refusal_of(substitutes.open_seat, code=game.code, user=ada, seat=1) for _ in range(7)]
    assert refused == [""] * SWITCHES[MINUTE] + ["too_often"]
    before = version_of(game)
    assert refusal_of(pauses.grant_time, code=game.code, user=ada) in ("too_often", "own_time")
    assert version_of(game) == before
    for _ in range(2):
        substitutes.close_seat(code=game.code, user=ada, seat=1)
        assert version_of(game) == before + 1


def test_more_time_is_refused_beyond_the_limit(game: Game, people: list[User]) -> None:
    asked = next(player.seat for player in game.players.all() if player.owes)
    helper = people[asked - 1]
    for on in (True, False) * 3:
        stand_ins.agree_to_open(code=game.code, user=helper, agrees=on)
    before = version_of(game)
    assert refusal_of(pauses.grant_time, code=game.code, user=helper) == "too_often"
    assert (version_of(game), Game.objects.get(pk=game.pk).granted_by) == (before, None)


def test_a_pause_that_is_ended_at_once_cannot_be_made_again_and_again(game: Game, people: list[User]) -> None:
    ada, *others = people
    for person in others:
        stand_ins.hand_over(code=game.code, user=person)
    before, refused = version_of(game), []
    for _ in range(20):
        refused.append(refusal_of(pauses.agree_to_pause, code=game.code, user=ada, agrees=True))
        refused.append(refusal_of(pauses.resume, code=game.code, user=ada))
    assert refused.count("") == SWITCHES[MINUTE]
    assert version_of(game) == before + SWITCHES[MINUTE]


def test_notes_that_were_handed_over_are_not_handed_over_again(game: Game, ada: User, ben: User) -> None:
    Note.objects.create(game=game, author=ben, number=1, at=0, text="Ada?")
    stand_ins.hand_over(code=game.code, user=ben)
    replace_by(game, ada, make_person(), seat=1)
    before = version_of(game)
    for _ in range(5):
        substitutes.hand_notes(code=game.code, user=ben)
    assert version_of(game) == before + 1


def test_a_move_has_no_limit(game: Game, people: list[User]) -> None:
    for on in (True, False) * 3:
        stand_ins.agree_to_end(code=game.code, user=people[0], agrees=on)
    play_on(game, 20)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_presses_at_one_instant_no_more_land_than_allowed() -> None:
    people = [make_person() for _ in range(3)]
    game = start_table(*people)
    stand_ins.hand_over(code=game.code, user=people[1])
    before = version_of(game)
    with Racers(16) as racers:
        press = partial(refusal_of, substitutes.open_seat, code=game.code, user=people[0], seat=1)
        answers = racers.at_once([press] * 16)
    assert sorted(answers) == [""] * SWITCHES[MINUTE] + ["too_often"] * (16 - SWITCHES[MINUTE])
    assert version_of(game) == before + SWITCHES[MINUTE]


# Before the first card


def test_an_open_table_has_a_limit_per_person(people: list[User]) -> None:
    game = open_table(people[0], seats=4)
    own = {"code": game.code, "host": people[0]}
    rename = [refusal_of(lobby.rename_table, **own) for _ in range(20)]
    assert rename == [""] * LOBBY_SWITCHES[MINUTE] + ["too_often"] * (20 - LOBBY_SWITCHES[MINUTE])
    before = version_of(game)
    assert refusal_of(bots.seat_bot, **own, seat=1, bot="steady") == "too_often"
    assert refusal_of(lobby.fill_with_bots, **own) == "too_often"
    assert version_of(game) == before
    assert refusal_of(lobby.join_game, code=game.code, user=people[1]) == ""


def test_sitting_down_again_and_again_ends(people: list[User]) -> None:
    game, refused = open_table(people[0], seats=4), []
    for _ in range(20):
        refused.append(refusal_of(lobby.join_game, code=game.code, user=people[1]))
        refused.append(refusal_of(lobby.leave_game, code=game.code, user=people[1]))
    assert refused.count("") == 2 * LOBBY_SWITCHES[MINUTE]
    assert set(refused) == {"", "too_often", "not_seated"}
    assert not game.players.filter(user=people[1]).exists()


def test_a_wish_that_is_not_new_changes_nothing(people: list[User]) -> None:
    game = open_table(*people[:2], seats=4, options={"roles": "wiretapped"})
    wishes = ("", *lobby.list_wishes(game))
    before = version_of(game)
    lobby.make_wish(code=game.code, user=people[1], wish="")
    assert version_of(game) == before
    refused = []
    for number in range(20):
        wish = wishes[(number + 1) % 2]
        refused.append(refusal_of(lobby.make_wish, code=game.code, user=people[1], wish=wish))
    assert "too_often" in refused
    assert version_of(game) <= before + LOBBY_SWITCHES[MINUTE]


# Holidays


def test_holidays_are_taken_a_few_times_an_hour_and_ended_once(people: list[User]) -> None:
    game, first = start_table(*people, vacations=True), date(2026, 4, 1)
    before = version_of(game)
    for _ in range(VACATIONS_AN_HOUR):
        take_vacation(people[0], first, first + timedelta(days=1))
        end_vacation(people[0], first)
    assert version_of(game) == before + 2 * VACATIONS_AN_HOUR
    with pytest.raises(VacationError) as refused:
        take_vacation(people[0], first, first + timedelta(days=1))
    assert refused.value.code == "too_often"
    for _ in range(5):
        end_vacation(people[0], first)
    assert version_of(game) == before + 2 * VACATIONS_AN_HOUR
