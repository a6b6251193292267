"""Counts emails and pushes: `python -m pytest -s tests/notifications/email/count.py`. Its people answer once told.

Nobody looks at a page, so each question is told; it is what a person gets who comes back for each turn. All is as the
site sets it for a new person, but that each has let a browser take pushes beside the mail.
"""

from datetime import timedelta
from random import Random

import pytest
from django.core import mail

from games.notifications.channels import client
from games.notifications.channels.types import Outcome
from games.rules.registry import TITLES
from games.tables.services import moves
from tests.builders_people import make_person
from tests.notifications.channels.builders import Browser, send_after
from tests.notifications.email import builders
from tests.notifications.email.builders import GRACE
from tests.tables.builders import play_on, start_table

pytestmark = pytest.mark.django_db
GAMES = 5


@pytest.mark.parametrize("title", TITLES)
def test_count_mails_and_pushes(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same games each time, so that two versions of the code can be compared.
    monkeypatch.setattr(moves, "DICE", Random(title))
    # The push service takes all.
    monkeypatch.setattr(client, "post", lambda request, gone: Outcome.TAKEN)
    seats, mails, pushes = TITLES[title].USUAL_SEATS, 0, 0
    for _ in range(GAMES):
        mail.outbox.clear()
        people = [make_person() for _ in range(seats)]
        for person in people:
            Browser(person, f"https://push.example.org/{person.pk}")
        game = start_table(*people, title=title)
        is_over = False
        while not is_over:
            for moment in (timedelta(0), GRACE):
                builders.send_after(moment)
                pushes += send_after(moment)
            is_over = play_on(game, 1).outcome is not None
        builders.send_after(timedelta(0))
        pushes += send_after(timedelta(0))
        mails += len(mail.outbox)
    each = GAMES * seats
    print(f"\n{title}, {seats} players: {mails / each:.1f} mails and {pushes / each:.1f} pushes a player and game")
