"""When reminders are due: at chosen times, or with a fifth of the time left."""

from datetime import datetime, timedelta
from typing import NamedTuple

from games.clock.table_clock import REMIND_BEFORE
from games.models import Game, Player
from games.notifications.schedules import find_waking


class Threshold(NamedTuple):
    left: timedelta
    """The time left at this reminder. It identifies the reminder even if the deadline moves."""
    at: datetime
    """When the reminder is due, by the current deadline."""


def list_times(player: Player, game: Game, *, vote: bool) -> list[Threshold]:
    """Return when to remind a player, the earliest time first.

    Times chosen by the user that are longer than the pace are skipped. If none remains, there is a default.
    """
    user = player.user
    if game.until is None or user is None:
        return []
    whole = game.clock.time_for(vote=vote)
    chosen = sorted((left for minutes in user.reminders if (left := timedelta(minutes=minutes)) < whole), reverse=True)
    if not chosen:
        return [Threshold(REMIND_BEFORE * whole, game.clock.remind_at(game.until, vote=vote, hours=player.hours))]
    return [Threshold(left, _wait_for_return(game.until - left, player, game.until)) for left in chosen]


def _wait_for_return(time: datetime, player: Player, until: datetime) -> datetime:
    """Return `time`, or the player's return from a vacation if `time` is in it and the return is before `until`."""
    for begin, end in player.hours.away:
        if player.user and begin <= time < end < until:
            back = find_waking(player.user, end)
            return back if back < until else end
    return time
