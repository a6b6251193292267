"""Several workers at once: each notice is one mail, and what one holds the others leave alone."""

from collections import Counter
from functools import partial

import pytest
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from games.models import Delivery, Notification
from games.notifications import email_dispatch
from games.notifications.fan_out import fan_out_due
from games.notifications.smtp_connection import SmtpConnection
from games.tasks import send_mail
from tests.notifications.email.builders import state_of, write_notifications
from tests.notifications.email.server import MailServer
from tests.races.racing import Racers

SENDERS, NOTIFICATIONS, ROUNDS = 4, 12, 5


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_senders_at_one_instant_send_each_notice_once(server: MailServer) -> None:
    with Racers(SENDERS) as racers:
        for _ in range(ROUNDS):
            write_notifications(NOTIFICATIONS)
            assert sum(racers.at_once([partial(email_dispatch.send_due, timezone.now())] * SENDERS)) == NOTIFICATIONS
            assert set(Delivery.objects.values_list("state", "attempts")) == {("sent", 1)}
            Notification.objects.all().delete()
    copies = Counter(mail["To"] for mail in server.mails)
    assert len(copies) == ROUNDS * NOTIFICATIONS
    assert set(copies.values()) == {1}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_another_sender_holds_is_passed_over_without_waiting(server: MailServer) -> None:
    held, free = write_notifications(2)
    fan_out_due(timezone.now())
    with Racers(1) as racers, transaction.atomic():
        Delivery.objects.select_for_update().get(notification=held)
        assert racers.at_once([email_dispatch.send_due]) == [1]
    assert [state_of(held), state_of(free)] == ["waiting", "sent"]


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_the_network_is_waited_for(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_and_send(line: SmtpConnection, message: EmailMessage) -> None:
        is_open.append(transaction.get_connection().in_atomic_block)
        send(line, message)

    is_open: list[bool] = []
    send = SmtpConnection.send
    monkeypatch.setattr(SmtpConnection, "send", look_and_send)
    write_notifications(2)
    send_mail()
    assert is_open == [False, False]
    assert len(server.mails) == 2
