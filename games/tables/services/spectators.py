"""Spectators of a running game: the host proposes them, a player declines, the host closes the game to them again."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.notifications import outbox, types
from games.rules.engine.narration import SPECTATORS_DECLINED, SPECTATORS_PROPOSED
from games.state.refusals import Refusal
from games.tables.services.moves import lock_game, lock_table
from games.tables.services.pauses import note_clock_move
from games.tables.services.rate_limits import count_switch
from games.tables.services.seats import announce, require_player
from insidejob.codes import make_code

# How long players can decline: long enough for an email that waits for a daily digest, unless all play in one sitting.
NOTICE, LIVE_NOTICE = timedelta(days=2), timedelta(minutes=10)


def propose_spectators(*, code: str, user: User) -> None:
    """Propose that anyone with the link can watch later, unless a player declines. Once per game.

    A second proposal would reach players who rely on their answer to the first.
    """
    with lock_table(code) as table:
        game, player = table.game, require_player(table.players, user)
        if game.host_id != user.pk:
            raise Refusal("not_host")
        if _was_declined(game):
            raise Refusal("spectators_declined")
        if not may_be_proposed(game):
            return
        count_switch(game, player)
        notice = LIVE_NOTICE if game.clock.is_live else NOTICE
        game.watch_from = timezone.now() + notice - game.site_clock.lost
        game.watch_key = game.watch_key or make_code()
        note_clock_move(game, len(table.entries), SPECTATORS_PROPOSED, player.seat)
        game.save(update_fields=["watch_from", "watch_key", "clock_moves"])
        outbox.write_proposed(table, types.SPECTATORS_PROPOSED)
        announce(game, to_spectators=False)


def decline_spectators(*, code: str, user: User) -> None:
    """End the proposal for all, also as its host or with a stand-in. It is stored nowhere who did."""
    with lock_table(code) as table:
        game, player = table.game, require_player(table.players, user)
        if game.watch_from is None:
            return
        if game.spectators_due is None:
            raise Refusal("spectators_admitted")
        count_switch(game, player, is_undone=True)
        game.watch_from = None
        note_clock_move(game, len(table.entries), SPECTATORS_DECLINED)
        game.save(update_fields=["watch_from", "clock_moves"])
        announce(game, to_spectators=False)


def may_be_proposed(game: Game) -> bool:
    is_open = game.watchers != Game.Watchers.NONE or game.watch_from is not None
    return game.is_running and not is_open and not _was_declined(game)


def _was_declined(game: Game) -> bool:
    return any(kind == SPECTATORS_DECLINED for _, kind, _ in game.clock_moves)


def close_to_spectators(*, code: str, host: User, closed: bool) -> None:
    """Close a running game that may be watched to spectators, or open it again. Raises `Refusal("not_host")`."""
    with lock_game(code) as game:
        if game.host_id != host.pk:
            raise Refusal("not_host")
        may_change = game.is_running and game.admitted != Game.Watchers.NONE
        if not may_change or game.watching_closed == closed:
            return
        game.watching_closed = closed
        game.save(update_fields=["watching_closed"])
        announce(game)
        game.end_streams()
