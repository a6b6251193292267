"""Over real SMTP: one mail for each event, with every fault of the server; the same mail again rather than none."""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.models import Delivery, Heartbeat, Notification
from games.notifications import digests, email_dispatch, smtp_connection
from games.notifications.digests import make_mail
from games.notifications.smtp_connection import LEASE, LOSSES_BORNE
from games.site.health import REFUSAL_LIMIT
from games.tables.services import deadlines
from tests.notifications.email import server as replies
from tests.notifications.email.builders import (
    GRACE,
    ask_somebody,
    is_paused,
    mail_of,
    outcomes_of,
    send_after,
    send_at,
    state_of,
    write_notifications,
)
from tests.notifications.email.server import MailServer, down
from tests.rounds import one_in
from tests.tables.builders import make_person, play_on, start_table

pytestmark = pytest.mark.django_db
NOW, DAY = timedelta(0), timedelta(days=1)


def id_of(notification: Notification) -> str:
    return f"<{mail_of(notification).message_id}@insidejob.example>"


def test_without_faults_each_event_is_one_mail_and_one_connection_carries_all(server: MailServer) -> None:
    notifications = write_notifications(5)
    assert send_after(NOW) == 5
    assert [send_after(GRACE), send_after(DAY)] == [0, 0]
    assert [mail["Message-ID"] for mail in server.mails] == [id_of(notification) for notification in notifications]
    assert [mail["To"] for mail in server.mails] == [notification.recipient.email for notification in notifications]
    assert outcomes_of(notifications) == [("sent", 1)] * 5
    assert all(mail_of(notification).done_at for notification in notifications)
    assert server.manners.connections == 1


def test_a_whole_game_tells_everybody_of_each_event_once(server: MailServer) -> None:
    people = [make_person() for _ in range(3)]
    game = start_table(*people)
    while True:
        for moment in (NOW, GRACE, GRACE):
            send_after(moment)
        if play_on(game, 3).outcome:
            break
    send_after(DAY)
    sent = Notification.objects.filter(deliveries__state="sent")
    assert len(server.mails) == len({mail["Message-ID"] for mail in server.mails})
    ids = {str(mail["Message-ID"])[1:33] for mail in server.mails}
    assert ids == set(sent.values_list("deliveries__message_id", flat=True))
    assert sent.filter(kind="over").count() == 3
    # All were asked something within a day, and so heard of the start.
    assert not sent.filter(kind="started").exists()
    # Each card and each vote was asked for, and told of, once.
    turns = sent.filter(kind="turn")
    assert turns.values("key", "recipient").distinct().count() == turns.count() > 3
    send_after(timedelta(days=30))
    assert not Notification.objects.filter(state="waiting").exists()
    assert not Delivery.objects.filter(state="waiting").exists()


@pytest.mark.parametrize(
    "fault", [replies.REFUSE_FOR_NOW, replies.REFUSE_MAIL, replies.STALL, replies.DROP, replies.HANG_UP]
)
def test_what_failed_is_sent_again_as_the_same_mail(server: MailServer, settings: Any, fault: str) -> None:
    [notification] = write_notifications(1)
    server.manners.planned.append(fault)
    patient, settings.EMAIL_TIMEOUT = settings.EMAIL_TIMEOUT, 0.5 if fault == replies.STALL else 60
    before = timezone.now()
    assert send_at(before) == 0
    settings.EMAIL_TIMEOUT = patient
    assert state_of(notification) == "waiting"
    assert mail_of(notification).send_at == before + timedelta(minutes=1)
    assert send_at(before + timedelta(seconds=59)) == 0
    assert send_at(before + timedelta(seconds=61)) == 1
    assert outcomes_of([notification]) == [("sent", 2)]
    assert {mail["Message-ID"] for mail in server.mails} == {id_of(notification)}
    assert len(server.mails) == (2 if fault == replies.DROP else 1)


def test_the_pauses_grow_and_nothing_is_given_up_for_days(server: MailServer) -> None:
    [notification] = write_notifications(1)
    server.manners.otherwise = replies.REFUSE_FOR_NOW
    moment, pauses = timezone.now(), []
    for _ in range(7):
        assert send_at(moment) == 0
        assert state_of(notification) == "waiting"
        pauses.append((mail_of(notification).send_at - moment) / timedelta(minutes=1))
        moment = mail_of(notification).send_at
    assert pauses == [1, 5, 15, 60, 240, 240, 240]
    server.manners.otherwise = "accept"
    assert send_at(moment) == 1


def test_after_a_week_of_failures_it_is_given_up_and_the_address_is_not_blamed(server: MailServer) -> None:
    [notification] = write_notifications(1)
    server.manners.otherwise = replies.REFUSE_FOR_NOW
    assert send_after(NOW) == 0
    assert state_of(notification) == "waiting"
    assert send_after(timedelta(days=7, minutes=1)) == 0
    assert state_of(notification) == "given_up"
    assert not is_paused(notification)


def test_an_address_refused_for_good_is_not_tried_again_and_others_get_theirs(server: MailServer) -> None:
    first, other = write_notifications(2)
    again = Notification.objects.create(
        recipient=first.recipient, game=first.game, kind="over", key="x", send_at=timezone.now()
    )
    server.manners.planned.append(replies.REFUSE)
    assert send_after(NOW) == 1
    assert [state_of(first), state_of(other), state_of(again)] == ["refused", "sent", "refused"]
    assert server.manners.attempts == 2
    assert is_paused(first)
    assert [mail["To"] for mail in server.mails] == [other.recipient.email]


OF_US = [
    "550 5.7.1 <ada@example.org>: Relay access denied",
    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example",
    "550 5.7.26 This mail is unauthenticated",
    "530 5.7.0 Must issue a STARTTLS command first",
    "530 Authentication required",
    "550 relay not permitted",
    "554 Your IP is on a blocklist",
    "550 5.1.8 Sender address rejected: Domain not found",
]
OF_THE_ADDRESS = [
    replies.REFUSE,
    "550 <spamela@relay.example>: user unknown",
    "552 5.2.2 Mailbox full",
    "553 5.1.3 Not an address",
    "550 5.1.10 No mail at this domain",
    "550 5.0.0 No such user",
]
OF_NOBODY = ["554 Transaction failed", "550 5.4.6 Routing loop", "550 5.3.0 Something else", replies.REFUSE_FOR_NOW]


def ask_health() -> tuple[int, float]:
    """Return the status of the site's health, and for how long the mail server has refused us."""
    answer = Client().get("/health/")
    return answer.status_code, answer.json()["mail_server_refuses"]


@pytest.mark.parametrize("reply", OF_THE_ADDRESS)
def test_a_refusal_of_the_address_pauses_it(server: MailServer, reply: str) -> None:
    [notification] = write_notifications(1)
    server.manners.planned.append(reply)
    assert send_after(NOW) == 0
    assert (state_of(notification), is_paused(notification)) == ("refused", True)


@pytest.mark.parametrize("reply", [*OF_US, *OF_NOBODY, replies.REFUSE_SENDER, replies.REFUSE_MAIL])
def test_any_other_refusal_pauses_no_address_and_is_tried_again(server: MailServer, reply: str) -> None:
    [notification] = write_notifications(1)
    server.manners.planned.append(reply)
    refused = timezone.now()
    assert send_at(refused) == 0
    assert (outcomes_of([notification]), is_paused(notification)) == ([("waiting", 1)], False)
    assert send_at(refused + timedelta(seconds=59)) == 0
    assert send_at(refused + timedelta(seconds=61)) == 1


@pytest.mark.parametrize("reply", one_in(3, [*OF_US, replies.REFUSE_SENDER]))
def test_a_server_that_refuses_us_is_left_alone_and_the_health_tells(server: MailServer, reply: str) -> None:
    notifications = write_notifications(4)
    deadlines.sweep()
    assert ask_health() == (200, 0)
    server.manners.otherwise = reply
    assert send_after(NOW) == 0
    # Two refusals, and the rest is not tried in vain.
    assert outcomes_of(notifications) == [("waiting", 1)] * 2 + [("waiting", 0)] * 2
    Heartbeat.objects.update(refused_since=F("refused_since") - timedelta(seconds=REFUSAL_LIMIT + 1))
    assert send_after(NOW) == 0
    status, age = ask_health()
    assert (status, age > REFUSAL_LIMIT) == (503, True)
    server.manners.otherwise = replies.ACCEPT
    assert send_after(timedelta(hours=1)) == 4
    assert ask_health() == (200, 0)


def test_one_address_that_answers_as_if_it_were_us_makes_no_one_ill(server: MailServer) -> None:
    write_notifications(2)
    deadlines.sweep()
    server.manners.planned.append(OF_US[0])
    assert send_after(NOW) == 1
    assert ask_health() == (200, 0)


def test_a_server_that_is_down_costs_no_attempt_and_all_goes_out_once_it_is_back(
    server: MailServer, settings: Any
) -> None:
    notifications = write_notifications(4)
    before, due = timezone.now(), {notification.send_at for notification in notifications}
    with down(settings):
        assert send_at(before) == 0
    assert outcomes_of(notifications) == [("waiting", 0)] * 4
    # Due as they were, and later by the minute: that is what the site's health is measured by.
    assert {mail_of(notification).send_at for notification in notifications} == due
    assert send_at(timezone.now()) == 4


def test_a_server_that_hangs_up_on_everything_is_left_alone_for_a_while(server: MailServer) -> None:
    notifications = write_notifications(6)
    server.manners.otherwise = replies.HANG_UP
    assert send_after(NOW) == 0
    assert server.manners.attempts == LOSSES_BORNE
    assert outcomes_of(notifications) == [("waiting", 1)] * 2 + [("waiting", 0)] * 4
    server.manners.otherwise = "accept"
    assert send_after(timedelta(minutes=2)) == 6
    assert len({mail["Message-ID"] for mail in server.mails}) == len(server.mails) == 6


def test_one_lost_connection_does_not_keep_the_others_waiting(server: MailServer) -> None:
    notifications = write_notifications(3)
    server.manners.planned.extend([replies.HANG_UP])
    assert send_after(NOW) == 2
    assert [state_of(notification) for notification in notifications] == ["waiting", "sent", "sent"]
    assert server.manners.connections == 2


class Killed(BaseException):
    """The end of a process, in the middle of something."""


@pytest.mark.parametrize("moment", ["send", "finish"])
def test_a_crash_before_or_after_sending_loses_nothing(
    server: MailServer, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    [notification] = write_notifications(1)
    before, die = timezone.now(), Mock(side_effect=Killed)
    with monkeypatch.context() as patch:
        patch.setattr(email_dispatch, "release", lambda *args: None)
        patch.setattr(smtp_connection.SmtpConnection if moment == "send" else email_dispatch, moment, die)
        with pytest.raises(Killed):
            send_at(before)
    assert state_of(notification) == "waiting"
    assert send_at(before + LEASE - timedelta(seconds=1)) == 0
    assert send_at(before + LEASE) == 1
    assert state_of(notification) == "sent"
    assert {mail["Message-ID"] for mail in server.mails} == {id_of(notification)}
    assert len(server.mails) == (1 if moment == "send" else 2)


def test_a_mail_that_cannot_be_made_keeps_no_other_waiting(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def make_most(headlines: list[Delivery], message_id: str) -> Any:
        if headlines[0].notification_id == broken.pk:
            raise LookupError
        return make_mail(headlines, message_id)

    broken, fine = write_notifications(2)
    monkeypatch.setattr(digests, "make_mail", make_most)
    assert send_after(NOW) == 1
    assert outcomes_of([broken, fine]) == [("waiting", 1), ("sent", 1)]


def test_no_mail_is_begun_when_the_time_of_a_batch_is_over(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    notifications = write_notifications(3)
    monkeypatch.setattr(smtp_connection, "FIRST_PART", 0.0)
    assert send_after(NOW) == 0
    assert outcomes_of(notifications) == [("waiting", 0)] * 3
    monkeypatch.undo()
    assert send_after(NOW) == 3


def test_what_is_answered_before_its_mail_is_not_sent(server: MailServer) -> None:
    asked = ask_somebody()
    assert send_after(timedelta(minutes=1, seconds=50)) == 0
    play_on(asked.game, 1)
    Notification.objects.exclude(key=asked.notification.key, recipient=asked.person).delete()
    assert send_after(timedelta(days=2)) == 0
    assert [state_of(asked.notification), state_of(asked.reminder)] == ["dropped", "dropped"]
    assert server.mails == []
