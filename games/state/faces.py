"""The faces at a table. They depend only on public codes."""

from collections.abc import Sequence

from accounts.faces import ADDED_FACE, BOT_FACES, Face, make_distinct
from games.models import Player


def show_faces(players: Sequence[Player], added: int = 0) -> dict[int, Face]:
    """Return distinct faces by seat. `added` is the number of players that the rules add, such as Larry."""
    shown = {player.seat: BOT_FACES[player.seat] for player in players if player.bot}
    shown |= {player.seat: player.own_face for player in players if player.own_face}
    shown |= {len(players) + place: ADDED_FACE for place in range(added)}
    order = sorted(shown)
    return dict(zip(order, make_distinct(tuple(shown[index] for index in order)), strict=True))
