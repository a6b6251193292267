"""A seat that changes hands keeps nothing of the person who left it."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Player
from games.models.player import PERSONAL
from games.personal_data.deletion import _forget_play
from games.tables.services import lobby, stand_ins
from tests.tables.acts import replace_by
from tests.tables.builders import open_table, start_table

pytestmark = pytest.mark.django_db

USED: dict[str, Any] = {
    "wish": "agent", "leaves_notes": False, "shares_replay": True, "opens_notes": True, "marks": ["b-1"],
    "muted": True, "premove": {"choices": []}, "premove_step": 3, "premove_dropped": True, "talk_read": 7,
}  # fmt: skip


def leave_lobby(people: list[User]) -> Game:
    ada, ben, cleo = people
    game = open_table(ada, ben)
    use_seat(game, ben)
    lobby.leave_game(code=game.code, user=ben)
    lobby.join_game(code=game.code, user=cleo)
    return game


def be_removed(people: list[User]) -> Game:
    ada, ben, cleo = people
    game = open_table(ada, ben)
    use_seat(game, ben)
    lobby.remove_player(code=game.code, host=ada, seat=1, person=ben.code)
    game.refresh_from_db()
    lobby.join_game(code=game.code, user=cleo, key=game.invitation)
    return game


def be_replaced(people: list[User]) -> Game:
    ada, ben, cleo = people
    game = start_table(ada, ben, bots=1)
    stand_ins.hand_over(code=game.code, user=ben)
    use_seat(game, ben)
    replace_by(game, ada, cleo, seat=1)
    return game


def delete_account(people: list[User]) -> Game:
    game = start_table(*people)
    use_seat(game, people[1])
    _forget_play(people[1])
    return game


def use_seat(game: Game, user: User) -> None:
    assert USED.keys() == set(PERSONAL)
    assert Player.objects.filter(game=game, user=user, seat=1).update(**USED)


@pytest.mark.parametrize("change", [leave_lobby, be_removed, be_replaced, delete_account])
def test_nothing_personal_stays_at_the_seat(change: Callable[[list[User]], Game], people: list[User]) -> None:
    player = Player.objects.get(game=change(people), seat=1)
    assert {name: getattr(player, name) for name in PERSONAL} == Player.list_personal()


def test_a_bot_gets_no_playing_hours_of_the_person_who_left(people: list[User]) -> None:
    ada, ben, _ = people
    game = open_table(ada, ben, sleeps=True)
    assert Player.objects.get(game=game, seat=1).zone
    lobby.leave_game(code=game.code, user=ben)
    lobby.fill_with_bots(code=game.code, host=ada)
    player = Player.objects.get(game=game, seat=1)
    assert (player.zone, player.wakes_at, player.sleeps_at) == ("", 0, 0)
