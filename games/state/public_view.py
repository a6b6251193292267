"""The public view of a table, built field by field as in `games.state.view`."""

from accounts.availability.waking_hours import Hours
from accounts.faces import Face
from games.models import Player
from games.rules.engine.narration import Narration
from games.state.names import find_bot_owner, show_faces
from games.state.narration import list_event_spots, list_passages, narrate_table
from games.state.table import Table
from games.state.view import Place, View, name_of, show_facts, show_imaginary


def view_public(table: Table) -> View:
    """Return what spectators may see: no hand, role or notes, no profiles, no wishes."""
    seen = table.title.observe(table.states[-1], None)
    told = narrate_table(table, None)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (_show_public_place(player, told, faces[player.seat]) for player in table.players)
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=None,
        places=(*people, *show_imaginary(table, faces)),
        seen=seen,
        passages=tuple(list_passages(table, told)),
        spots=tuple(list_event_spots(told)),
        automatic=told.automatic,
        chosen=tuple(sorted(other for other in table.sealed if other in seen.awaited)),
        own_choice=(),
        marks=(),
        hours=Hours(),
        opened=None,
    )


def _show_public_place(player: Player, told: Narration, face: Face) -> Place:
    return Place(
        index=player.seat,
        name=name_of(player),
        face=face,
        person="",
        is_bot=bool(player.bot),
        is_guest=player.user is not None and player.user.is_guest,
        bot_by=find_bot_owner(player),
        is_me=False,
        is_host=False,
        has_stand_in=player.stand_in,
        agrees_to_end=False,
        agrees_to_open=False,
        automatic_moves=told.counts.get(player.seat, 0),
        is_barred=player.is_barred,
        is_gone=player.is_gone,
    )
