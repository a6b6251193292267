"""More time for a table: one gives it to whoever is asked, or all agree to a pause in which nobody's time passes."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.availability.waking_hours import Span
from accounts.models import User
from games.clock.table_clock import add_time, find_alone, find_counted
from games.models import Game
from games.notifications import outbox
from games.rules.engine.narration import GRANTED, PAUSED, RESUMED
from games.state.refusals import Refusal
from games.state.table import Table, list_sitters
from games.tables.services.moves import DUE, lock_table
from games.tables.services.rate_limits import count_switch
from games.tables.services.seats import announce, require_player
from games.tables.services.vacations import charge

PAUSE = timedelta(days=7)
"""After so long a pause ends by itself."""


def grant_time(*, code: str, user: User) -> None:
    """Give the time of another turn to whoever is asked: once for each question, and never to oneself alone.

    What is sealed or asked in secret is given it for all, so it does not show who is asked. Raises `Refusal`:
    "not_running", "not_seated", "stand_in", "paused", "granted", "own_time" or "too_often".
    """
    with lock_table(code) as table:
        player, game, asked = require_player(table.players, user), table.game, table.asked
        if player.stand_in:
            raise Refusal("stand_in")
        if game.paused_at is not None:
            raise Refusal("paused")
        if game.granted_by is not None:
            raise Refusal("granted")
        if find_alone(asked) == player.seat or game.until is None:
            raise Refusal("own_time")
        count_switch(game, player)
        now = timezone.now()
        wait = add_time(game.until, game.clock.turn, find_counted(asked, list_sitters(table)), now)
        charge(table.players, wait, now)
        game.until = wait.until
        game.granted_by = player.seat
        note_clock_move(game, len(table.entries), GRANTED, player.seat)
        save_due(game)


def agree_to_pause(*, code: str, user: User, agrees: bool) -> None:
    """Note that the user would pause the game, or not; it is paused once all who play it would.

    Raises `Refusal`: "not_running", "not_seated", "stand_in", "paused" or, to who agrees, "too_often".
    """
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            raise Refusal("stand_in")
        if table.game.paused_at is not None:
            raise Refusal("paused")
        if player.agrees_to_pause == agrees:
            return
        count_switch(table.game, player, is_undone=not agrees)
        player.agrees_to_pause = agrees
        player.save(update_fields=["agrees_to_pause"])
        if not pause_if_agreed(table):
            announce(table.game)


def pause_if_agreed(table: Table) -> bool:
    """Pause the game if all who still play it agree to, and tell whether. Whose seat a stand-in keeps has no say."""
    playing = [player for player in table.players if player.user_id is not None and not player.stand_in]
    if not table.game.is_running or not playing or not all(player.agrees_to_pause for player in playing):
        return False
    pause(table)
    return True


def pause(table: Table) -> None:
    """Let the clock stand still, for a week at most."""
    game, now = table.game, timezone.now()
    due, game.until = game.until, now + PAUSE
    game.paused_at, game.paused_due = now, due
    game.players.update(agrees_to_pause=False)
    note_clock_move(game, len(table.entries), PAUSED)
    save_due(game)


def resume(*, code: str, user: User) -> None:
    """End a pause at once; any player may. Raises `Refusal`: "not_running", "not_seated" or "not_paused"."""
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if table.game.paused_at is None:
            raise Refusal("not_paused")
        count_switch(table.game, player, is_undone=True)
        go_on(table.game)


def go_on(game: Game) -> None:
    """Let time pass again: all have as much of it as before the pause."""
    now = timezone.now()
    if game.paused_at is not None:
        game.pauses = [*game.pauses, [game.paused_at.isoformat(), now.isoformat()]]
    game.until = game.due_after_pause(now)
    note_clock_move(game, game.moves.count(), RESUMED)
    save_due(game)


def note_clock_move(game: Game, at: int, kind: str, seat: int | None = None) -> None:
    """Keep what was done to the clock of a locked game after so many moves; the caller saves it."""
    game.clock_moves = [*game.clock_moves, [at, kind, seat]]


def list_spans(pauses: Iterable[Iterable[str]]) -> list[Span]:
    """Return the pauses of a game that are over, as they are kept in its row."""
    return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in pauses]


def save_due(game: Game) -> None:
    """Store until when is asked what is asked, let waiting pages notice, and remind people of it in time."""
    game.grow()
    game.save(update_fields=[*DUE, "version", "pauses", "clock_moves"])
    outbox.remind_anew(game)
