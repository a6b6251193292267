"""Writing notices into the outbox, always in the transaction that makes them true."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import cast
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, Seat
from games.selectors import Table

Kind = Notice.Kind
LONGEST_GRACE = timedelta(minutes=2)


def write_asked(table: Table) -> None:
    """Tell everybody who is now asked something: soon, unless they answer, and again with a fifth of the time left."""
    game = table.game
    if game.due_at is None:
        return
    time = game.due_at - timezone.now()
    rows = []
    for seat in table.seats:
        if not seat.owes or not is_told(seat):
            continue
        decision = table.title.decision(table.states[-1], seat.index)
        kind = Kind.VOTE if decision and decision.vote else Kind.TURN
        key = name_event(game, seat)
        rows.append(make_notice(seat, game, kind, key, timezone.now() + min(LONGEST_GRACE, time / 10)))
        rows.append(make_notice(seat, game, Kind.REMINDER, key, game.due_at - time / 5))
    write(rows)


def write_started(game: Game, seats: Iterable[Seat]) -> None:
    """Tell everybody that the game has started."""
    write_to_all(game, seats, Kind.STARTED)


def write_over(game: Game, seats: Iterable[Seat]) -> None:
    """Tell everybody that the game is over."""
    write_to_all(game, seats, Kind.OVER)


def write_closed(game: Game, seats: Iterable[Seat]) -> None:
    """Tell people who sat there that the table was closed before the game began."""
    write_to_all(game, seats, Kind.CLOSED)


def write_stand_in(game: Game, seat: Seat) -> None:
    """Tell an absent player that a stand-in keeps their seat. Each time anew: they may come back and go again."""
    if seat.user and not seat.user.is_guest:
        write([make_notice(seat, game, Kind.STAND_IN, name_event(game, seat), timezone.now())])


def write_rematch(game: Game, rematch: Game, kept: Iterable[Seat]) -> None:
    """Tell people that a place is kept for them at the rematch of `game`: once a day, else at their own page alone.

    Whoever opens one, closes it and opens the next must not fill the others' mailboxes.
    """
    told = [seat for seat in kept if seat.user and not seat.user.is_guest]
    now = timezone.now()
    write([make_notice(seat, rematch, Kind.REMATCH, f"{game.code}/{now.date()}", now) for seat in told])


def write_to_all(game: Game, seats: Iterable[Seat], kind: Notice.Kind) -> None:
    """Write one notice to each person who has taken a seat, stand-in or not."""
    told = [seat for seat in seats if seat.user and not seat.user.is_guest and not seat.invited]
    write([make_notice(seat, game, kind, game.code, timezone.now()) for seat in told])


def is_told(seat: Seat) -> bool:
    """Tell whether a person with an address sits here and plays for themselves."""
    return seat.user is not None and not seat.user.is_guest and not seat.stand_in


def make_notice(seat: Seat, game: Game, kind: Notice.Kind, key: str, send_at: datetime) -> Notice:
    """Return a notice to whoever sits in `seat`."""
    recipient = cast(User, seat.user)
    return Notice(recipient=recipient, game=game, kind=kind, key=key, message_id=make_message_id(), send_at=send_at)


def name_event(game: Game, seat: Seat) -> str:
    """Return the key of the notices about what `seat` is being asked."""
    return f"{game.code}/{seat.owes}"


def make_message_id() -> str:
    """Return the left part of a Message-ID: what tells mails apart, and nothing of what they say."""
    return uuid4().hex


def write(rows: Iterable[Notice]) -> None:
    """Store notices; one that was written before stays as it is."""
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
