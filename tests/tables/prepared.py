"""Tables at which everybody who waits prepares a move, and what became of what was prepared."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from games.models import Game, Player
from games.state.table import Table, load_table
from games.tables.services import deadlines, moves, premoves
from tests.rules.premoves import draw_sound_premove

STALE, PLAYED, UNFIT = "stale", "played", "unfit"
MAX_QUESTIONS = 600
# Whether what a seat prepared has lost what it was made for, by the rules: table, seat and its row.
IsStale = Callable[[Table, Player], bool]
ChooseMove = Callable[[Table, int, Random], Any]


def play_prepared(game: Game, chance: Random, choose_move: ChooseMove, is_stale: IsStale) -> Counter[str]:
    """Play a game to its end. Fail if a stale premove is played, or another is dropped that its title would play."""
    counted: Counter[str] = Counter()
    for _ in range(MAX_QUESTIONS):
        table = load_table(Game.objects.get(pk=game.pk))
        if table.outcome:
            return counted
        prepare_all(table, chance)
        due = [player for player in table.players if player.owes and player.premove is not None]
        stale = {player.seat for player in due if is_stale(table, player)}
        deadlines.sweep()
        for player in due:
            row = Player.objects.get(pk=player.pk)
            is_played = row.owes != player.owes or not row.premove_dropped
            assert not (is_played and player.seat in stale), f"{player.premove} was played"
            counted[STALE if player.seat in stale else PLAYED if is_played else UNFIT] += 1
        if len(load_table(Game.objects.get(pk=game.pk)).entries) == len(table.entries):
            answer_first(game, chance, choose_move)
    raise AssertionError("the game does not end")


def prepare_all(table: Table, chance: Random) -> None:
    for player in table.players:
        seen = table.title.observe(table.states[-1], player.seat)
        if player.premove is None and not player.owes and (drawn := draw_sound_premove(table.title, seen, chance)):
            fields = {name: [value] for name, value in drawn.items()}
            with moves.lock_table(table.game.code) as locked:
                premoves.premove(table=locked, seat=player.seat, fields=fields)


def answer_first(game: Game, chance: Random, choose_move: ChooseMove) -> None:
    """Let the first who is asked, and has not chosen yet, move."""
    with moves.lock_table(game.code) as table:
        seat = next(player.seat for player in table.players if player.owes and player.seat not in table.sealed)
        moves.submit(
            table=table,
            seat=seat,
            decision=table.players[seat].owes,
            moves=choose_move(table, seat, chance),
        )
