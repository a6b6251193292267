"""What is kept of each player's figures: written by the move that ends the game, and equal to the fold ever after."""

import pytest
from django.apps import apps
from django.db import connection

from accounts.models import User
from games.models import Game, Move, Player
from games.rules.engine.statistics import count_statistics
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.tables.services import stand_ins, statistics
from tests.builders_people import make_person
from tests.site.pages.counting import counted
from tests.tables.acts import agree_to_end, people_of, person_in, replace_by
from tests.tables.builders import break_log, finish, play_on, start_table

pytestmark = pytest.mark.django_db


def start(title: str, people: int = 2) -> Game:
    """Start a game of some people, and of bots as far as the title needs them."""
    return start_table(
        *(make_person() for _ in range(people)), bots=max(0, TITLES[title].SEATS[0] - people), title=title
    )


def statistics_of(game: Game) -> list[object]:
    return list(Player.objects.filter(game=game).order_by("seat").values_list("statistics", flat=True))


@pytest.mark.parametrize("title", TITLES)
def test_they_are_written_with_the_end_and_not_before(title: str) -> None:
    game = start(title)
    while True:
        assert {*statistics_of(game)} == {None}, "a running game counts nothing"
        table = play_on(game, 1)
        if table.outcome:
            break
    expected = [
        {} if player.bot else count_statistics(table.title.STATISTICS, table.states, table.entries, player.seat)
        for player in table.players
    ]
    assert statistics_of(game) == expected
    assert any(expected) == bool(table.title.STATISTICS), "a title that counts nothing keeps nothing"
    assert _check_game(game) == []


def test_what_differs_from_the_fold_is_found() -> None:
    game = start("insidejob")
    finish(game)
    Player.objects.filter(game=game, seat=1).update(statistics={"missions": [9, 9]})
    assert _check_game(game) == ["seat 1: figures differs from the fold"]


def test_an_agreed_end_counts_nothing() -> None:
    game = start("insidejob")
    play_on(game, 3)
    agree_to_end(game, *people_of(game))
    game.refresh_from_db()
    assert {*statistics_of(game)} == {None}
    assert _check_game(game) == []
    Player.objects.filter(game=game, seat=0).update(statistics={})
    assert _check_game(game) == ["seats: something is counted of a game without a result"]


def test_games_that_ended_before_there_were_figures_are_counted_once() -> None:
    games = [start(title) for title in ("insidejob", "target")]
    running = start("insidejob")
    for game in games:
        finish(game)
    kept = [statistics_of(game) for game in games]
    Player.objects.update(statistics=None)
    assert [_check_game(game) for game in games] == [[], []], "what is to be counted is no fault"
    assert statistics.count_due() == 2
    assert [statistics_of(game) for game in games] == kept
    assert {*statistics_of(running)} == {None}
    assert statistics.count_due() == 0
    assert not any(statistics._count_game(game.pk) for game in games)


def test_one_that_cannot_be_folded_or_has_no_end_holds_up_no_other() -> None:
    games = [start("insidejob", people=3) for _ in range(3)]
    for game in games:
        finish(game)
    broken, endless, sound = games
    kept = statistics_of(sound)
    Player.objects.update(statistics=None)
    break_log(broken)
    Move.objects.filter(game=endless, sequence__gt=3).delete()
    assert statistics.count_due() == 3
    assert [statistics_of(game) for game in games] == [[{}] * 3, [{}] * 3, kept]
    assert statistics.count_due() == 0


def test_looking_for_what_is_to_be_counted_costs_one_query() -> None:
    play_on(start("insidejob"))
    with counted() as statements:
        assert statistics.count_due() == 0
    assert len(statements) == 1


def test_who_took_a_seat_over_has_the_figures_of_what_they_did_themselves(person: User) -> None:
    game = start("insidejob", people=3)
    play_on(game, 7)
    stand_ins.hand_over(code=game.code, user=person_in(game, 0))
    replace_by(game, person_in(game, 1), person)
    table = finish(game)
    since = table.players[0].since
    assert since
    assert statistics_of(game)[0] == count_statistics(table.title.STATISTICS, table.states, table.entries, 0, since)
    assert _check_game(game) == []


def test_what_is_to_be_counted_is_found_by_an_index_of_just_that() -> None:
    model = apps.get_model("games", "Player")
    names = [index.name for index in model._meta.indexes]
    assert "players_to_count" in names
    with connection.cursor() as cursor:
        assert "players_to_count" in connection.introspection.get_constraints(cursor, model._meta.db_table)
