"""Writing notices into the outbox, always in the transaction that makes them true."""

from collections.abc import Iterable
from datetime import datetime
from typing import cast

from django.utils import timezone

from accounts.models import User, make_message_id
from games.models import Game, Notice, Seat
from games.post import kinds
from games.post.kinds import Kind
from games.post.recipients import is_told, name_event
from games.reads.table import Table


def write_asked(table: Table) -> None:
    """Tell everybody who is now asked something: soon, unless they answer, and again with a fifth of the time left."""
    game = table.game
    if game.due_at is None:
        return
    clock, now = game.clock, timezone.now()
    rows = []
    for seat in table.seats:
        if not seat.owes or not is_told(seat):
            continue
        decision = table.title.decision(table.states[-1], seat.index)
        is_vote = decision is not None and decision.vote
        kind, key = kinds.VOTE if is_vote else kinds.TURN, name_event(game, seat)
        rows.append(make_notice(seat, game, kind, key, clock.mail_at(now, vote=is_vote)))
        rows.append(make_notice(seat, game, kinds.REMINDER, key, clock.remind_at(game.due_at, vote=is_vote)))
    write(rows)


def write_started(game: Game, seats: Iterable[Seat], starter: User | None = None) -> None:
    """Tell everybody that the game has started, but for `starter`, whose doing it was: their notice is dropped at once.

    Written after what is asked first, which the same mail tells: `post.worth` goes by that order.
    """
    rows = list_for_all(game, seats, kinds.STARTED)
    for row in rows:
        if starter is not None and row.recipient_id == starter.pk:
            row.state, row.done_at = Notice.State.DROPPED, row.send_at
    write(rows)


def write_over(game: Game, seats: Iterable[Seat]) -> None:
    """Tell everybody that the game is over."""
    write_to_all(game, seats, kinds.OVER)


def write_closed(game: Game, seats: Iterable[Seat]) -> None:
    """Tell people who sat there that the table was closed before the game began."""
    write_to_all(game, seats, kinds.CLOSED)


def write_missed(game: Game, seat: Seat) -> None:
    """Tell a player that the clock answered for them: each time, as long as no stand-in plays for them."""
    if is_told(seat):
        write([make_notice(seat, game, kinds.MISSED, name_event(game, seat), timezone.now())])


def write_stand_in(game: Game, seat: Seat) -> None:
    """Tell an absent player that a stand-in keeps their seat: each time, as they may come back and go again."""
    if seat.user and not seat.user.is_guest:
        write([make_notice(seat, game, kinds.STAND_IN, name_event(game, seat), timezone.now())])


def write_rematch(game: Game, rematch: Game, kept: Iterable[Seat]) -> None:
    """Tell people that a place is kept for them at the rematch of `game`: once a day, else at their own page alone.

    A player who opens one, closes it and opens the next must not fill the others' mailboxes.
    """
    told = [seat for seat in kept if seat.user and not seat.user.is_guest]
    now = timezone.now()
    write([make_notice(seat, rematch, kinds.REMATCH, f"{game.code}/{now.date()}", now) for seat in told])


def write_to_all(game: Game, seats: Iterable[Seat], kind: Kind) -> None:
    """Write one notice to each person who has taken a seat, stand-in or not."""
    write(list_for_all(game, seats, kind))


def list_for_all(game: Game, seats: Iterable[Seat], kind: Kind) -> list[Notice]:
    """Return one notice to each person who has taken a seat, stand-in or not."""
    told = [seat for seat in seats if seat.user and not seat.user.is_guest and not seat.invited]
    return [make_notice(seat, game, kind, game.code, timezone.now()) for seat in told]


def make_notice(seat: Seat, game: Game, kind: Kind, key: str, send_at: datetime) -> Notice:
    """Return a notice to the person in `seat`."""
    recipient = cast(User, seat.user)
    return Notice(
        recipient=recipient, game=game, kind=kind.code, key=key, message_id=make_message_id(), send_at=send_at
    )


def write(rows: Iterable[Notice]) -> None:
    """Store notices; one that was written before stays as it is."""
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
