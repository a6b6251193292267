"""Writes notifications, always in the transaction that makes them true."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import cast

from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from games.clock.table_clock import MAX_MAIL_DELAY, TOLD_WITHIN
from games.fast.writes import insert
from games.models import Delivery, FormerPlayer, Game, Notification, Player
from games.notifications import reminders, types
from games.notifications.open_tables import TOLD_AFTER
from games.notifications.recipients import INVITATION, is_told, name_event, name_rest, name_seat
from games.notifications.types import NotificationType
from games.state.table import Table, is_alone
from insidejob.cache_stamps import forget_stamps, name_games

MAX_START_DELAY = timedelta(days=1)
ONCE_A_DAY = timedelta(days=1)


def write_asked(table: Table, mover: int | None = None) -> None:
    """Notify the players who are now asked, and plan their reminders.

    Nothing is written if no other person waits for them. The player in the seat `mover` sees the question in the
    response to the move, and so is notified later.
    """
    _write(_list_questions(table, mover))


def write_asked_again(table: Table, mover: int | None = None, *, is_whole_time: bool = False) -> None:
    """Notify the players who are asked after a pause, even if they were notified before, because the deadline is new.

    With `is_whole_time` they get all the time for the question again, and so all reminders.
    """
    rows = _list_questions(table, mover)
    _write(rows)
    for row in rows:
        same = Notification.objects.filter(recipient=row.recipient, kind=row.kind, key=row.key)
        if is_whole_time:
            same.update(told_left=None)
        same.update(state=Notification.State.WAITING, written_at=row.written_at, send_at=row.send_at)


def _list_questions(table: Table, mover: int | None) -> list[Notification]:
    game = table.game
    if game.until is None or is_alone(table.players):
        return []
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
        rows.append(_make_notification(player, game, kind, key, tell_at))
        first, *_ = reminders.list_times(player, game, vote=is_vote)
        rows.append(_make_notification(player, game, types.REMINDER, key, first.at))
    return rows


def write_more_time(table: Table) -> None:
    """Tell those who are asked their new deadline, except the giver, if an email has named the old one."""
    game, now = table.game, timezone.now()
    told = Notification.objects.filter(
        game=game, kind__in=(types.TURN.code, types.VOTE.code), state=Notification.State.TOLD
    )
    known = set(told.values_list("recipient", "key"))
    others = (player for player in table.players if player.seat != game.granted_by)
    owing = [player for player in others if player.owes and is_told(player)]
    keys = [(player, name_event(game, player)) for player in owing]
    _write(
        [
            _make_notification(player, game, types.MORE_TIME, key, now)
            for player, key in keys
            if (player.user_id, key) in known
        ]
    )


def remind_anew(game: Game) -> None:
    name = game.players.exclude(owes="").values_list("owes", flat=True).first()
    if name:
        told = Notification.objects.filter(game=game, kind=types.REMINDER.code, key=f"{game.code}/{name}")
        open_again = told.filter(state__in=(Notification.State.WAITING, Notification.State.TOLD))
        open_again.update(state=Notification.State.WAITING, send_at=timezone.now())


def write_started(game: Game, players: Iterable[Player], starter: User | None = None) -> None:
    """Tell players that the game has started.

    This is sent one turn's time later than a first question, which says the same and replaces it. For `starter`, who
    knows, the notification is written as dropped.
    """
    rows = _list_for_all(game, players, types.STARTED)
    for row in rows:
        row.send_at += min(game.clock.turn, MAX_START_DELAY)
        if starter is not None and row.recipient_id == starter.pk:
            row.state = Notification.State.DROPPED
    _write(rows)


def write_proposed(table: Table, kind: NotificationType) -> None:
    """Notify the players of a proposal, at most once a day.

    It is sent after some time, so that players who are there see it first.
    """
    now, game = timezone.now(), table.game
    tell_at = game.clock.mail_at(now, vote=False)
    told = [player for player in table.players if player.user and player.user.is_reachable]
    rows = [_make_notification(player, game, kind, f"{game.code}/{now.date()}", tell_at) for player in told]
    _write_daily([row for row, player in zip(rows, told, strict=True) if kind.still_true(row, player)])


def write_over(game: Game, players: Iterable[Player]) -> None:
    _write_to_all(game, players, types.OVER)


def write_closed(game: Game, players: Iterable[Player]) -> None:
    _write_to_all(game, players, types.CLOSED)


def write_missed(game: Game, players: Iterable[Player]) -> None:
    now, told = timezone.now(), [player for player in players if is_told(player)]
    _write([_make_notification(player, game, types.MISSED, name_event(game, player), now) for player in told])


def write_stand_in(game: Game, player: Player) -> None:
    if player.user and player.user.is_reachable:
        _write([_make_notification(player, game, types.STAND_IN, name_event(game, player), timezone.now())])


def write_deserted(game: Game, players: Iterable[Player]) -> None:
    """Notify the players that their table stands still, at most once a day.

    It is sent after a moment, because someone may come right back.
    """
    now, told = timezone.now(), Notification.objects.filter(game=game, kind=types.DESERTED.code)
    last = told.aggregate(last=Max("told_at"))["last"]
    send_at = max(now + MAX_MAIL_DELAY, last + ONCE_A_DAY) if last else now + MAX_MAIL_DELAY
    _write(
        _make_notification(player, game, types.DESERTED, name_rest(game), send_at) for player in _list_people(players)
    )


def write_untold_stand_ins(game: Game, players: Iterable[Player]) -> None:
    """Send the notification of a stand-in to players who did not get it because the table stood still.

    A player who handed the seat over since then knows of the stand-in.
    """
    for player in _list_people(players):
        if player.stand_in and not player.handed_over:
            rows = Notification.objects.filter(game=game, recipient=player.user, kind=types.STAND_IN.code)
            last = rows.order_by("pk").last()
            if last and last.state == Notification.State.DROPPED:
                rows.filter(pk=last.pk).update(state=Notification.State.WAITING, send_at=timezone.now())


def write_seat_open(game: Game, players: Iterable[Player], player: Player) -> None:
    """Tell players that a seat is open, at most once a day.

    Otherwise opening and closing a seat could flood mailboxes.
    """
    now = timezone.now()
    key = name_seat(game, player.seat, now.date())
    others = (other for other in _list_people(players) if other.seat != player.opened_by)
    _write_daily([_make_notification(other, game, types.SEAT_OPEN, key, now) for other in others])


def write_seat_taken(game: Game, players: Iterable[Player], former: FormerPlayer) -> None:
    now, key = timezone.now(), name_seat(game, former.seat, former.pk)
    others = (other for other in _list_people(players) if other.seat != former.seat)
    told = [_make_notification(other, game, types.SEAT_TAKEN, key, now) for other in others]
    lost = Notification(recipient=former.user, game=game, kind=types.REPLACED.code, key=key, send_at=now)
    _write([*told, lost])


def write_rematch(game: Game, rematch: Game, kept: Iterable[Player]) -> None:
    """Tell the players of a game about its rematch, at most once a day.

    `kept` are the players of the rematch with a reserved seat.
    """
    people = [player for player in kept if player.user]
    told = [player for player in people if player.user and player.user.is_reachable]
    now = timezone.now()
    forget_stamps(*(name_games(cast(int, player.user_id)) for player in people))
    key = f"{game.code}/{now.date()}"
    _write_daily([_make_notification(player, rematch, types.REMATCH, key, now) for player in told])


def write_invited(game: Game, kept: Player) -> None:
    """Tell a player of a seat that the host keeps for them, at most once a day."""
    now = timezone.now()
    if kept.user:
        forget_stamps(name_games(kept.user.pk))
    if kept.user and kept.user.is_reachable:
        key = f"{INVITATION}{game.host.code}/{now.date()}"
        _write_daily([_make_notification(kept, game, types.REMATCH, key, now)])


def write_ready(game: Game, players: Iterable[Player]) -> None:
    now = timezone.now()
    key = f"{game.code}/{now.isoformat(timespec='seconds')}"
    _write([_make_notification(player, game, types.READY, key, now) for player in _list_people(players)])


def write_unready(game: Game, user: User) -> None:
    """Tell a user who lost a seat at an open table, because they did not press in time."""
    now = timezone.now()
    if user.is_reachable:
        key = f"{game.code}/{now.isoformat(timespec='seconds')}"
        _write([Notification(recipient=user, game=game, kind=types.UNREADY.code, key=key, send_at=now)])


def write_unfilled(game: Game) -> None:
    kind = types.UNFILLED.code
    _write([Notification(recipient=game.host, game=game, kind=kind, key=game.code, send_at=timezone.now())])


def write_opened(game: Game, users: Iterable[User]) -> None:
    at = timezone.now() + TOLD_AFTER
    _write(Notification(recipient=user, game=game, kind=types.OPENED.code, key=game.code, send_at=at) for user in users)


def write_weekly_table(game: Game, times: Mapping[User, datetime]) -> None:
    kind = types.WEEKLY.code
    _write(Notification(recipient=user, game=game, kind=kind, key=game.code, send_at=at) for user, at in times.items())


def _write_to_all(game: Game, players: Iterable[Player], kind: NotificationType) -> None:
    _write(_list_for_all(game, players, kind))


def _list_for_all(game: Game, players: Iterable[Player], kind: NotificationType) -> list[Notification]:
    return [_make_notification(player, game, kind, game.code, timezone.now()) for player in _list_people(players)]


def _list_people(players: Iterable[Player]) -> list[Player]:
    """Return the users with an address who have taken their seat, with or without a stand-in."""
    return [player for player in players if player.user and player.user.is_reachable and not player.invited]


def _make_notification(player: Player, game: Game, kind: NotificationType, key: str, send_at: datetime) -> Notification:
    """Return an unsaved notification. `player` must have a user."""
    recipient = cast(User, player.user)
    return Notification(recipient=recipient, game=game, kind=kind.code, key=key, send_at=send_at)


def _write_daily(rows: Sequence[Notification]) -> None:
    """Write notifications of one event, with a key that ends in the date, so that a recipient gets one of them a day.

    An earlier one of the day that was not sent tells the new event instead. If a delivery of it waits, that one tells
    it. Users who wanted the earlier one by no channel do not get it.
    """
    _write(rows)
    if not rows:
        return
    new = rows[0]
    deliveries = Delivery.objects.filter(notification=OuterRef("pk"))
    waiting = deliveries.filter(state=Delivery.State.WAITING)
    dropped = deliveries.filter(state=Delivery.State.DROPPED)
    sent = deliveries.exclude(state__in=(Delivery.State.WAITING, Delivery.State.DROPPED))
    same = Notification.objects.filter(recipient__in=[row.recipient_id for row in rows], kind=new.kind, key=new.key)
    unsent = same.exclude(state=Notification.State.UNWANTED).exclude(Exists(sent))
    unsent.update(game=new.game, written_at=new.written_at)
    # If a worker has just made deliveries, this does not see them: then the state is no longer one of these two.
    is_untold = Q(state__in=(Notification.State.WAITING, Notification.State.DROPPED)) | Exists(dropped)
    again = unsent.filter(is_untold).exclude(Exists(waiting))
    again.update(state=Notification.State.WAITING, send_at=new.send_at)


def _write(rows: Iterable[Notification]) -> None:
    insert(rows, ignore_conflicts=True)
