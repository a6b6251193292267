"""A start is told to those who are asked nothing for a while, and not to its starter or to those who look."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.models import Game, Notification
from games.notifications import preferences
from games.notifications.presence import note_presence
from games.state.table import load_table
from games.tables.services import lobby
from tests.notifications.email.builders import GRACE, name_in_english, send_after, state_of, strip_deadline
from tests.tables.builders import asked, make_person, open_table, play_on

pytestmark = pytest.mark.django_db
NOW, DAY = timedelta(0), timedelta(days=1)


def start_with(*, starter: str) -> tuple[Game, User, User]:
    """Return a game that just started, the person who is asked first, and another; `starter` says which started it."""
    while True:
        host, guest, last = (make_person() for _ in range(3))
        game = open_table(host, guest, seats=3)
        lobby.join_game(code=game.code, user=last)
        game.refresh_from_db()
        table = load_table(game)
        first = table.players[asked(table)[0]].user
        assert first
        if (first == last) == (starter == "first"):
            other = host if first == guest else guest
            return game, first, other


def subjects_to(person: User) -> list[str]:
    return [strip_deadline(str(message.subject)) for message in mail.outbox if message.to == [person.email]]


def test_those_who_are_asked_something_hear_of_the_start_by_that_alone() -> None:
    game, first, other = start_with(starter="other")
    send_after(NOW)
    assert mail.outbox == []
    send_after(GRACE)
    assert subjects_to(first) == [f"Your turn: {name_in_english(game)}"]
    while load_table(game).players[asked(load_table(game))[0]].user != other:
        play_on(game, 1)
    send_after(GRACE)
    assert subjects_to(other) == [f"Your turn: {name_in_english(game)}"]
    Notification.objects.filter(kind="reminder").delete()
    send_after(DAY + GRACE)
    assert [len(subjects_to(person)) for person in (first, other)] == [1, 1]


def test_those_who_are_asked_nothing_for_a_day_are_told_of_the_start() -> None:
    game, _, other = start_with(starter="other")
    send_after(DAY - GRACE)
    assert subjects_to(other) == []
    send_after(DAY + GRACE)
    assert subjects_to(other) == [f"{name_in_english(game)} has started"]


def test_a_start_told_where_turns_are_not_wanted_says_what_is_asked() -> None:
    game, first, _ = start_with(starter="other")
    preferences.turn(first, "turn", on=False)
    Notification.objects.filter(kind="reminder").delete()
    send_after(DAY + GRACE)
    assert subjects_to(first) == [f"{name_in_english(game)} has started, and it’s your turn"]
    [message] = [message for message in mail.outbox if message.to == [first.email]]
    assert "It’s your turn." in message.body
    assert "You have until" in message.body


def test_no_start_is_told_to_those_who_want_none() -> None:
    _, first, _ = start_with(starter="other")
    preferences.turn(first, "started", on=False)
    send_after(GRACE)
    send_after(DAY + GRACE)
    assert not [subject for subject in subjects_to(first) if "started" in subject]


def test_one_who_took_the_last_seat_is_told_their_turn_alone() -> None:
    game, first, _ = start_with(starter="first")
    assert Notification.objects.get(recipient=first, kind="started").state == "dropped"
    send_after(NOW)
    assert subjects_to(first) == []
    send_after(GRACE)
    assert subjects_to(first) == [f"Your turn: {name_in_english(game)}"]


def test_a_host_who_fills_the_table_with_bots_knows() -> None:
    host, guest = make_person(), make_person()
    game = open_table(host, guest, seats=4)
    lobby.fill_with_bots(code=game.code, host=host)
    send_after(NOW)
    Notification.objects.exclude(kind="started").delete()
    send_after(DAY + GRACE)
    assert subjects_to(host) == []
    assert len(subjects_to(guest)) == 1


def test_one_who_looks_at_the_table_sees_it_start() -> None:
    game, _, other = start_with(starter="other")
    note_presence(game.pk, other.pk)
    send_after(DAY + GRACE)
    assert subjects_to(other) == []
    assert state_of(Notification.objects.get(recipient=other, kind="started")) == "dropped"
