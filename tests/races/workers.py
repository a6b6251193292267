"""Races of workers for the same work."""

from collections import Counter
from functools import partial
from unittest.mock import patch

from django.utils import timezone

from accounts.models import User
from accounts.personal_data import deletion
from games.models import Delivery, Game
from games.notifications.deliveries import claim
from tests.builders_people import make_person
from tests.notifications.email.builders import write_notifications
from tests.races.moves import Cast
from tests.tables.builders import start_table

TABLES, WORKERS = 3, 4


def take_digests_at_once(cast: Cast) -> str:
    """Let workers take the news of several tables that are due together; all of a person's goes to one worker."""
    Game.objects.all().delete()
    now = timezone.now()
    notifications = write_notifications(TABLES * len(cast.people), [*cast.people] * TABLES)
    rows = [Delivery(notification=each, channel="push", told_at=now, send_at=now) for each in notifications]
    Delivery.objects.bulk_create(rows)
    batches = cast.racers.at_once([lambda: claim(["push"], now, len(cast.people) // 2)] * WORKERS)
    for batch in batches:
        told = Counter(delivery.notification.recipient_id for delivery in batch)
        assert set(told.values()) <= {TABLES}, f"a worker got a part of a digest: {told}"
    taken = [delivery.pk for batch in batches for delivery in batch]
    assert len(taken) == len(set(taken)), "two workers got the same"
    assert taken
    return f"{sum(map(bool, batches))} workers"


def forget_at_once(cast: Cast) -> str:
    """Let workers delete the same account at one instant; one email says so."""
    user = make_person()
    start_table(user, cast.people[0], bots=1)
    copies = [User.objects.get(pk=user.pk) for _ in range(WORKERS)]
    with patch.object(deletion, "send_account_email") as send:
        answers = cast.racers.at_once([partial(deletion.forget, copy) for copy in copies])
    assert answers == [None] * WORKERS, answers
    assert send.call_count == 1, "the email was written twice"
    return "once"
