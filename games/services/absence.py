"""When somebody cannot go on: handing the seat to a stand-in, taking it back, agreeing to end the game."""

from django.utils import timezone

from accounts.models import User
from games.models import Game, SealedChoice, Seat
from games.selectors import Table
from games.services import notices
from games.services.errors import Refusal
from games.services.play import lock_table, store


def hand_over(*, code: str, user: User) -> None:
    """Let a stand-in keep the user's seat, until they take it back. Raises `Refusal` ("not_seated", "not_running")."""
    with lock_table(code) as table:
        seat = require_seat(table, user)
        if seat.stand_in:
            return
        put_stand_in(seat)
        announce(table.game)
        if not end_if_agreed(table):
            store(table, table.position, ())


def take_back(*, code: str, user: User) -> None:
    """Give the seat back to the user: what is asked of it next is asked of them. Raises as `hand_over` does.

    A sealed choice that the stand-in has made is theirs to change as long as it is sealed.
    """
    with lock_table(code) as table:
        seat = require_seat(table, user)
        if seat.stand_in:
            seat.stand_in = False
            seat.save(update_fields=["stand_in"])
            announce(table.game)


def agree_to_end(*, code: str, user: User, agrees: bool) -> None:
    """Note that the user would end the game here, or not; it ends once all who play it would.

    Raises as `hand_over` does, and `Refusal("stand_in")` to somebody who does not play it at present.
    """
    with lock_table(code) as table:
        seat = require_seat(table, user)
        if seat.stand_in:
            raise Refusal("stand_in")
        if seat.agrees_to_end == agrees:
            return
        seat.agrees_to_end = agrees
        seat.save(update_fields=["agrees_to_end"])
        announce(table.game)
        end_if_agreed(table)


def require_seat(table: Table, user: User) -> Seat:
    """Return the user's seat. Raises `Refusal("not_seated")`."""
    for seat in table.seats:
        if seat.user_id == user.pk:
            return seat
    raise Refusal("not_seated")


def put_stand_in(seat: Seat) -> None:
    """Put a stand-in in a seat. Whoever comes back starts anew: nothing missed, no wish to end the game."""
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
    notices.write_over(game, table.seats)
    return True
