"""Puts the commitment of the deal into the first email that a user gets from a running game.

The earlier it is sent, the more it proves.
"""

from games.models import Delivery, Notification
from games.notifications import types
from games.notifications.channels import MAIL


def choose_commitment(notification: Notification) -> str:
    game = notification.game
    if not game.commitment or not game.is_running or notification.kind == types.REPLACED.code:
        return ""
    before = Delivery.objects.filter(
        channel=MAIL.code,
        state=Delivery.State.SENT,
        done_at__gte=game.started_at,
        notification__recipient=notification.recipient,
        notification__game=game,
    )
    return "" if before.exists() else game.commitment
