"""A server that never answers costs the others a moment, however much is due there."""

from typing import Any

import pytest

from games.models import Delivery
from games.post import outside
from games.post.channels import client
from tests.channels.builders import add_webhook, send_after, stop_mail
from tests.channels.sink import DRIP, Sink
from tests.mail.builders import GRACE, write_notices

DEAD = 30


@pytest.mark.django_db
def test_a_round_asks_a_silent_server_little_and_all_others_everything(
    sink: Sink, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "TIMEOUT", 0.5)
    monkeypatch.setattr(outside, "SILENT_AFTER", 0.2)
    dead = Sink(status=DRIP)
    dead.start()
    settings.CHANNELS_MAY_REACH = [*settings.CHANNELS_MAY_REACH, f"127.0.0.1:{dead.port}"]
    notices = write_notices(DEAD + 5)
    for number, notice in enumerate(notices):
        stop_mail(notice.recipient)
        add_webhook(notice.recipient, dead if number < DEAD else sink)
    assert send_after(GRACE) == 5
    # The others were left alone: a round lasts as long as those few are waited for.
    assert 0 < len(dead.came) <= outside.THREADS
    assert len(sink.came) == 5
    # What was tried waits for its next attempt; of what was left alone none is counted, and it goes sooner.
    tried = Delivery.objects.filter(state="waiting", attempts=1).count()
    assert tried == len(dead.came)
    assert Delivery.objects.filter(state="waiting", attempts=0).count() == DEAD - tried
    # Half a minute later it fails at once, and all are tried.
    outside.silent_until.clear()
    monkeypatch.setattr(outside, "SILENT_AFTER", 60)
    monkeypatch.setattr(client, "TIMEOUT", 30)
    dead.status = 500
    assert send_after(GRACE + outside.SILENT_FOR) == 0
    dead.stop()
    assert not Delivery.objects.filter(state="waiting", attempts=0).exists()
