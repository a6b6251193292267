"""When a player cannot go on: a stand-in in the seat, taking it back, agreeing to end the game and open its cards."""

from collections.abc import Iterable

from django.utils import timezone

from accounts.models import User
from games.models import Game, SealedChoice, Seat
from games.post import outbox
from games.reads.page import are_cards_open
from games.reads.table import Table, load_seats
from games.services.errors import Refusal
from games.services.play import lock_game, lock_table, store


def hand_over(*, code: str, user: User) -> None:
    """Let a stand-in keep the user's seat, until they take it back. Raises `Refusal` ("not_seated", "not_running")."""
    with lock_table(code) as table:
        seat = require_seat(table.seats, user)
        if seat.stand_in:
            return
        put_stand_in(seat)
        announce(table.game)
        if not end_if_agreed(table):
            store(table, position=table.position, entries=())


def take_back(*, code: str, user: User) -> None:
    """Give the seat back to the user: what is asked of it next is asked of them. Raises as `hand_over` does.

    A sealed choice that the stand-in has made is theirs to change as long as it is sealed.
    """
    with lock_table(code) as table:
        seat = require_seat(table.seats, user)
        if seat.stand_in:
            seat.stand_in = False
            seat.save(update_fields=["stand_in"])
            announce(table.game)


def agree_to_end(*, code: str, user: User, agrees: bool) -> None:
    """Note that the user would end the game here, or not; it ends once all who play it would.

    Raises as `hand_over` does, and `Refusal("stand_in")` to a player who does not play it at present.
    """
    with lock_table(code) as table:
        seat = require_seat(table.seats, user)
        if seat.stand_in:
            raise Refusal("stand_in")
        if seat.agrees_to_end == agrees:
            return
        seat.agrees_to_end = agrees
        seat.save(update_fields=["agrees_to_end"])
        announce(table.game)
        end_if_agreed(table)


def agree_to_open(*, code: str, user: User, agrees: bool) -> None:
    """Note that the user would have the cards opened of a game that ends, or has ended, by agreement; or would not.

    They are opened once everybody who sits there agreed: also those for whom a stand-in plays, as their secrets are
    among them. Raises `Refusal`: "not_running" unless the game runs or ended so, "not_seated", "opened" once they are.
    """
    with lock_game(code) as game:
        if game.status not in (Game.Status.RUNNING, Game.Status.AGREED):
            raise Refusal("not_running")
        seats = load_seats(game)
        seat = require_seat(seats, user)
        if seat.agrees_to_open == agrees:
            return
        if are_cards_open(game, seats):
            raise Refusal("opened")
        seat.agrees_to_open = agrees
        seat.save(update_fields=["agrees_to_open"])
        announce(game)


def require_seat(seats: Iterable[Seat], user: User) -> Seat:
    """Return the user's seat. Raises `Refusal("not_seated")`."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise Refusal("not_seated")


def put_stand_in(seat: Seat) -> None:
    """Put a stand-in in a seat. One who comes back starts afresh: nothing missed, no wish to end the game."""
    seat.stand_in, seat.missed, seat.agrees_to_end = True, 0, False
    seat.save(update_fields=["stand_in", "missed", "agrees_to_end"])


def announce(game: Game) -> None:
    """Let waiting pages notice."""
    game.version += 1
    game.save(update_fields=["version"])


def end_if_agreed(table: Table) -> bool:
    """End the game if all who still play it agree to, and tell whether. Whose seat a stand-in keeps has no say."""
    playing = [seat for seat in table.seats if seat.user_id is not None and not seat.stand_in]
    if not playing or not all(seat.agrees_to_end for seat in playing):
        return False
    SealedChoice.objects.filter(game=table.game).delete()
    table.game.seats.update(owes="", asked_at=None)
    game = table.game
    game.status, game.due_at, game.ended_at = Game.Status.AGREED, None, timezone.now()
    game.version += 1
    game.save(update_fields=["status", "due_at", "ended_at", "version"])
    outbox.write_over(game, table.seats)
    return True
