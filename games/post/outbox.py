"""Writing notices into the outbox, always in the transaction that makes them true."""

from collections.abc import Iterable
from datetime import datetime
from typing import cast

from django.utils import timezone

from accounts.models import User, make_message_id
from games.models import Game, Notice, Player
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
    for player in table.players:
        if not player.owes or not is_told(player):
            continue
        decision = table.title.decision(table.states[-1], player.seat)
        is_vote = decision is not None and decision.vote
        kind, key = kinds.VOTE if is_vote else kinds.TURN, name_event(game, player)
        rows.append(make_notice(player, game, kind, key, clock.mail_at(now, vote=is_vote)))
        rows.append(make_notice(player, game, kinds.REMINDER, key, clock.remind_at(game.due_at, vote=is_vote)))
    write(rows)


def write_started(game: Game, players: Iterable[Player], starter: User | None = None) -> None:
    """Tell everybody that the game has started, but for `starter`, whose doing it was: their notice is dropped at once.

    Written after what is asked first, which the same mail tells: `post.worth` goes by that order.
    """
    rows = list_for_all(game, players, kinds.STARTED)
    for row in rows:
        if starter is not None and row.recipient_id == starter.pk:
            row.state, row.done_at = Notice.State.DROPPED, row.send_at
    write(rows)


def write_over(game: Game, players: Iterable[Player]) -> None:
    """Tell everybody that the game is over."""
    write_to_all(game, players, kinds.OVER)


def write_closed(game: Game, players: Iterable[Player]) -> None:
    """Tell people who sat there that the table was closed before the game began."""
    write_to_all(game, players, kinds.CLOSED)


def write_missed(game: Game, player: Player) -> None:
    """Tell a player that the clock answered for them: each time, as long as no stand-in plays for them."""
    if is_told(player):
        write([make_notice(player, game, kinds.MISSED, name_event(game, player), timezone.now())])


def write_stand_in(game: Game, player: Player) -> None:
    """Tell an absent player that a stand-in keeps their seat: each time, as they may come back and go again."""
    if player.user and not player.user.is_guest:
        write([make_notice(player, game, kinds.STAND_IN, name_event(game, player), timezone.now())])


def write_rematch(game: Game, rematch: Game, kept: Iterable[Player]) -> None:
    """Tell people that a place is kept for them at the rematch of `game`: once a day, else at their own page alone.

    A player who opens one, closes it and opens the next must not fill the others' mailboxes.
    """
    told = [player for player in kept if player.user and not player.user.is_guest]
    now = timezone.now()
    write([make_notice(player, rematch, kinds.REMATCH, f"{game.code}/{now.date()}", now) for player in told])


def write_to_all(game: Game, players: Iterable[Player], kind: Kind) -> None:
    """Write one notice to each person who has taken a seat, stand-in or not."""
    write(list_for_all(game, players, kind))


def list_for_all(game: Game, players: Iterable[Player], kind: Kind) -> list[Notice]:
    """Return one notice to each person who has taken a seat, stand-in or not."""
    told = [player for player in players if player.user and not player.user.is_guest and not player.invited]
    return [make_notice(player, game, kind, game.code, timezone.now()) for player in told]


def make_notice(player: Player, game: Game, kind: Kind, key: str, send_at: datetime) -> Notice:
    """Return a notice to the person who `player` is."""
    recipient = cast(User, player.user)
    return Notice(
        recipient=recipient, game=game, kind=kind.code, key=key, message_id=make_message_id(), send_at=send_at
    )


def write(rows: Iterable[Notice]) -> None:
    """Store notices; one that was written before stays as it is."""
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
