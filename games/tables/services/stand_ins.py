from django.utils import timezone

from accounts.models import User
from games.fast.writes import update
from games.models import Game, Player, SealedChoice
from games.notifications import outbox
from games.rules.engine.narration import ABANDONED
from games.state.refusals import Refusal
from games.state.table import Table, list_playing, load_players
from games.state.view import are_cards_open
from games.tables.services.moves import lock_game, lock_table, save_time, store
from games.tables.services.pauses import (
    END_PROPOSAL,
    note_agreement,
    note_clock_move,
    note_pause,
    play_on,
    rest_if_due,
)
from games.tables.services.rate_limits import count_switch
from games.tables.services.seats import announce, require_player

LEFT_TO_A_STAND_IN = (
    "stand_in", "missed", "agrees_to_end", "agrees_to_pause", "premove", "premove_dropped", "bank_spent",
    "leaves_notes", "handed_over",
)  # fmt: skip


def hand_over(*, code: str, user: User, leaves_notes: bool = False) -> None:
    """Give the user's seat to a stand-in.

    With `leaves_notes` a substitute gets the user's marks and notes. If all players who still play had agreed to a
    pause or an end, it happens now. If no one plays any more, the table stands still.
    """
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            return
        if table.game.paused_at is not None:
            raise Refusal("paused")
        count_switch(table.game, player)
        save_time(table, player.seat)
        player.leaves_notes = leaves_notes
        put_stand_in(player, handed_over=True)
        announce(table.game)
        if not end_if_agreed(table):
            rest_if_due(store(table, position=table.position, entries=()))


def leave_unread(*, code: str, user: User) -> None:
    """Give the user's seat to a stand-in in a game whose rules this code does not know.

    The stand-in plays once they are known again. If no one plays then, the table stands still after the next deadline.
    """
    with lock_game(code, needs_rules=False) as game:
        player = require_player(load_players(game), user)
        put_stand_in(player, handed_over=True)
        player.owes, player.asked_at = "", None
        update([player], ("owes", "asked_at"))
        announce(game)


def take_back(*, code: str, user: User) -> None:
    """Take a seat back from the stand-in.

    This is never refused. A sealed choice of the stand-in can still be changed.
    """
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            count_switch(table.game, player, is_undone=True)
            player.stand_in, player.handed_over, player.leaves_notes = False, False, False
            player.link, player.opened_by, player.opens_at = "", None, None
            player.save(update_fields=["stand_in", "handed_over", "leaves_notes", "link", "opened_by", "opens_at"])
            announce(table.game)
            play_on(table, player.seat)


def agree_to_end(*, code: str, user: User, agrees: bool) -> None:
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            raise Refusal("stand_in")
        if player.agrees_to_end == agrees:
            return
        count_switch(table.game, player, is_undone=not agrees)
        note_agreement(table, player, END_PROPOSAL, agrees=agrees)
        announce(table.game, to_spectators=False)
        end_if_agreed(table)


def agree_to_open(*, code: str, user: User, agrees: bool) -> None:
    """Agree to open the cards after an end by agreement.

    All people with an account must agree, absent ones included: the cards are theirs, too.
    """
    with lock_game(code) as game:
        if game.status not in (Game.Status.RUNNING, Game.Status.AGREED):
            raise Refusal("not_running")
        players = load_players(game)
        player = require_player(players, user)
        if player.agrees_to_open == agrees:
            return
        if are_cards_open(game, players):
            raise Refusal("opened")
        count_switch(game, player, is_undone=not agrees)
        player.agrees_to_open = agrees
        player.save(update_fields=["agrees_to_open"])
        announce(game, to_spectators=False)


def put_stand_in(player: Player, *, handed_over: bool = False) -> None:
    player.handed_over = handed_over
    player.stand_in, player.missed, player.agrees_to_end, player.agrees_to_pause = True, 0, False, False
    player.premove, player.premove_dropped = None, False
    update([player], LEFT_TO_A_STAND_IN)


def end_if_agreed(table: Table) -> bool:
    playing = list_playing(table.players)
    if not playing or not all(player.agrees_to_end for player in playing):
        return False
    _end_without_winner(table)
    return True


def abandon(table: Table) -> None:
    """End the game of a table that stood still too long."""
    note_pause(table.game)
    note_clock_move(table.game, len(table.entries), ABANDONED)
    table.game.save(update_fields=["pauses", "clock_moves"])
    _end_without_winner(table)


def _end_without_winner(table: Table) -> None:
    SealedChoice.objects.filter(game=table.game).delete()
    table.game.players.update(owes="", asked_at=None, premove=None, premove_dropped=False)
    game = table.game
    game.set_deadline(None)
    game.status, game.ended_at, game.answers_due = Game.Status.AGREED, timezone.now(), True
    game.grow()
    game.save(update_fields=["status", *Game.DEADLINE_COLUMNS, "ended_at", "answers_due", "version"])
    outbox.write_over(game, table.players)
