"""What is still true is sent at its time, and nothing else: answered, looked at, moved by downtime, unwanted."""

from datetime import timedelta
from unittest.mock import Mock

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from games.models import Game, Heartbeat, Notification, Player
from games.notifications import preferences
from games.notifications.presence import ACTIVE_FOR, OPEN_FOR, find_activity, note_presence
from games.notifications.relevance import LOOK_AGAIN
from games.notifications.types import SWITCHES
from games.state import wall_clock
from games.tables.services import deadlines, lobby, outages, stand_ins
from tests.builders_people import make_guest
from tests.notifications.email.builders import (
    GRACE,
    ask_somebody,
    mail_of,
    name_in_english,
    send_after,
    send_at,
    state_of,
)
from tests.tables.builders import make_person, open_table, play_on, play_to_the_vote, start_beside_stand_in, start_table
from tests.tables.pages.browser import HTMX, link, sign_in

pytestmark = pytest.mark.django_db
NOW = timedelta(0)


def only(kind: str) -> list[Notification]:
    """Return the notices of a kind, and forget all others."""
    Notification.objects.exclude(kind=kind).delete()
    return list(Notification.objects.order_by("pk"))


def test_a_turn_is_told_after_the_grace_and_reminded_of_with_a_fifth_of_the_time_left() -> None:
    asked = ask_somebody()
    assert send_after(timedelta(minutes=1, seconds=50)) == 0
    assert send_after(GRACE) == 1
    asked.game.refresh_from_db()
    assert asked.game.due_at
    a_fifth = timedelta(seconds=asked.game.pace) / 5
    assert send_at(asked.game.due_at - a_fifth - timedelta(seconds=1)) == 0
    assert send_at(asked.game.due_at - a_fifth + timedelta(seconds=1)) == 1
    assert [state_of(asked.notification), state_of(asked.reminder)] == ["sent", "sent"]
    assert [message.to for message in mail.outbox] == [[asked.person.email]] * 2


def test_a_question_seen_in_the_answer_to_ones_own_move_is_mailed_within_ten_minutes() -> None:
    game = start_beside_stand_in(make_person(), bots=1)
    Notification.objects.all().delete()
    play_on(game, 1)
    Notification.objects.exclude(kind="turn").delete()
    assert Game.objects.get(pk=game.pk).players.get(seat=0).owes
    assert send_after(timedelta(minutes=8)) == 0
    assert send_after(timedelta(minutes=10)) == 1


def test_a_vote_has_its_own_words_and_its_reminder_goes_by_the_time_for_votes() -> None:
    game = play_to_the_vote(3)
    send_after(timedelta(0))
    assert send_after(GRACE) == 3
    assert all("Decide by" in message.subject for message in mail.outbox[-3:])
    game.refresh_from_db()
    assert game.due_at
    a_fifth = timedelta(seconds=game.vote_time) / 5
    assert a_fifth != timedelta(seconds=game.pace) / 5
    assert send_at(game.due_at - a_fifth - timedelta(seconds=1)) == 0
    assert send_at(game.due_at - a_fifth + timedelta(seconds=1)) == 3


def test_downtime_moves_the_reminder_with_the_deadline() -> None:
    asked = ask_somebody()
    assert send_after(GRACE) == 1
    before = asked.reminder.send_at
    Heartbeat.objects.all().delete()
    assert all(outages.note_heartbeat(timezone.now() - gap) for gap in (timedelta(hours=3), NOW))
    Heartbeat.objects.update(beat_at=before)
    assert send_at(before + timedelta(seconds=1)) == 0
    assert state_of(asked.reminder) == "waiting"
    moved = asked.reminder.send_at - before
    assert timedelta(hours=3) - timedelta(seconds=5) < moved < timedelta(hours=3, seconds=5)
    Heartbeat.objects.update(beat_at=asked.reminder.send_at)
    assert send_at(asked.reminder.send_at) == 1


def test_after_an_outage_a_reminder_waits_for_the_sweep_that_records_it() -> None:
    asked = ask_somebody()
    assert send_after(GRACE) == 1
    last = asked.reminder.send_at - timedelta(minutes=5)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": last})
    back = last + timedelta(minutes=40)
    assert send_at(back) == 0, "the deadline that is stored fell into the outage"
    assert outages.note_heartbeat(back)
    assert send_at(back + wall_clock.DOWN_AFTER - timedelta(seconds=1)) == 0
    assert state_of(asked.reminder) == "waiting"
    due = back + timedelta(minutes=5)
    Heartbeat.objects.update(beat_at=due)
    assert (send_at(due - timedelta(seconds=1)), send_at(due)) == (0, 1)


def test_one_who_looks_at_the_table_is_told_by_the_page_and_by_mail_once_they_have_gone() -> None:
    asked = ask_somebody()
    note_presence(asked.game.pk, asked.person.pk)
    before = timezone.now() + GRACE
    assert send_at(before) == 0
    assert state_of(asked.notification) == "waiting"
    assert mail_of(asked.notification).send_at == before + LOOK_AGAIN
    assert mail_of(asked.notification).attempts == 0
    cache.clear()
    assert send_at(before + LOOK_AGAIN - timedelta(seconds=1)) == 0
    assert send_at(before + LOOK_AGAIN) == 1


def test_one_who_stays_at_the_table_is_told_after_ten_minutes_at_the_latest() -> None:
    asked = ask_somebody()
    note_presence(asked.game.pk, asked.person.pk)
    tried = [send_at(asked.notification.written_at + timedelta(minutes=minute)) for minute in range(2, 11)]
    assert (sum(tried), tried[-1]) == (1, 0)
    assert state_of(asked.notification) == "sent"


def test_a_reminder_comes_to_one_who_stays_at_the_table_as_to_anybody() -> None:
    asked = ask_somebody()
    Notification.objects.filter(pk=asked.notification.pk).delete()
    note_presence(asked.game.pk, asked.person.pk)
    assert send_at(asked.reminder.send_at) == 1
    assert state_of(asked.reminder) == "sent"


def test_the_end_is_not_told_to_one_who_was_active_since_and_is_to_one_who_was_not() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        ada, ben = make_person(), make_person()
        game = start_table(ada, ben, bots=1)
        for person in (ada, ben):
            note_presence(game.pk, person.pk, lasts=ACTIVE_FOR)
        clock.shift(1)
        play_on(game)
        clock.shift(1)
        note_presence(game.pk, ada.pk)
        Notification.objects.exclude(kind="over").delete()
        assert send_at(timezone.now()) == 0
        states = {notification.recipient: state_of(notification) for notification in only("over")}
        assert states == {ada: "dropped", ben: "waiting"}
        clock.shift(ACTIVE_FOR)
        assert send_at(timezone.now()) == 1


@pytest.mark.parametrize("looker", ["another", "elsewhere"])
def test_looking_is_about_one_person_and_one_table(looker: str) -> None:
    asked = ask_somebody()
    if looker == "another":
        note_presence(asked.game.pk, make_person().pk)
    else:
        note_presence(start_table(asked.person, bots=2).pk, asked.person.pk)
    assert send_after(GRACE) >= 1
    assert state_of(asked.notification) == "sent"


def test_the_page_counts_and_its_polls_say_whether_there_was_activity() -> None:
    asked = ask_somebody()
    ids, browser = (asked.game.pk, asked.person.pk), sign_in(asked.person)
    news = f"{link('news', asked.game)}?v={Game.objects.get(pk=asked.game.pk).version}&c="
    assert not find_activity(*ids)
    for path, headers, is_active in [
        (link("table", asked.game), {}, True),
        (news, {**HTMX, "X-Active": "0"}, True),
        (news, {**HTMX, "X-Active": "299"}, True),
        (news, {**HTMX, "X-Active": "300"}, False),
        (news, HTMX, False),
        (news, {**HTMX, "X-Hidden-Tab": "yes"}, False),
        *((news, {**HTMX, "X-Active": nonsense}, False) for nonsense in ("", "-1", "now", "²", "9" * 5000)),
    ]:
        cache.clear()
        browser.get(path, headers=headers)
        assert bool(find_activity(*ids)) == is_active, (path, headers)
    cache.clear()
    sign_in(make_person()).get(news, headers={**HTMX, "X-Active": "0"})
    assert not find_activity(*ids)


def test_activity_counts_for_five_minutes_and_an_open_page_for_a_quarter_of_one() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        asked = ask_somebody()
        ids, browser = (asked.game.pk, asked.person.pk), sign_in(asked.person)
        news = f"{link('news', asked.game)}?v={Game.objects.get(pk=asked.game.pk).version}&c="
        # Without scripts a page is loaded and asks nothing.
        browser.get(link("table", asked.game))
        clock.shift(299)
        assert find_activity(*ids)
        clock.shift(2)
        assert not find_activity(*ids)
        # With them it asks, until it is closed.
        browser.get(link("table", asked.game))
        clock.shift(4)
        browser.get(news, headers={**HTMX, "X-Active": "4"})
        clock.shift(OPEN_FOR - 1)
        assert find_activity(*ids)
        clock.shift(2)
        assert not find_activity(*ids)
        # A page that is left alone asks on, and says for how long it was.
        browser.get(news, headers={**HTMX, "X-Active": "298"})
        assert find_activity(*ids) == timezone.now() - timedelta(seconds=298)
        clock.shift(3)
        assert not find_activity(*ids)


def test_a_cache_that_is_down_stops_neither_page_nor_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ask_somebody()
    for name in ("set", "get"):
        monkeypatch.setattr(f"games.notifications.presence.cache.{name}", Mock(side_effect=ConnectionError))
    assert sign_in(asked.person).get(link("table", asked.game)).status_code == 200
    assert send_after(GRACE) == 1


def test_an_open_page_asks_more_often_than_it_would_be_taken_for_closed() -> None:
    # A quiet table is asked about every ten seconds, a tenth more or less.
    assert OPEN_FOR > 11


def test_a_turn_that_a_stand_in_took_over_is_not_told() -> None:
    asked = ask_somebody()
    stand_ins.hand_over(code=asked.game.code, user=asked.person)
    send_after(GRACE)
    assert state_of(asked.notification) == "dropped"


def test_a_game_that_was_ended_asks_for_nothing() -> None:
    asked = ask_somebody()
    for player in asked.game.players.filter(user__isnull=False):
        assert player.user
        stand_ins.agree_to_end(code=asked.game.code, user=player.user, agrees=True)
    send_after(timedelta(days=3))
    assert [state_of(asked.notification), state_of(asked.reminder)] == ["dropped", "dropped"]
    assert [message.subject for message in mail.outbox] == [f"{name_in_english(asked.game)} is over"] * 2


def test_a_start_is_not_told_once_the_game_is_over() -> None:
    play_on(start_table(make_person(), make_person(), bots=1))
    send_after(timedelta(days=2))
    assert [notification.state for notification in only("started")] == ["dropped"] * 2


def test_one_who_plays_alone_with_bots_is_not_told_what_they_did_and_saw() -> None:
    game = start_table(make_person(), bots=2)
    play_on(game)
    player = game.players.get(seat=0)
    note_presence(game.pk, player.user_id or 0)
    assert (send_after(NOW), send_after(timedelta(days=1))) == (0, 0)
    told = Notification.objects.filter(kind__in=["started", "over"])
    assert {state_of(notification) for notification in told} == {"dropped"}


def let_somebody_miss_two() -> Notification:
    """Return the notice of a stand-in, at a game whose clock answered until one took a seat."""
    game = start_table(make_person(), make_person(), bots=1)
    while not Player.objects.filter(game=game, stand_in=True).exists():
        Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
        deadlines._close_expired(timezone.now())
    return Notification.objects.get(game=game, kind="stand_in")


@pytest.mark.parametrize("is_back", [False, True])
def test_a_stand_in_is_told_unless_the_seat_was_taken_back(is_back: bool) -> None:
    notification = let_somebody_miss_two()
    if is_back:
        stand_ins.take_back(code=notification.game.code, user=notification.recipient)
    send_after(NOW)
    assert state_of(notification) == ("dropped" if is_back else "sent")


def test_a_table_closed_by_its_host_is_told_to_the_others() -> None:
    host, other = make_person(), make_person()
    game = open_table(host, other, seats=4)
    lobby.cancel_game(code=game.code, host=host)
    assert send_after(NOW) == 1
    assert mail.outbox[0].to == [other.email]


def test_a_table_that_never_filled_is_told_to_all_who_sat_there() -> None:
    open_table(make_person(), make_person(), seats=4)
    deadlines._close_unfilled(timezone.now() + timedelta(days=7, seconds=1))
    assert send_after(NOW) == 2


@pytest.mark.parametrize("all_is_off", [True, False])
def test_what_is_not_wanted_is_not_sent(all_is_off: bool) -> None:
    asked = ask_somebody()
    preferences.turn(asked.person, "turn", on=False)
    if all_is_off:
        preferences.choose(asked.person, SWITCHES, none_at_all=True, plays_by_mail=True)
    assert send_after(GRACE) == 0
    assert state_of(asked.notification) == "unwanted"
    assert send_at(asked.reminder.send_at) == (not all_is_off)


def test_a_guest_gets_no_mail() -> None:
    guest = make_guest()
    game = lobby.play_against_bots(user=guest, title="insidejob", seat_count=3)
    Notification.objects.create(recipient=guest, game=game, kind="over", key="x", send_at=timezone.now())
    assert send_after(timedelta(days=8)) == 0
    assert mail.outbox == []
