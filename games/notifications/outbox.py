"""Writes notifications, always in the transaction that makes them true."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import cast

from django.utils import timezone

from accounts.models import User
from games.clock.table_clock import TOLD_WITHIN
from games.fast.writes import insert
from games.models import FormerPlayer, Game, Notification, Player
from games.notifications import reminders, types
from games.notifications.recipients import is_told, name_event, name_seat
from games.notifications.types import NotificationType
from games.state.table import Table, is_alone

MAX_START_DELAY = timedelta(days=1)


def write_asked(table: Table, mover: int | None = None) -> None:
    """Notify players who are now asked, with reminders.

    None if no human waits. Seat `mover` sees the question in the response, so theirs is due later.
    """
    game = table.game
    if game.until is None or is_alone(table.players):
        return
    clock, now = game.clock, timezone.now()
    rows = []
    for player in table.players:
        if not player.owes or not is_told(player):
            continue
        is_vote = player.seat in table.asked and table.asked[player.seat].vote
        kind, key = types.VOTE if is_vote else types.TURN, name_event(game, player)
        tell_at = clock.mail_at(now, vote=is_vote)
        if player.seat == mover:
            tell_at = max(tell_at, now + min(TOLD_WITHIN, clock.time_for(vote=is_vote) / 4))
        rows.append(make_notification(player, game, kind, key, tell_at))
        first, *_ = reminders.list_times(player, game, vote=is_vote)
        rows.append(make_notification(player, game, types.REMINDER, key, first.at))
    write(rows)


def remind_anew(game: Game) -> None:
    name = game.players.exclude(owes="").values_list("owes", flat=True).first()
    if name:
        told = Notification.objects.filter(game=game, kind=types.REMINDER.code, key=f"{game.code}/{name}")
        open_again = told.filter(state__in=(Notification.State.WAITING, Notification.State.TOLD))
        open_again.update(state=Notification.State.WAITING, send_at=timezone.now())


def write_started(game: Game, players: Iterable[Player], starter: User | None = None) -> None:
    """After the time of a turn, as a question may come first. `starter`'s row is written as dropped."""
    rows = list_for_all(game, players, types.STARTED)
    for row in rows:
        row.send_at += min(game.clock.turn, MAX_START_DELAY)
        if starter is not None and row.recipient_id == starter.pk:
            row.state = Notification.State.DROPPED
    write(rows)


def write_over(game: Game, players: Iterable[Player]) -> None:
    write_to_all(game, players, types.OVER)


def write_closed(game: Game, players: Iterable[Player]) -> None:
    write_to_all(game, players, types.CLOSED)


def write_missed(game: Game, players: Iterable[Player]) -> None:
    now, told = timezone.now(), [player for player in players if is_told(player)]
    write([make_notification(player, game, types.MISSED, name_event(game, player), now) for player in told])


def write_stand_in(game: Game, player: Player) -> None:
    if player.user and player.user.is_reachable:
        write([make_notification(player, game, types.STAND_IN, name_event(game, player), timezone.now())])


def write_seat_open(game: Game, players: Iterable[Player], player: Player) -> None:
    """Once a day: opening and closing seats must flood no mailbox."""
    now = timezone.now()
    key = name_seat(game, player.seat, now.date())
    others = (other for other in list_people(players) if other.seat != player.opened_by)
    write([make_notification(other, game, types.SEAT_OPEN, key, now) for other in others])


def write_seat_taken(game: Game, players: Iterable[Player], former: FormerPlayer) -> None:
    now, key = timezone.now(), name_seat(game, former.seat, former.pk)
    others = (other for other in list_people(players) if other.seat != former.seat)
    told = [make_notification(other, game, types.SEAT_TAKEN, key, now) for other in others]
    lost = Notification(recipient=former.user, game=game, kind=types.REPLACED.code, key=key, send_at=now)
    write([*told, lost])


def write_rematch(game: Game, rematch: Game, kept: Iterable[Player]) -> None:
    """Once a day, as for seats. `kept` holds players with a reserved seat."""
    told = [player for player in kept if player.user and player.user.is_reachable]
    now = timezone.now()
    write([make_notification(player, rematch, types.REMATCH, f"{game.code}/{now.date()}", now) for player in told])


def write_invited(game: Game, kept: Player) -> None:
    now = timezone.now()
    write([make_notification(kept, game, types.REMATCH, f"by/{game.host.code}/{now.date()}", now)])


def write_unfilled(game: Game) -> None:
    kind = types.UNFILLED.code
    write([Notification(recipient=game.host, game=game, kind=kind, key=game.code, send_at=timezone.now())])


def write_recurring(game: Game, times: Mapping[User, datetime]) -> None:
    kind = types.WEEKLY.code
    write(Notification(recipient=user, game=game, kind=kind, key=game.code, send_at=at) for user, at in times.items())


def write_to_all(game: Game, players: Iterable[Player], kind: NotificationType) -> None:
    write(list_for_all(game, players, kind))


def list_for_all(game: Game, players: Iterable[Player], kind: NotificationType) -> list[Notification]:
    return [make_notification(player, game, kind, game.code, timezone.now()) for player in list_people(players)]


def list_people(players: Iterable[Player]) -> list[Player]:
    """Return users with an address who have taken their seat, stand-in or not."""
    return [player for player in players if player.user and player.user.is_reachable and not player.invited]


def make_notification(player: Player, game: Game, kind: NotificationType, key: str, send_at: datetime) -> Notification:
    """`player` must have a user."""
    recipient = cast(User, player.user)
    return Notification(recipient=recipient, game=game, kind=kind.code, key=key, send_at=send_at)


def write(rows: Iterable[Notification]) -> None:
    insert(rows, ignore_conflicts=True)
