"""The score of a series: of people wherever they sit, right when somebody is replaced or gone, and who sees what."""

import pytest

from accounts.models import User
from games.models import FormerPlayer, Game, Player
from games.personal_data.deletion import close_account
from games.state.table import load_players
from games.tables.seating import Seating
from games.tables.selectors.series import Series, load_series
from games.tables.services import lobby
from tests.builders_people import make_person
from tests.site.pages.counting import count_get
from tests.tables.acts import fresh
from tests.tables.builders import finish, start_table
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def win(game: Game, *winners: User) -> Game:
    """End a running game as won by these people; all others have lost."""
    result = {"reason": "missions", "winners": []}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, due_at=None, result=result)
    game.players.update(won=False, owes="")
    game.players.filter(user__in=winners).update(won=True)
    return fresh(game)


def again(game: Game, *people: User, seating: Seating = Seating.KEEP) -> Game:
    rematch = lobby.open_rematch(code=game.code, user=people[0], seating=seating)
    for person in people[1:]:
        lobby.join_game(code=rematch.code, user=person)
    assert fresh(rematch).is_running
    return fresh(rematch)


def series_of(game: Game, viewer: User) -> Series:
    """Return the series of a game as somebody who sits there is shown it."""
    series = load_series(fresh(game), load_players(game), viewer)
    assert series
    return series


def score_of(game: Game, viewer: User) -> dict[str, str]:
    return {score.name: f"{score.tally.won}/{score.tally.games}" for score in series_of(game, viewer).scores}


def test_a_game_alone_is_no_series(people: list[User]) -> None:
    game = win(start_table(*people), people[0])
    assert load_series(fresh(game), load_players(game), people[0]) is None
    rematch = lobby.open_rematch(code=game.code, user=people[0])
    assert load_series(fresh(game), load_players(game), people[0]) is None
    assert score_of(rematch, people[0]) == {"Ada": "1/1", "Ben": "0/1", "Cleo": "0/1"}, "the open table has the score"


def test_the_score_is_that_of_people_wherever_they_sit(people: list[User], ada: User, ben: User, cleo: User) -> None:
    first = win(start_table(*people), ada, ben)
    second = win(again(first, *people, seating=Seating.TURN), ada)
    third = win(again(second, *people, seating=Seating.TURN), ada, cleo)
    assert score_of(third, ben) == score_of(first, ada) == {"Ada": "3/3", "Ben": "1/3", "Cleo": "1/3"}
    series = series_of(third, ben)
    assert [(game.code, game.winners, game.is_this) for game in series.games] == [
        (first.code, ("Ada", "Ben"), False),
        (second.code, ("Ada",), False),
        (third.code, ("Cleo", "Ada"), True),
    ]
    assert [score.is_me for score in series.scores] == [False, True, False]


def test_result_and_open_table_show_it_with_the_way_to_each_replay(people: list[User]) -> None:
    ada, ben, cleo = people
    first = start_table(*people)
    finish(first)
    lobby_of_second = lobby.open_rematch(code=first.code, user=ada)
    page = page_of(lobby_of_second, ada)
    assert 'id="series"' in page
    assert link("replay", first) in page
    assert 'id="series"' not in page_of(lobby_of_second, ben), "not before he sits there"
    for person in (ben, cleo):
        lobby.join_game(code=lobby_of_second.code, user=person)
    assert 'id="series"' not in page_of(lobby_of_second, ada), "not while it is played"
    finish(lobby_of_second)
    for game in (first, lobby_of_second):
        page = page_of(game, cleo)
        assert "The score after 2 games" in page
        assert link("replay", first) in page
        assert link("replay", lobby_of_second) in page


def test_a_game_without_a_winner_counts_for_nobody(people: list[User]) -> None:
    first = win(start_table(*people), people[0])
    second = again(first, *people)
    Game.objects.filter(pk=second.pk).update(status=Game.Status.AGREED, due_at=None)
    assert score_of(second, people[0]) == {"Ada": "1/1", "Ben": "0/1", "Cleo": "0/1"}


def test_a_game_with_a_house_role_is_told_and_counts_for_nobody(people: list[User]) -> None:
    first = win(start_table(*people), people[0])
    second = win(again(first, *people), people[1])
    Game.objects.filter(pk=second.pk).update(house_name="Postmistress")
    assert score_of(second, people[0]) == {"Ada": "1/1", "Ben": "0/1", "Cleo": "0/1"}
    games = series_of(second, people[0]).games
    assert [(game.counts, game.winners) for game in games] == [(True, ("Ada",)), (False, ("Ben",))]
    page = page_of(second, people[0])
    assert "The score after 1 game" in page
    assert page.count("house role: doesn’t count") == 1


def test_a_game_with_a_bot_account_is_not_said_to_have_a_house_role(people: list[User]) -> None:
    first = win(start_table(*people), people[0])
    second = win(again(first, *people), people[1])
    Game.objects.filter(pk=second.pk).update(has_bot_account=True)
    page = text_of(sign_in(people[0]).get(link("table", second)))
    assert "The score after 1 game" in page
    assert "house role" not in page


def test_a_substitute_wins_for_themselves_and_loses_nothing(people: list[User]) -> None:
    ada, ben, cleo = people
    zelda = make_person("Zelda")
    second = again(win(start_table(*people), ben), *people)
    place = Player.objects.get(game=second, user=ben)
    FormerPlayer.objects.create(game=second, seat=place.seat, user=ben, until=3)
    Player.objects.filter(pk=place.pk).update(user=zelda, name="Zelda", since=3)
    win(second, ada)
    assert score_of(second, ada) == {"Ada": "1/2", "Ben": "1/1", "Cleo": "0/2", "Zelda": "0/0"}
    third = win(again(second, ada, zelda, cleo), zelda)
    assert score_of(third, zelda) == {"Zelda": "1/1", "Ada": "1/3", "Cleo": "0/3"}, "she never met Ben"


def test_people_whose_accounts_are_gone_are_former_agents_told_apart(people: list[User]) -> None:
    ada, ben, cleo = people
    first = win(start_table(*people), cleo)
    dora = make_person("Dora")
    rematch = lobby.open_rematch(code=first.code, user=ada)
    lobby.leave_game(code=rematch.code, user=cleo)
    for person in (dora, ben):
        lobby.join_game(code=rematch.code, user=person)
    win(rematch, dora)
    for person in (cleo, dora):
        close_account(person)
    assert score_of(rematch, ada) == {"A former agent 1": "1/1", "A former agent 2": "1/1", "Ada": "0/2", "Ben": "0/2"}
    assert [game.winners for game in series_of(rematch, ada).games] == [("A former agent 1",), ("A former agent 2",)]
    assert "Cleo" not in page_of(rematch, ada)


def test_a_newcomer_is_shown_no_name_of_people_they_never_met_nor_the_way_to_their_games(people: list[User]) -> None:
    ada, ben, cleo = people
    zelda = make_person("Zelda")
    first = win(start_table(*people), cleo)
    rematch = lobby.open_rematch(code=first.code, user=ada)
    lobby.leave_game(code=rematch.code, user=cleo)
    lobby.join_game(code=rematch.code, user=zelda)
    assert score_of(rematch, zelda) == {"Ada": "0/1"}, "Ben’s place is kept: he does not sit there yet"
    page = page_of(rematch, zelda)
    assert "Cleo" not in page
    assert "won by others" in page
    assert first.code not in page
    win_for_zelda = win(again(first, ben), zelda)
    assert score_of(win_for_zelda, zelda) == {"Zelda": "1/1", "Ada": "0/2", "Ben": "0/2"}


def test_a_closed_rematch_is_no_game_of_the_series(people: list[User]) -> None:
    ada = people[0]
    first = win(start_table(*people), ada)
    closed = lobby.open_rematch(code=first.code, user=ada)
    lobby.cancel_game(code=closed.code, host=ada)
    second = win(again(first, *people), ada)
    assert score_of(second, ada)["Ada"] == "2/2"
    first.refresh_from_db()
    assert Game.objects.filter(series=first.series).exclude(status=Game.Status.CANCELLED).count() == 2


def test_a_long_series_costs_no_more_than_a_short_one(people: list[User]) -> None:
    game = win(start_table(*people), people[0])
    play = again(game, *people)
    finish(play)
    client = sign_in(people[0])
    few = count_get(client, link("table", play))
    for _ in range(4):
        play = again(win(play, people[1]), *people)
    finish(play)
    assert count_get(client, link("table", play)) == few
