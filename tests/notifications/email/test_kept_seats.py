"""A seat that is kept for someone, at a rematch or by an invitation: told while it is kept, and once a day."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts.models import User
from games.models import Contact, Game, Notification
from games.notifications import outbox, preferences
from games.tables.services import invitations, lobby
from tests.notifications.email.builders import name_in_english, send_after, state_of
from tests.tables.builders import make_person, open_table, play_on, start_table

pytestmark = pytest.mark.django_db
NOW = timedelta(0)


def open_rematch() -> tuple[Game, Notification]:
    """Return a rematch at which a place is kept for a person, and the notice of it."""
    host, other = make_person(), make_person()
    game = start_table(host, other, bots=1)
    play_on(game)
    rematch = lobby.open_rematch(code=game.code, user=host)
    return rematch, Notification.objects.get(recipient=other, kind="rematch")


def test_a_rematch_is_told_while_the_place_is_kept() -> None:
    rematch, notification = open_rematch()
    send_after(NOW)
    assert state_of(notification) == "sent"
    assert mail.outbox[-1].to == [notification.recipient.email]
    assert rematch.code in mail.outbox[-1].body


def test_a_rematch_is_asked_for_by_name() -> None:
    rematch, _ = open_rematch()
    User.objects.filter(pk=rematch.host.pk).update(display_name="Zo & <Co>")
    send_after(NOW)
    letter: Any = mail.outbox[-1]
    assert "Zo & <Co>" in str(letter.body).split("\n\n")[2]
    [(page, _kind)] = letter.alternatives
    assert '<p><bdi translate="no">Zo &amp; &lt;Co&gt;</bdi>' in str(page)


def test_only_a_rematch_asks_to_play_again() -> None:
    rematch, _ = open_rematch()
    invited = make_person()
    game = open_table(rematch.host, seats=3)
    game.players.filter(user=None, seat=1).update(user=invited, invited=True)
    outbox.write_invited(game, game.players.get(user=invited))
    send_after(NOW)
    assert {str(letter.subject) for letter in mail.outbox if "seat for you" in letter.subject} == {
        f"Play again? There’s a seat for you in {name_in_english(rematch)}",
        f"There’s a seat for you in {name_in_english(game)}",
    }


@pytest.mark.parametrize("end", ["taken", "given away", "closed"])
def test_a_rematch_that_no_longer_waits_is_not_told(end: str) -> None:
    rematch, notification = open_rematch()
    if end == "taken":
        lobby.join_game(code=rematch.code, user=notification.recipient)
    elif end == "given away":
        lobby.remove_player(code=rematch.code, host=rematch.host, seat=1, person=notification.recipient.code)
    else:
        lobby.cancel_game(code=rematch.code, host=rematch.host)
    send_after(NOW)
    assert state_of(notification) == "dropped"


def test_rematches_opened_and_closed_again_are_told_once_a_day() -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        rematch, notification = open_rematch()
        game = rematch.rematch_of
        assert game
        for _ in range(3):
            send_after(NOW)
            lobby.cancel_game(code=rematch.code, host=rematch.host)
            rematch = lobby.open_rematch(code=game.code, user=rematch.host)
        send_after(NOW)
        told = Notification.objects.filter(recipient=notification.recipient, kind="rematch")
        assert [state_of(row) for row in told] == ["sent"]
        lobby.cancel_game(code=rematch.code, host=rematch.host)
        now.shift(timedelta(days=1))
        lobby.open_rematch(code=game.code, user=rematch.host)
        assert told.all().count() == 2


def open_rematch_again(rematch: Game, person: User) -> Game:
    assert rematch.rematch_of
    return lobby.open_rematch(code=rematch.rematch_of.code, user=rematch.host)


def invite_to_another(rematch: Game, person: User) -> Game:
    game = open_table(rematch.host, seats=3)
    invitations.invite_person(code=game.code, host=game.host, person=person.code)
    return game


@pytest.mark.parametrize("opens", [open_rematch_again, invite_to_another])
@pytest.mark.parametrize("schedule", ["now", "daily"])
@pytest.mark.parametrize("is_due_between", [True, False])
def test_a_seat_kept_at_another_table_is_told_if_the_first_was_not(
    opens: Callable[[Game, User], Game], schedule: str, *, is_due_between: bool
) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        rematch, notification = open_rematch()
        person = notification.recipient
        Notification.objects.all().delete()
        lobby.cancel_game(code=rematch.code, host=rematch.host)
        Contact.objects.create(user=person, channel="mail", schedule=schedule)
        first = opens(rematch, person)
        if schedule == "daily":
            send_after(NOW)
            assert state_of(Notification.objects.get(recipient=person)) == "waiting"
        lobby.cancel_game(code=first.code, host=first.host)
        if is_due_between:
            now.shift(timedelta(hours=8))
            send_after(NOW)
        second = opens(rematch, person)
        for days in range(3):
            send_after(timedelta(days=days))
        assert [message.to for message in mail.outbox] == [[person.email]]
        assert second.code in mail.outbox[0].body


def test_a_seat_kept_again_is_not_told_to_one_who_did_not_want_it() -> None:
    rematch, notification = open_rematch()
    preferences.turn(notification.recipient, "rematch", on=False)
    send_after(NOW)
    preferences.turn(notification.recipient, "rematch", on=True)
    lobby.cancel_game(code=rematch.code, host=rematch.host)
    open_rematch_again(rematch, notification.recipient)
    send_after(NOW)
    assert state_of(notification) == "unwanted"
