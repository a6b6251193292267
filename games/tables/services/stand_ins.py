from django.utils import timezone

from accounts.models import User
from games.fast.writes import update
from games.models import Game, Player, SealedChoice
from games.notifications import outbox
from games.state.refusals import Refusal
from games.state.table import Table, load_players
from games.state.view import are_cards_open
from games.tables.services.moves import DUE, lock_game, lock_table, save_time, store
from games.tables.services.pauses import pause_if_agreed
from games.tables.services.rate_limits import count_switch
from games.tables.services.seats import announce, require_player

LEFT_TO_A_STAND_IN = (
    "stand_in", "missed", "agrees_to_end", "agrees_to_pause", "premove", "premove_dropped", "bank_spent",
    "leaves_notes",
)  # fmt: skip


def hand_over(*, code: str, user: User, leaves_notes: bool = False) -> None:
    """With `leaves_notes` a substitute gets the user's marks and notes.

    What all other players had agreed to happens now.
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
        put_stand_in(player)
        announce(table.game)
        if not end_if_agreed(table):
            pause_if_agreed(store(table, position=table.position, entries=()))


def take_back(*, code: str, user: User) -> None:
    """Never refused. The owner may still change a sealed choice of the stand-in."""
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            count_switch(table.game, player, is_undone=True)
            player.stand_in, player.link, player.opened_by, player.leaves_notes = False, "", None, False
            player.save(update_fields=["stand_in", "link", "opened_by", "leaves_notes"])
            announce(table.game)


def agree_to_end(*, code: str, user: User, agrees: bool) -> None:
    with lock_table(code) as table:
        player = require_player(table.players, user)
        if player.stand_in:
            raise Refusal("stand_in")
        if player.agrees_to_end == agrees:
            return
        count_switch(table.game, player, is_undone=not agrees)
        player.agrees_to_end = agrees
        player.save(update_fields=["agrees_to_end"])
        announce(table.game)
        end_if_agreed(table)


def agree_to_open(*, code: str, user: User, agrees: bool) -> None:
    """All people must agree, absent ones included: the cards are theirs, too."""
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
        announce(game)


def put_stand_in(player: Player) -> None:
    player.stand_in, player.missed, player.agrees_to_end, player.agrees_to_pause = True, 0, False, False
    player.premove, player.premove_dropped = None, False
    update([player], LEFT_TO_A_STAND_IN)


def end_if_agreed(table: Table) -> bool:
    playing = [player for player in table.players if player.is_person and not player.stand_in]
    if not playing or not all(player.agrees_to_end for player in playing):
        return False
    SealedChoice.objects.filter(game=table.game).delete()
    table.game.players.update(owes="", asked_at=None, premove=None, premove_dropped=False)
    game = table.game
    game.status, game.until, game.ended_at = Game.Status.AGREED, None, timezone.now()
    game.answers_due = True
    game.grow()
    game.save(update_fields=["status", *DUE, "ended_at", "answers_due", "version"])
    outbox.write_over(game, table.players)
    return True
