"""When a decision is told of once more: at the times its owner chose, or with a fifth of the time left."""

from datetime import datetime, timedelta
from typing import NamedTuple

from games.clock.table_clock import REMIND_BEFORE
from games.models import Game, Notification, Player
from games.notifications import waking_hours
from games.notifications.types import VOTE


class Threshold(NamedTuple):
    """A time before the deadline at which its owner is reminded."""

    left: timedelta
    """How much time is left then. It says which threshold it is, wherever the deadline moves."""
    at: datetime
    """When that is, as the deadline stands."""


def list_times(player: Player, game: Game, *, vote: bool) -> list[Threshold]:
    """Return when a `player` of `game` is reminded of what they are asked now, the earliest first; there is always one.

    What they chose is left out where the table gives no more time than that.
    """
    user = player.user
    if game.until is None or user is None:
        return []
    whole = game.clock.time_for(vote=vote)
    chosen = sorted((left for minutes in user.reminders if (left := timedelta(minutes=minutes)) < whole), reverse=True)
    if not chosen:
        return [Threshold(REMIND_BEFORE * whole, game.clock.remind_at(game.until, vote=vote, hours=player.hours))]
    return [Threshold(left, wait_for_return(game.until - left, player, game.until)) for left in chosen]


def wait_for_return(time: datetime, player: Player, until: datetime) -> datetime:
    """Return when to remind of what is due at `until`: on a player's return if they are away at that `time`."""
    for begin, end in player.hours.away:
        if player.user and begin <= time < end < until:
            back = waking_hours.find_waking(player.user, end)
            return back if back < until else end
    return time


def list_left(notification: Notification, player: Player) -> list[Threshold]:
    """Return the thresholds of a reminder still to be told, by the deadline as it stands.

    Each is told once in a decision, wherever its deadline moves. The last one told supersedes all before it.
    """
    asked = Notification.objects.filter(recipient=notification.recipient, key=notification.key)
    times = list_times(player, notification.game, vote=asked.filter(kind=VOTE.code).exists())
    return [time for time in times if notification.told_left is None or time.left < notification.told_left]
