"""Visitors who pressed *Play now* and left: their rows go after a day. Guests who played stay."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Investigation, Move, SealedChoice
from games.rules.registry import TITLES
from games.site.cleaning import clear_expired
from games.site.idle_guests import IDLE_KEPT
from games.tables.services import lobby
from tests.builders_people import make_guest, make_person
from tests.cases.builders import store_case
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def press_play_now(title: str = "insidejob") -> tuple[Client, User, Game]:
    visitor = Client()
    visitor.post("/play/", {"title": title})
    game = Game.objects.latest("pk")
    assert game.host.is_guest
    return visitor, game.host, game


def exists(guest: User) -> bool:
    return User.objects.filter(pk=guest.pk).exists()


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("moves", [0, 1])
def test_who_left_with_at_most_one_move_goes_after_a_day_with_session_and_game(
    clock: time_machine.Traveller, title: str, moves: int
) -> None:
    _, guest, game = press_play_now(title)
    if moves:
        play_on(game, moves)
        assert Move.objects.filter(by="player").exists() or SealedChoice.objects.filter(by="player").exists()
    press_play_now(title)
    sign_in(make_person())
    clock.shift(IDLE_KEPT - HOUR)
    clear_expired()
    assert exists(guest)
    clock.shift(2 * HOUR)
    clear_expired()
    assert not exists(guest)
    assert not Game.objects.exists()
    assert [row.get_decoded()["_auth_user_id"] for row in Session.objects.all()] == [str(User.objects.get().pk)]


# In other titles a game may ask each player only once.
@pytest.mark.parametrize("title", ["insidejob", "target", "rendezvous"])
def test_who_moved_twice_stays_thirty_days(clock: time_machine.Traveller, title: str) -> None:
    visitor, guest, game = press_play_now(title)
    for _ in range(2):
        play_on(game, 1)
        clock.shift(5)
    for _ in range(29):
        clock.shift(timedelta(days=1))
        clear_expired()
    assert exists(guest)
    assert visitor.get(f"/g/{game.code}/").status_code == 200
    assert Session.objects.exists()


def open_for_friends(guest: User) -> None:
    open_table(guest, seats=4)


def sit_with_a_friend(guest: User) -> None:
    start_table(guest, make_person(), bots=1)


def sit_at_a_friends(guest: User) -> None:
    lobby.join_game(code=open_table(make_person(), seats=4, guests_welcome=True).code, user=guest)


def look_at_a_case(guest: User) -> None:
    Investigation.objects.create(user=guest, case=store_case())


@pytest.mark.parametrize("does", [open_for_friends, sit_with_a_friend, sit_at_a_friends, look_at_a_case])
def test_who_does_something_else_stays(clock: time_machine.Traveller, does: Callable[[User], None]) -> None:
    _, guest, _ = press_play_now()
    does(guest)
    clock.shift(timedelta(days=3))
    clear_expired()
    assert exists(guest)
    assert Session.objects.exists()


def test_who_came_back_today_and_members_stay(clock: time_machine.Traveller) -> None:
    _, back, _ = press_play_now()
    member, never_played = make_person(), make_guest()
    lobby.play_against_bots(user=member, title="insidejob", seat_count=4)
    clock.shift(timedelta(days=3))
    User.objects.filter(pk=back.pk).update(last_active=timezone.localdate())
    clear_expired()
    assert (exists(back), exists(member), exists(never_played)) == (True, True, False)
    assert Game.objects.count() == 2


def test_a_second_move_at_this_moment_keeps_the_guest(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.site import idle_guests

    _, guest, game = press_play_now()
    play_on(game, 1)
    clock.shift(timedelta(days=2))
    remove = idle_guests._remove_idle

    def move_first(guest: int, now: datetime) -> bool:
        play_on(game, 1)
        return remove(guest, now)

    monkeypatch.setattr(idle_guests, "_remove_idle", move_first)
    clear_expired()
    assert exists(guest)
    assert Game.objects.filter(pk=game.pk).exists()
