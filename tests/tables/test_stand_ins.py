"""Handing a seat over, taking it back, and ending a game together; every game that started ends."""

import pytest

from accounts.models import User
from games.models import Game, Notification, SealedChoice
from games.rules.engine.values import BOT, PLAYER
from games.state.table import load_table
from games.state.view import view_table
from games.tables.selectors.my_tables import list_games
from games.tables.services import lobby, stand_ins
from tests.tables.acts import agree_to_end, answer, healthy, people_of, person_in, refuse, until
from tests.tables.builders import asked, close_deadline, play_to_the_vote

pytestmark = pytest.mark.django_db


def test_a_stand_in_answers_at_once_when_the_seat_is_handed_over_on_its_turn(game: Game) -> None:
    seat = asked(load_table(game))[0]
    stand_ins.hand_over(code=game.code, user=person_in(game, seat))
    table = healthy(game)
    assert [(entry.move.seat, entry.by) for entry in table.entries] == [(seat, BOT)] * 2
    assert asked(table) != [seat]


def test_handing_over_when_another_is_asked_changes_nothing_for_them(game: Game) -> None:
    turn = asked(load_table(game))[0]
    due, version = game.due_at, game.version
    stand_ins.hand_over(code=game.code, user=person_in(game, (turn + 1) % 3))
    table = healthy(game)
    assert (asked(table), table.entries, game.due_at) == ([turn], (), due)
    assert game.version > version
    answer(game, turn)
    assert [entry.by for entry in healthy(game).entries] == [PLAYER, PLAYER, BOT]


def test_a_game_that_all_hand_over_waits_for_the_last(game: Game, people: list[User]) -> None:
    for person in people:
        assert not game.stands_still
        stand_ins.hand_over(code=game.code, user=person)
        game.refresh_from_db()
    assert game.is_running
    assert game.stands_still
    assert healthy(game).outcome is None


def test_one_who_comes_back_has_missed_nothing(game: Game) -> None:
    seat = asked(load_table(game))[0]
    person = person_in(game, seat)
    game.players.filter(seat=seat).update(missed=1, agrees_to_end=True)
    stand_ins.hand_over(code=game.code, user=person)
    stand_ins.take_back(code=game.code, user=person)
    player = game.players.get(seat=seat)
    assert (player.missed, player.agrees_to_end, player.stand_in) == (0, False, False)


def test_the_vote_that_a_stand_in_cast_can_be_changed_once_the_seat_is_taken_back() -> None:
    game = play_to_the_vote(3)
    seat = asked(load_table(game))[0]
    person = person_in(game, seat)
    stand_ins.hand_over(code=game.code, user=person)
    assert SealedChoice.objects.get(game=game).by == BOT
    assert view_table(healthy(game), seat).decision is None
    stand_ins.take_back(code=game.code, user=person)
    table = healthy(game)
    view = view_table(table, seat)
    assert view.decision is not None
    assert view.own_choice == tuple(entry.move for entry in table.sealed[seat])
    version = game.version
    answer(game, seat)
    assert (SealedChoice.objects.get(game=game).by, healthy(game).game.version) == (PLAYER, version)


def test_the_last_vote_may_be_a_stand_ins() -> None:
    game = play_to_the_vote(3)
    first, second, last = asked(load_table(game))
    answer(game, first)
    answer(game, second)
    stand_ins.hand_over(code=game.code, user=person_in(game, last))
    assert healthy(game).outcome is not None


def test_the_game_ends_once_all_agree_and_no_one_wins(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people[:2])
    assert healthy(game).game.is_running
    agree_to_end(game, people[2])
    healthy(game)
    assert (game.status, game.result, game.due_at) == (Game.Status.AGREED, None, None)
    assert {(player.won, player.role) for player in game.players.all()} == {(None, "")}
    told = Notification.objects.filter(kind="over").values_list("recipient", flat=True)
    assert set(told) == {person.pk for person in people}
    assert [player.game for player in list_games(people[0])] == [game]


def test_agreeing_can_be_taken_back(game: Game, people: list[User]) -> None:
    agree_to_end(game, people[0], people[1])
    agree_to_end(game, people[0], agrees=False)
    agree_to_end(game, people[2])
    assert healthy(game).game.is_running


def test_an_end_may_be_agreed_during_a_vote_and_leaves_no_choice_behind() -> None:
    game = play_to_the_vote(3)
    answer(game, asked(load_table(game))[0])
    agree_to_end(game, *people_of(game))
    healthy(game)
    assert game.status == Game.Status.AGREED


def test_one_who_hands_over_has_no_say_in_the_end(game: Game, people: list[User]) -> None:
    stand_ins.hand_over(code=game.code, user=people[0])
    refuse("stand_in", stand_ins.agree_to_end, code=game.code, user=people[0], agrees=True)
    agree_to_end(game, *people[1:])
    assert healthy(game).game.status == Game.Status.AGREED


def test_if_the_only_one_against_hands_over_the_others_agreement_counts(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people[1:])
    stand_ins.hand_over(code=game.code, user=people[0])
    assert healthy(game).game.status == Game.Status.AGREED


def test_if_the_only_one_against_is_absent_the_others_agreement_counts(game: Game, people: list[User]) -> None:
    seat = asked(load_table(game))[0]
    game.players.filter(seat=seat).update(missed=1)
    agree_to_end(game, *(person for person in people if person != person_in(game, seat)))
    assert close_deadline(game.code, until(game))
    assert healthy(game).game.status == Game.Status.AGREED


def test_a_game_ended_by_agreement_can_be_played_again(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    for person in people:
        again = lobby.open_rematch(code=game.code, user=person)
    again.refresh_from_db()
    assert healthy(again).game.is_running
    assert load_table(again).deal != load_table(game).deal


def test_nothing_of_it_is_possible_once_the_game_has_ended(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    for service in (stand_ins.hand_over, stand_ins.take_back):
        refuse("not_running", service, code=game.code, user=people[0])
    refuse("not_running", stand_ins.agree_to_end, code=game.code, user=people[0], agrees=False)
