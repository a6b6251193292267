"""Puts codes of rows in words, for the page of an export."""

from django.utils.translation import gettext_lazy as _

from games.models import Delivery, Game
from games.notifications.channels import CHANNELS
from games.notifications.types import NOTIFICATION_TYPES
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term
from games.wording.sentences import word_term

TABLE, WHEN = _("Table"), _("When")
STATUSES = {
    Game.Status.OPEN: _("not started yet"),
    Game.Status.RUNNING: _("still running"),
    Game.Status.AGREED: _("ended by agreement"),
    Game.Status.CANCELLED: _("cancelled"),
}
DELIVERED = {
    Delivery.State.WAITING: _("waiting"),
    Delivery.State.SENT: _("sent"),
    Delivery.State.DROPPED: _("no longer needed"),
    Delivery.State.REFUSED: _("refused"),
    Delivery.State.GIVEN_UP: _("given up"),
}
NOTIFIED = {"waiting": _("waiting"), "told": _("sent"), "dropped": _("no longer needed"), "unwanted": _("not wanted")}
KINDS = {code: kind.name for code, kind in NOTIFICATION_TYPES.items()}
CHANNEL_NAMES = {code: channel.name for code, channel in CHANNELS.items()}


def word_role(title: AnyTitle | None, role: str) -> str:
    return word_term(title, Term("role", role)) if title and role and role in title.SIDES else ""
