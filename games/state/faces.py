"""Reads: the faces of a table, by seat. They come from public codes alone and tell nothing of a game."""

from collections.abc import Sequence

from accounts.faces import ADDED_FACE, BOT_FACES, Face, make_distinct
from games.models import Player


def show_faces(players: Sequence[Player], added: int = 0) -> dict[int, Face]:
    """Return by seat the faces of those who sit at a table, no two alike, and of so many players that rules add."""
    shown = {player.seat: BOT_FACES[player.seat] for player in players if player.bot}
    shown |= {player.seat: player.own_face for player in players if player.own_face}
    shown |= {len(players) + place: ADDED_FACE for place in range(added)}
    order = sorted(shown)
    return dict(zip(order, make_distinct(tuple(shown[index] for index in order)), strict=True))
