"""Puts codes of rows in words, for the page of an export."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Delivery, Game, Player
from games.notifications.channels import CHANNELS
from games.notifications.types import NOTIFICATION_TYPES
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term
from games.rules.registry import TITLES
from games.wording.sentences import UNKNOWN, word_term

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


def name_title(name: str) -> str:
    return gettext(TITLES[name].TEXTS.name) if name in TITLES else gettext(UNKNOWN)


def word_role(title: AnyTitle | None, role: str) -> str:
    return word_term(title, Term("role", role)) if title and role else ""


def word_result(player: Player) -> str:
    """Return how a game ended for a player, or how far it is."""
    status = player.game.status
    if player.has_left and status == Game.Status.OVER:
        return gettext("left the game")
    if status != Game.Status.OVER:
        return str(STATUSES[Game.Status(status)])
    if player.won is None:
        return gettext("no winner")
    return gettext("won") if player.won else gettext("lost")


def word_deliveries(deliveries: Sequence[str]) -> list[str]:
    """Put `channel: state` of each delivery in words."""
    split = [each.split(": ") for each in deliveries]
    return [f"{CHANNEL_NAMES.get(channel, channel)} ({DELIVERED[Delivery.State(state)]})" for channel, state in split]


def word_answers(seconds: Sequence[int]) -> list[Any]:
    """Put the times of the last answers in words."""
    marks = {-1: gettext("missed"), -2: gettext("sealed")}
    return [marks.get(each, gettext("%(count)s s") % {"count": each}) for each in seconds]
