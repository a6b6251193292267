"""Shows a game step by step, as one seat knew it at the time."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from accounts.faces import BOT_FACES
from games.models import Game, Player
from games.rules.engine.narration import AMONG_PLAYERS, TAKEN_OVER
from games.state.table import Table
from games.state.view import Place, View, are_cards_open, view_table

NOT_FOR_STRANGERS = AMONG_PLAYERS | {TAKEN_OVER}


@dataclass(frozen=True)
class Scene:
    """A part of the replay, such as a trick. `number` counts from 1; `step` is where a link to it leads."""

    number: int
    step: int


def view_step(table: Table, step: int, seat: int) -> View:
    """Return what `seat` knew after `step` moves; step 0 is the deal.

    Marks, premoves and other things of a running game are left out.
    """
    is_last = step == len(table.entries)
    past = replace(
        table,
        players=tuple(_forget_premove(player) for player in table.players),
        states=table.states[: step + 1],
        entries=table.entries[:step],
        sealed={},
    )
    view = view_table(past, seat)
    status = view.game.status if is_last else Game.Status.RUNNING
    return replace(
        view,
        game=replace(view.game, status=status, due_at=None),
        places=tuple(
            replace(place, has_stand_in=False, agrees_to_end=False, link="", back_on=None) for place in view.places
        ),
        me=view.me and replace(view.me, has_stand_in=False, link="", back_on=None),
        marks=(),
        missed=(),
        missed_from=None,
        opened=view.opened if is_last else None,
        is_new=False,
        is_replay=True,
        offer=None,
    )


def _forget_premove(player: Player) -> Player:
    """Return a player with nothing prepared: a premove may rely on a state after the step that is shown."""
    forgetful = copy(player)
    forgetful.premove, forgetful.premove_dropped = None, False
    return forgetful


def list_scenes(table: Table) -> tuple[Scene, ...]:
    """Return the scenes with moves. The first begins with the deal, others with their first move."""
    numbers = [find_scene(table, step) for step in range(1, len(table.states))] or [find_scene(table, 0)]
    firsts = [(number, next(iter(steps))) for number, steps in groupby(range(len(numbers)), key=numbers.__getitem__)]
    return tuple(Scene(number, first + 1 if first else 0) for number, first in firsts)


def find_scene(table: Table, step: int) -> int:
    """Return the scene of the move that led to a step: the step shows its result."""
    return table.title.scene(table.states[max(step - 1, 0)])


def list_eyes(table: Table, own: int | None) -> tuple[int, ...]:
    """Return the seats that the reader may look from.

    Once everything is open these are all seats. Before that, and after an end by agreement that opened no cards, it
    is only the reader's own seat.
    """
    is_open = table.game.status == Game.Status.OVER or are_cards_open(table.game, table.players)
    if is_open:
        return tuple(range(len(table.players)))
    return () if own is None else (own,)


def find_step(scenes: Sequence[Scene], number: str) -> int | None:
    return next((scene.step for scene in scenes if str(scene.number) == number), None)


def is_shared(game: Game, players: Sequence[Player]) -> bool:
    """Whether strangers may see the replay: the game is over, and all who played and still have an account agree."""
    asked = [player for player in players if player.can_agree]
    return game.status == Game.Status.OVER and bool(asked) and all(player.shares_replay for player in asked)


def put_on_masks(view: View) -> View:
    """Return the view for strangers: names, faces, codes, former players, proposals and the host's name for a house
    role are hidden.
    """
    places = list[Place]()
    for place in view.places:
        name = gettext("Player %(number)d") % {"number": place.index + 1}
        face = replace(BOT_FACES[place.index], is_bot=place.is_bot)
        mask = replace(place, name=name, face=face, person="", is_guest=False, bot_by="")
        places.append(place if place.is_imaginary else mask)
    passages = tuple(
        replace(each, events=tuple(event for event in each.events if event.code not in NOT_FOR_STRANGERS))
        for each in view.passages
    )
    game = replace(view.game, house_name="")
    return replace(view, game=game, places=tuple(places), me=view.me and places[view.me.index], passages=passages)
