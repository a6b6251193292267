"""Old notices go, and with them nothing else: what happened to a game's mail is kept as long as anybody may ask."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Message, Notification
from games.site.cleaning import clear_expired
from games.site.consistency import _check_game
from games.site.retention import DEAD_TALK_KEPT, NOTIFICATIONS_KEPT, TALK_KEPT
from games.state.table import load_table
from games.tables.services import lobby
from games.tables.services.talk import say
from tests.builders_people import reload
from tests.tables.builders import make_person, open_table, play_on, start_table

pytestmark = pytest.mark.django_db


def age(game: Game, by: timedelta) -> None:
    """Let a game and its notices be so much older."""
    for notification in Notification.objects.filter(game=game):
        Notification.objects.filter(pk=notification.pk).update(written_at=notification.written_at - by)
    row = Game.objects.get(pk=game.pk)
    Game.objects.filter(pk=game.pk).update(opened_at=row.opened_at - by, ended_at=row.ended_at and row.ended_at - by)


def noticed() -> set[int]:
    """Return the games that have notices, by primary key."""
    return set(Notification.objects.values_list("game", flat=True))


def test_notices_of_games_long_over_are_removed_and_no_others() -> None:
    ada, ben = make_person(), make_person()
    long_over, over, running = (start_table(ada, ben, bots=1) for _ in range(3))
    for game in (long_over, over):
        while play_on(game, 1).outcome is None:
            pass
    closed, closed_lately = (open_table(ada, ben, seats=4) for _ in range(2))
    for game in (closed, closed_lately):
        lobby.cancel_game(code=game.code, host=ada)
    assert noticed() == {game.pk for game in (long_over, over, running, closed, closed_lately)}
    for game in (long_over, running, closed):
        age(game, NOTIFICATIONS_KEPT + timedelta(minutes=1))
    age(over, NOTIFICATIONS_KEPT - timedelta(minutes=1))
    clear_expired()
    assert noticed() == {over.pk, running.pk, closed_lately.pk}
    assert load_table(long_over).outcome
    assert [sentence for game in Game.objects.all() for sentence in _check_game(game)] == []
    assert Game.objects.count() == 5


def say_at(game: Game, person: User) -> None:
    """Let somebody say something at a table as it is stored."""
    say(game=reload(game), seat=0, text="Well played", author=person)


def test_what_is_kept_of_a_game_goes_step_by_step_and_what_is_said_later_goes_too() -> None:
    ada, ben = make_person(), make_person()
    over, other = start_table(ada, ben, bots=1), start_table(ada, ben, bots=1)
    for game in (over, other):
        play_on(game)
        say_at(game, ada)
    stages = []
    for days in (0, NOTIFICATIONS_KEPT.days, TALK_KEPT.days - NOTIFICATIONS_KEPT.days):
        age(over, timedelta(days=days, minutes=1))
        clear_expired()
        over.refresh_from_db()
        notifications, talk = Notification.objects.filter(game=over), Message.objects.filter(game=over)
        stages.append((over.kept, notifications.exists(), talk.exists()))
    assert stages == [(Game.Kept.ALL, True, True), (Game.Kept.TALK, False, True), (Game.Kept.NOTHING, False, False)]
    say_at(over, ben)
    assert Message.objects.filter(game=over).exists()
    clear_expired()
    assert not Message.objects.filter(game=over).exists()
    assert Message.objects.filter(game=other).exists(), "nothing of another game went"


def test_what_is_kept_of_a_closed_table_goes_and_then_it_is_not_looked_at_again() -> None:
    ada = make_person()
    dead = open_table(ada, seats=3)
    say_at(dead, ada)
    lobby.cancel_game(code=dead.code, host=ada)
    age(dead, NOTIFICATIONS_KEPT + timedelta(minutes=1))
    clear_expired()
    assert (reload(dead).kept, Message.objects.filter(game=dead).count()) == (Game.Kept.ALL, 1), "the line is new"
    Message.objects.update(sent_at=timezone.now() - DEAD_TALK_KEPT - timedelta(minutes=1))
    clear_expired()
    assert (reload(dead).kept, Message.objects.filter(game=dead).count()) == (Game.Kept.NOTHING, 0)
    say_at(dead, ada)
    assert reload(dead).kept == Game.Kept.ALL
