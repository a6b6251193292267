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

# Until a pause ends by itself.
PAUSE = timedelta(days=7)


def grant_time(*, code: str, user: User) -> None:
    """Grant others another turn's time, once per decision.

    Sealed and secret decisions get it for all seats, to hide who is asked.
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
    playing = [player for player in table.players if player.is_person and not player.stand_in]
    if not table.game.is_running or not playing or not all(player.agrees_to_pause for player in playing):
        return False
    pause(table)
    return True


def pause(table: Table) -> None:
    game, now = table.game, timezone.now()
    due, game.until = game.until, now + PAUSE
    game.paused_at, game.paused_due = now, due
    game.players.update(agrees_to_pause=False)
    note_clock_move(game, len(table.entries), PAUSED)
    save_due(game)


def resume(*, code: str, user: User) -> None:
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if table.game.paused_at is None:
            raise Refusal("not_paused")
        count_switch(table.game, player, is_undone=True)
        go_on(table.game)


def go_on(game: Game) -> None:
    now = timezone.now()
    if game.paused_at is not None:
        game.pauses = [*game.pauses, [game.paused_at.isoformat(), now.isoformat()]]
    game.until = game.due_after_pause(now)
    note_clock_move(game, game.moves.count(), RESUMED)
    save_due(game)


def note_clock_move(game: Game, at: int, kind: str, seat: int | None = None) -> None:
    """The caller saves the locked game."""
    game.clock_moves = [*game.clock_moves, [at, kind, seat]]


def list_spans(pauses: Iterable[Iterable[str]]) -> list[Span]:
    return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in pauses]


def save_due(game: Game) -> None:
    game.grow()
    game.save(update_fields=[*DUE, "version", "pauses", "clock_moves"])
    outbox.remind_anew(game)
