"""A move that a player has prepared."""

from random import Random

from games.models import Game
from games.rules.engine.premoves import THEN
from games.tables.services import moves, premoves
from tests.rules.premoves import draw_sound_premove


def set_premove(game: Game, seat: int, premove: dict[str, str] | None = None) -> dict[str, str]:
    """Let a player prepare what is offered for the next question, drawn at random unless given; return it."""
    with moves.lock_table(game.code) as table:
        seen = table.title.observe(table.states[-1], seat)
        chosen = premove or drop_later(draw_sound_premove(table.title, seen, Random(1)))
        assert chosen
        premoves.premove(table=table, seat=seat, fields={name: [value] for name, value in chosen.items()})
    return chosen


def drop_later(premove: dict[str, str] | None) -> dict[str, str]:
    return {name: value for name, value in (premove or {}).items() if not name.startswith(THEN)}
