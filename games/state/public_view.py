"""Reads: the public view of a table, built field by field, as `games.state.view` does."""

from accounts.availability.waking_hours import Hours
from accounts.faces import ADDED_FACE, Face
from games.models import Player
from games.rules.engine.narration import Narration
from games.state.faces import show_faces
from games.state.names import find_bot_owner
from games.state.narration import narrate_table
from games.state.table import Table
from games.state.view import Place, View, list_passages, name_of, show_facts, show_imaginary

NOBODY = Place(
    index=-1,
    name="",
    face=ADDED_FACE,
    person="",
    is_bot=False,
    is_me=False,
    is_host=False,
    has_stand_in=False,
    agrees_to_end=False,
    agrees_to_open=False,
)
"""The viewer."""


def view_public(table: Table) -> View:
    """Return what spectators may see: no hand, role or notes, no profiles, no wishes."""
    seen = table.title.observe(table.states[-1], None)
    told = narrate_table(table, None)
    faces = show_faces(table.players, len(table.title.list_imaginary(table.game.seat_count)))
    people = (show_public_place(player, told, faces[player.seat]) for player in table.players)
    return View(
        game=show_facts(table.game),
        title=table.title,
        me=NOBODY,
        places=(*people, *show_imaginary(table, faces)),
        seen=seen,
        passages=tuple(list_passages(table, told)),
        automatic=told.automatic,
        chosen=tuple(sorted(other for other in table.sealed if other in seen.awaited)),
        own_choice=(),
        marks=(),
        hours=Hours(),
        opened=None,
    )


def show_public_place(player: Player, told: Narration, face: Face) -> Place:
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
    )
