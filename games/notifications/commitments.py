"""Which mail keeps the commitment to a deal: the first one that a reader has from the running game."""

from games.models import Delivery, Notification
from games.notifications import types
from games.notifications.channels import MAIL


def choose_commitment(notification: Notification) -> str:
    """Return the commitment that the mail of a notice should hold, or nothing.

    Later mails do without: a mail that was kept cannot be changed, and the first is the one that proves most.
    """
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
