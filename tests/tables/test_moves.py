"""The one door: moves land once, sealed choices stay sealed, and what is stored equals the fold."""

import pytest

from accounts.models import User
from games.models import Game, Move, Player, SealedChoice
from games.rules.engine.errors import IllegalMove, StaleDecision
from games.site.consistency import _check_game
from games.state.refusals import Refusal
from games.state.table import load_table
from games.state.view import view_table
from games.tables.services import moves as play
from tests.tables.acts import answer, fresh
from tests.tables.builders import asked, choose, make_person, play_on, play_to_the_vote, start_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("people", [1, 2, 3])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_game_is_played_to_the_end_and_equals_its_fold(people: int, seats: int) -> None:
    game = start_table(*(make_person() for _ in range(people)), bots=seats - people)
    table = play_on(game)
    assert table.outcome is not None
    assert game.status == Game.Status.OVER
    assert game.result is not None
    assert game.result["winners"] == list(table.outcome.winners)
    assert _check_game(game) == []


def test_a_full_table_starts_by_itself_and_bots_have_played_up_to_a_person(person: User) -> None:
    game = start_table(person, bots=3)
    assert game.status == Game.Status.RUNNING
    assert asked(load_table(game)) == [0]
    assert game.players.get(seat=0).owes


def test_an_answer_to_an_old_question_is_refused_and_changes_nothing() -> None:
    game = start_table(make_person(), bots=2)
    table = load_table(game)
    with pytest.raises(StaleDecision), play.lock_table(game.code) as locked:
        play.submit(table=locked, seat=0, decision="play-99", moves=choose(table, 0))
    assert Move.objects.filter(game=game).count() == len(table.entries)


def test_an_illegal_second_move_undoes_the_first_of_the_submission() -> None:
    game = start_table(*(make_person() for _ in range(3)))
    table = load_table(game)
    seat = asked(table)[0]
    mission, lead = choose(table, seat)
    other = table.deal.hands[(seat + 1) % 3][0]
    with pytest.raises(IllegalMove), play.lock_table(game.code) as locked:
        play.submit(table=locked, seat=seat, decision="lead-1", moves=(mission, lead._replace(card=other)))
    assert not Move.objects.filter(game=game).exists()


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    game = start_table(make_person(), bots=2)
    play_on(game)
    with pytest.raises(Refusal), play.lock_table(game.code):
        pass


def vote(game: Game, seat: int, against: int) -> None:
    with play.lock_table(game.code) as locked:
        moves = locked.title.read_choice(seat, "vote", {"against": [str(against)]})
        play.submit(table=locked, seat=seat, decision="vote-1", moves=moves)


def test_a_vote_is_kept_outside_the_log_until_the_last_one_is_in() -> None:
    game = play_to_the_vote(3)
    logged = Move.objects.filter(game=game).count()
    *voters, last = asked(load_table(game))
    for seat in voters:
        answer(game, seat)
        player = Player.objects.get(game=game, seat=seat)
        assert (player.owes, player.asked_at) == ("", None), "no longer waited for"
        assert _check_game(fresh(game)) == []
    assert Move.objects.filter(game=game).count() == logged
    assert SealedChoice.objects.filter(game=game).count() == len(voters)
    answer(game, last)
    moves = Move.objects.filter(game=game, sequence__gte=logged)
    assert [move.seat for move in moves] == [*voters, last]
    assert len({move.made_at.replace(microsecond=0) for move in moves}) == 1
    assert not SealedChoice.objects.filter(game=game).exists()
    assert fresh(game).status == Game.Status.OVER


def test_a_changed_vote_replaces_the_earlier_one_and_is_no_news_to_others() -> None:
    game = play_to_the_vote(3)
    table = load_table(game)
    seat = asked(table)[0]
    options = [move.against[0] for move in table.title.legal_moves(table.states[-1], seat)]
    vote(game, seat, options[0])
    version, before = fresh(game).version, view_table(load_table(fresh(game)), seat)
    assert seat in before.chosen
    vote(game, seat, options[1])
    after = view_table(load_table(fresh(game)), seat)
    assert fresh(game).version == version
    assert (after.seen, after.events, after.chosen) == (before.seen, before.events, before.chosen)
    kept = SealedChoice.objects.get(game=game, seat=seat)
    assert kept.content == [{"type": "vote", "against": [options[1]]}]
