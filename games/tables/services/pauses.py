"""More time for a decision, pauses that all players agree to, and tables that stand still because no one plays."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.utils import timezone

from accounts.availability.waking_hours import Span
from accounts.models import User
from games.clock.table_clock import add_time, find_alone, find_counted
from games.models import Game, Player
from games.notifications import outbox, types
from games.notifications.types import NotificationType
from games.rules.engine.narration import (
    DESERTED,
    END_DECLINED,
    END_PROPOSED,
    GRANTED,
    PAUSE_DECLINED,
    PAUSE_PROPOSED,
    PAUSED,
    RESUMED,
    RETURNED,
)
from games.state.refusals import Refusal
from games.state.table import Table, is_deserted, list_playing, list_sitters
from games.tables.services.moves import lock_table, store
from games.tables.services.rate_limits import count_switch
from games.tables.services.seats import announce, require_player
from games.tables.services.vacations import charge

# How long a pause lasts at most, and how long a table stands still before its game ends.
PAUSE = timedelta(days=7)


def grant_time(*, code: str, user: User) -> None:
    """Give the other players as much time again as a turn has, once per decision.

    If the decision is sealed or secret, all seats get the time, so that it does not show who is asked.
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
        game.set_deadline(wait.until)
        game.granted_by = player.seat
        note_clock_move(game, len(table.entries), GRANTED, player.seat)
        save_due(game, to_spectators=False)
        outbox.write_more_time(table)


@dataclass(frozen=True)
class Proposal:
    """Something that all active players must agree to.

    `column` is the column with a player's agreement. The other fields are codes of the log.
    """

    column: str
    proposed: str
    declined: str
    kind: NotificationType

    def is_agreed_by(self, player: Player) -> bool:
        return bool(getattr(player, self.column))


PAUSE_PROPOSAL = Proposal("agrees_to_pause", PAUSE_PROPOSED, PAUSE_DECLINED, types.PAUSE_PROPOSED)
END_PROPOSAL = Proposal("agrees_to_end", END_PROPOSED, END_DECLINED, types.END_PROPOSED)


def note_agreement(table: Table, player: Player, proposal: Proposal, *, agrees: bool) -> None:
    """Store a player's agreement.

    The first player to agree makes the proposal: it is logged, and the others are notified. The caller announces the
    change to waiting pages.
    """
    is_first = agrees and not any(map(proposal.is_agreed_by, table.players))
    setattr(player, proposal.column, agrees)
    player.save(update_fields=[proposal.column])
    if is_first:
        note_clock_move(table.game, len(table.entries), proposal.proposed, player.seat)
        table.game.save(update_fields=["clock_moves"])
        outbox.write_proposed(table, proposal.kind)


def _decline(*, code: str, user: User, proposal: Proposal) -> None:
    """Decline a proposal, which ends it for all. Anyone may propose it again."""
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            raise Refusal("stand_in")
        if not any(map(proposal.is_agreed_by, table.players)):
            return
        count_switch(table.game, player, is_undone=True)
        table.game.players.update(**{proposal.column: False})
        note_clock_move(table.game, len(table.entries), proposal.declined, player.seat)
        table.game.grow(to_spectators=False)
        table.game.save(update_fields=["version", "clock_moves"])


decline_pause = partial(_decline, proposal=PAUSE_PROPOSAL)
decline_end = partial(_decline, proposal=END_PROPOSAL)


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
        note_agreement(table, player, PAUSE_PROPOSAL, agrees=agrees)
        if not rest_if_due(table):
            announce(table.game, to_spectators=False)


def rest_if_due(table: Table) -> bool:
    """Stop the clocks if all who play agreed to a pause, or if no one plays."""
    game, playing = table.game, list_playing(table.players)
    if not game.is_running or game.stands_still:
        return game.stands_still
    if is_deserted(table.players):
        _stop_clocks(table, DESERTED)
        outbox.write_deserted(game, table.players)
        return True
    if game.paused_at is None and playing and all(player.agrees_to_pause for player in playing):
        _stop_clocks(table, PAUSED)
        return True
    return False


def _stop_clocks(table: Table, kind: str) -> None:
    """Stop the clocks of a table: for a pause, or because it stands still.

    If everyone leaves during a pause, the table stands still instead, and the pause keeps its beginning.
    """
    game, now = table.game, timezone.now()
    begun, due = game.paused_at or now, game.paused_due or game.until
    game.set_deadline(now + PAUSE)
    game.paused_at, game.paused_due = begun, due
    game.players.update(agrees_to_pause=False)
    note_clock_move(game, len(table.entries), kind)
    save_due(game)


def play_on(table: Table, seat: int) -> None:
    """End a standstill when the player in `seat` has come back. All get new deadlines."""
    game = table.game
    if game.stands_still:
        note_pause(game)
        note_clock_move(game, len(table.entries), RETURNED, seat)
        game.save(update_fields=["pauses", "clock_moves"])
        game.set_deadline(None)
        after = store(table, position=table.position, entries=(), mover=seat)
        outbox.write_asked_again(after, seat, is_whole_time=True)
        outbox.write_untold_stand_ins(game, table.players)


def resume(*, code: str, user: User) -> None:
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if table.game.paused_at is None:
            raise Refusal("not_paused")
        if table.game.stands_still or player.stand_in:
            raise Refusal("stand_in")
        count_switch(table.game, player, is_undone=True)
        go_on(table, mover=player.seat)


def go_on(table: Table, mover: int | None = None) -> None:
    """End a pause. `mover` is the seat that ended it."""
    game = table.game
    note_pause(game)
    game.set_deadline(game.due_after_pause(timezone.now()))
    note_clock_move(game, len(table.entries), RESUMED)
    save_due(game)
    outbox.write_asked_again(table, mover)


def note_pause(game: Game) -> None:
    """Add the pause that now ends to the list of pauses. The caller saves the game, which must be locked."""
    if game.paused_at is not None:
        game.pauses = [*game.pauses, [game.paused_at.isoformat(), timezone.now().isoformat()]]


def note_clock_move(game: Game, at: int, kind: str, seat: int | None = None) -> None:
    """Log what players did to the clock. The caller saves the game, which must be locked."""
    game.clock_moves = [*game.clock_moves, [at, kind, seat]]


def list_spans(pauses: Iterable[Iterable[str]]) -> list[Span]:
    return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in pauses]


def save_due(game: Game, *, to_spectators: bool = True) -> None:
    game.grow(to_spectators=to_spectators)
    game.save(update_fields=[*Game.DEADLINE_COLUMNS, "version", "pauses", "clock_moves"])
    outbox.remind_anew(game)
