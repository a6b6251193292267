"""Time that ran out: its owner is told at the first miss, in the transaction that closes it, as long as it is true."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast
from unittest.mock import Mock

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game, Notification, Player
from games.notifications import outbox
from games.notifications.presence import note_presence
from games.notifications.relevance import LOOK_AGAIN
from games.rules.engine.values import Decision
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.table import load_table
from games.tables.services import deadlines, stand_ins
from tests.builders_people import make_guest
from tests.notifications.email.builders import send_after, send_at, state_of
from tests.tables.builders import asked, make_person, play_on, start_table

pytestmark = pytest.mark.django_db
NOW = timedelta(0)


def let_lapse(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert deadlines._close_expired(timezone.now()) == 1
    game.refresh_from_db()


def miss_one(language: str = "en") -> Notification:
    """Return the notice of a player whose time ran out; no other notice is left."""
    people = [make_person(name, language=language) for name in ("Ada", "Ben", "Chloé")]
    game = start_table(*people, options={"wagers": False})
    let_lapse(game)
    Notification.objects.exclude(kind="missed").delete()
    return Notification.objects.get()


def player_of(notification: Notification) -> Player:
    return notification.game.players.get(user=notification.recipient)


def test_the_owner_is_told_at_the_first_miss_and_of_the_stand_in_at_the_second() -> None:
    game = start_table(make_person(), make_person(), make_person(), options={"wagers": False})
    seat = asked(load_table(game))[0]
    let_lapse(game)
    owner = game.players.get(seat=seat).user
    notification = Notification.objects.get(kind="missed")
    assert (notification.recipient, notification.key) == (owner, f"{game.code}/lead-1")
    while asked(load_table(game)) != [seat]:
        play_on(game, 1)
    let_lapse(game)
    assert Notification.objects.filter(kind="missed").count() == 1
    assert Notification.objects.filter(kind="stand_in", recipient=owner).count() == 1
    assert _check_game(game) == []


def test_it_is_written_together_with_the_move_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start_table(make_person(), make_person(), make_person())
    monkeypatch.setattr(deadlines, "store", Mock(side_effect=RuntimeError))
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    deadlines._close_expired(timezone.now())
    assert not Notification.objects.filter(kind="missed").exists()
    assert not Player.objects.filter(missed__gt=0).exists()


def test_what_is_asked_in_secret_is_no_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start_table(make_person(), make_person(), make_person())
    title = load_table(game).title
    decision = title.decision

    def ask_in_secret(state: object, seat: int) -> Decision | None:
        open_one = decision(state, seat)
        return open_one and Decision(open_one.name, public=False)

    monkeypatch.setitem(cast(dict[str, Any], TITLES), title.NAME, replace(title, decision=ask_in_secret))
    let_lapse(game)
    assert not Notification.objects.filter(kind="missed").exists()


def test_a_guest_is_told_nothing() -> None:
    guest = make_guest()
    game = start_table(make_person(), make_person(), make_person())
    game.players.update(user=None, bot="random")
    game.players.filter(owes__gt="").update(user=guest, bot="")
    let_lapse(game)
    assert not Notification.objects.filter(kind="missed").exists()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_mail_says_that_time_was_up_and_what_was_played(language: str) -> None:
    notification = miss_one(language)
    assert send_after(NOW) == 1
    [message] = mail.outbox
    name = notification.recipient.display_name
    with translation.override(language):
        operation = notification.game.name
    if language == "en":
        assert message.subject == f"{operation}: time’s up, so a move was made for you"
        assert f"– Time’s up: an automatic move was made for {name}." in message.body
        assert "a bot will stand in for you" in message.body
        assert f": {name}" not in message.subject
    else:
        assert message.subject == f"{operation}\u202f: temps écoulé, on a joué à ta place"
        assert f"– Temps écoulé\u202f: coup automatique pour {name}." in message.body
    trick = message.body.split("– Mission")[1]
    tag = "automatic" if language == "en" else "automatique"
    assert f"({tag})" in next(line for line in trick.splitlines() if line.startswith(f"– {name}"))


@pytest.mark.parametrize("event", ["moved", "stand-in", "over"])
def test_it_is_no_longer_told_once_its_owner_is_back_or_replaced(event: str) -> None:
    notification = miss_one()
    if event == "moved":
        while player_of(notification).missed:
            play_on(notification.game, 1)
    elif event == "stand-in":
        stand_ins.hand_over(code=notification.game.code, user=notification.recipient)
    else:
        play_on(notification.game)
    send_after(NOW)
    assert state_of(notification) == "dropped"


def test_one_who_looks_sees_it_and_is_mailed_once_they_have_gone() -> None:
    notification = miss_one()
    note_presence(notification.game.pk, notification.recipient.pk)
    now = timezone.now()
    assert send_at(now) == 0
    assert state_of(notification) == "waiting"
    cache.clear()
    assert send_at(now + LOOK_AGAIN) == 1


def test_it_can_be_switched_off_by_itself() -> None:
    notification = miss_one()
    User.objects.filter(pk=notification.recipient.pk).update(mail_kinds_off=["missed"])
    assert send_after(NOW) == 0
    assert state_of(notification) == "unwanted"


def test_the_invariant_checker_finds_a_miss_that_was_never_told() -> None:
    notification = miss_one()
    game = notification.game
    outbox.write_asked(load_table(game))
    outbox.write_started(game, list(game.players.all()))
    assert _check_game(game) == []
    notification.delete()
    assert _check_game(game) == [f"seat {game.players.get(missed=1).seat}: the notice of what it has missed is missing"]
