"""The start of a game is told in one mail with what is asked first, and not to its starter or to those who look."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.models import Game, Notice
from games.post import preferences
from games.post.presence import note_presence
from games.reads.table import load_table
from games.services import lobby
from tests.games.builders import asked, make_person, open_table, play_on
from tests.mail.builders import GRACE, name_in_english, send_after

pytestmark = pytest.mark.django_db
NOW = timedelta(0)
DAY = timedelta(days=1)


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
    """Return the subjects of the mails that a person got."""
    return [str(message.subject) for message in mail.outbox if message.to == [person.email]]


def test_who_leads_first_gets_one_mail_that_says_both() -> None:
    game, first, other = start_with(starter="other")
    send_after(NOW)
    send_after(GRACE)
    assert subjects_to(first) == [f"{name_in_english(game)} has started, and it’s your turn"]
    assert subjects_to(other) == [f"{name_in_english(game)} has started"]
    [message] = [message for message in mail.outbox if message.to == [first.email]]
    assert "It is your turn." in message.body
    assert "You have until" in message.body
    send_after(DAY * 0.85)
    assert len(subjects_to(first)) == 2, "the reminder comes"


def test_what_is_asked_later_is_told_by_a_mail_of_its_own() -> None:
    game, *_ = start_with(starter="other")
    send_after(NOW)
    table = play_on(game, 1)
    person = table.players[asked(table)[0]].user
    assert person
    send_after(GRACE)
    assert f"Your turn: {name_in_english(game)}" in subjects_to(person)


@pytest.mark.parametrize("order", ["start first", "turn first"])
def test_the_two_are_one_in_any_order_in_which_they_are_due(order: str) -> None:
    game, first, _ = start_with(starter="other")
    if order == "turn first":
        turn = Notice.objects.get(game=game, kind="turn")
        Notice.objects.filter(game=game, kind="started").update(send_at=turn.send_at + GRACE)
    for pause in (NOW, GRACE, 3 * GRACE):
        send_after(pause)
    assert len(subjects_to(first)) == 1


@pytest.mark.parametrize("off", ["started", "turn"])
def test_the_other_mail_comes_where_one_of_the_two_is_not_wanted(off: str) -> None:
    _, first, _ = start_with(starter="other")
    preferences.turn(first, off, on=False)
    send_after(NOW)
    send_after(GRACE)
    assert len(subjects_to(first)) == 1


def test_one_who_took_the_last_seat_is_told_their_turn_alone() -> None:
    game, first, _ = start_with(starter="first")
    assert Notice.objects.get(recipient=first, kind="started").state == "dropped"
    send_after(NOW)
    assert subjects_to(first) == []
    send_after(GRACE)
    assert subjects_to(first) == [f"Your turn: {name_in_english(game)}"]


def test_a_host_who_fills_the_table_with_bots_knows() -> None:
    host, guest = make_person(), make_person()
    game = open_table(host, guest, seats=4)
    lobby.fill_with_bots(code=game.code, host=host)
    send_after(NOW)
    assert subjects_to(host) == []
    assert len(subjects_to(guest)) == 1


def test_one_who_looks_at_the_table_sees_it_start() -> None:
    game, _, other = start_with(starter="other")
    note_presence(game.pk, other.pk)
    send_after(NOW)
    send_after(GRACE)
    assert subjects_to(other) == []
    assert Notice.objects.get(recipient=other, kind="started").state == "dropped"
