"""A host whose table does not fill is asked once whether bots should join."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from games.models import Notification
from games.tables.services import lobby
from games.tables.services.unfilled import ask_hosts
from tests.builders_people import make_guest
from tests.notifications.email.builders import send_after, state_of
from tests.tables.builders import make_person, open_table

pytestmark = pytest.mark.django_db
NOW = timedelta(0)
OPENED = "2026-11-21T12:00Z"


def test_a_host_is_asked_once_after_a_day() -> None:
    with time_machine.travel(OPENED, tick=False) as now:
        ada, ben = make_person("Ada"), make_person("Ben")
        game = open_table(ada, ben, seats=4)
        now.shift(timedelta(hours=23))
        assert ask_hosts() == 0
        now.shift(timedelta(hours=2))
        assert ask_hosts() == 1
        send_after(NOW)
        now.shift(timedelta(days=1))
        assert ask_hosts() == 0
        send_after(NOW)
    [letter] = mail.outbox
    assert letter.to == [ada.email]
    assert game.code in letter.body
    assert "Fill them with bots" in letter.body


@pytest.mark.parametrize("end", ["filled", "closed"])
def test_a_table_that_fills_or_closes_meanwhile_is_not_asked_about(end: str) -> None:
    with time_machine.travel(OPENED, tick=False) as now:
        game = open_table(make_person(), seats=3)
        now.shift(timedelta(days=1, hours=1))
        ask_hosts()
        notification = Notification.objects.get(kind="unfilled")
        (lobby.fill_with_bots if end == "filled" else lobby.cancel_game)(code=game.code, host=game.host)
        send_after(NOW)
        assert state_of(notification) == "dropped"
        assert ask_hosts() == 0


def test_no_host_is_asked_of_a_running_game_of_kept_seats_or_a_guests() -> None:
    with time_machine.travel(OPENED, tick=False) as now:
        started, kept = open_table(make_person(), seats=3), open_table(make_person(), make_person(), seats=3)
        lobby.fill_with_bots(code=started.code, host=started.host)
        kept.players.filter(seat=2).update(user=make_person(), invited=True)
        open_table(make_guest(), seats=3)
        now.shift(timedelta(days=1, hours=1))
        assert ask_hosts() == 0
        kept.players.filter(seat=2).update(user=None, invited=False)
        assert ask_hosts() == 1


def test_who_has_not_taken_their_seat_yet_is_not_said_to_be_there() -> None:
    with time_machine.travel(OPENED, tick=False) as now:
        game = open_table(make_person(), make_person("Ben"), seats=4)
        game.players.filter(seat=2).update(user=make_person("Cleo"), invited=True)
        now.shift(timedelta(days=1, hours=1))
        ask_hosts()
        send_after(NOW)
    assert "Ben" in mail.outbox[0].body
    assert "Cleo" not in mail.outbox[0].body
