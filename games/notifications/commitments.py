"""Puts the commitment to the deal into a reader's first email from a running game."""

from games.models import Delivery, Notification
from games.notifications import types
from games.notifications.channels import MAIL


def choose_commitment(notification: Notification) -> str:
    """Return the commitment for this email, or "" if an earlier one had it: the first proves most."""
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
