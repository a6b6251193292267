"""A small game, and the emails about it, for the checks of the torture."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone

from games.models import Delivery, Game, Notification
from games.tables.services import moves as play
from tests.races.answers import write_form
from tests.races.moves import name_decision
from tests.tables.builders import asked, choose, make_person, start_table
from tools.torture import checks
from tools.torture.people import Answer, Attempt


def answer(game: Game, seat: int | None = None, moves: Sequence[Any] = ()) -> Attempt:
    """Let a seat answer, or the first that is asked, with these moves or others; return what its person remembers."""
    with play.lock_table(game.code) as table:
        seat = asked(table)[0] if seat is None else seat
        decision, user = name_decision(table, seat), table.players[seat].user
        moves = moves or choose(table, seat)
        assert user is not None
        play.submit(table=table, seat=seat, decision=decision, moves=moves)
        return Attempt(game.code, user.pk, decision, write_form(table, decision, moves), Answer.TAKEN)


def play_remembered(game: Game, answers: int = 4) -> list[Attempt]:
    """Let people answer so often, and return what they remember."""
    return [answer(game) for _ in range(answers)]


@pytest.fixture
def game() -> Game:
    """A game of two people and a bot."""
    return start_table(make_person(), make_person(), bots=1)


def send_all() -> dict[str, list[str]]:
    """Mark every notice as sent, and return the mails as they came."""
    now = timezone.now()
    untold = Notification.objects.filter(deliveries=None)
    Delivery.objects.bulk_create(
        Delivery(notification=notification, channel="mail", told_at=now, send_at=now) for notification in untold
    )
    Notification.objects.update(state=Notification.State.TOLD)
    Delivery.objects.update(state=Delivery.State.SENT)
    sent = Delivery.objects.select_related("notification__recipient").order_by("notification")
    return {delivery.message_id: [str(delivery.notification.recipient.email)] for delivery in sent}


def look_at_mail(arrived: dict[str, list[str]]) -> str:
    """Return what is found wrong with mail."""
    return "\n".join(checks.check_mail(arrived, timezone.now()))
