"""Lays out what players of a stored game have prepared: the viewer the same in both worlds, the others as they like."""

from random import Random
from typing import Any

from games.models import Game, Player
from games.state.table import load_table
from tests.rules.premoves import draw_sound_premove

UNFIT = {"nothing": "lowest"}
"""A plan that fits no question."""


def lay_out_premoves(game: Game, viewer: int | None, pair: str, world: str) -> dict[str, str]:
    """Store a plan, none or one that was dropped for every player; return what the viewer may prepare, if anything."""
    table, offered = load_table(game), dict[str, str]()
    for player in table.players:
        is_viewer = player.seat == viewer
        chance = Random(f"{pair} {player.seat}" if is_viewer else f"{pair} {player.seat} {world}")
        seen: Any = table.title.observe(table.states[-1], player.seat)
        premove = (draw_sound_premove(table.title, seen, chance) or {}) if table.game.is_running else {}
        offered |= premove if is_viewer else {}
        kept = chance.choice([None, premove or None] if not player.owes else [None, UNFIT])
        is_dropped = bool(player.owes) and kept is None and chance.random() < 0.5
        Player.objects.filter(pk=player.pk).update(premove=kept, premove_dropped=is_dropped)
    return offered
