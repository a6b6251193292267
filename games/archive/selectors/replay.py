"""A game step by step, as one seat knew it at the time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from accounts.faces import BOT_FACES
from games.models import Game, Player
from games.rules.engine.narration import TAKEN_OVER
from games.rules.engine.values import Event
from games.state.table import Table
from games.state.view import Place, View, are_cards_open, view_table


@dataclass(frozen=True)
class Scene:
    """`number` counts from 1; `step` is the first in the scene."""

    number: int
    step: int


def view_step(table: Table, step: int, seat: int) -> View:
    """Without marks, premoves and the like. Step 0 is the deal."""
    is_last = step == len(table.entries)
    past = replace(table, states=table.states[: step + 1], entries=table.entries[:step], sealed={})
    view = view_table(past, seat)
    status = view.game.status if is_last else Game.Status.RUNNING
    return replace(
        view,
        game=replace(view.game, status=status, due_at=None),
        places=tuple(
            replace(place, has_stand_in=False, agrees_to_end=False, link="", back_on=None) for place in view.places
        ),
        me=replace(view.me, has_stand_in=False, link="", back_on=None),
        marks=(),
        missed=(),
        missed_from=None,
        opened=view.opened if is_last else None,
        is_new=False,
        is_replay=True,
        offer=None,
        premove=None,
        is_premove_unfit=False,
    )


def list_scenes(table: Table) -> tuple[Scene, ...]:
    numbers = [table.title.scene(state) for state in table.states]
    return tuple(
        Scene(number, next(iter(steps))) for number, steps in groupby(range(len(numbers)), key=numbers.__getitem__)
    )


def list_eyes(table: Table, own: int | None) -> tuple[int, ...]:
    """All seats once everything is open. Before, and after an end by agreement that opened no cards, only `own`."""
    is_open = table.game.status == Game.Status.OVER or are_cards_open(table.game, table.players)
    if is_open:
        return tuple(range(len(table.players)))
    return () if own is None else (own,)


def find_step(scenes: Sequence[Scene], number: str) -> int | None:
    return next((scene.step for scene in scenes if str(scene.number) == number), None)


def is_shared(game: Game, players: Sequence[Player]) -> bool:
    """Strangers may see a finished game if all its people agree."""
    people = [player for player in players if player.is_person]
    return game.status == Game.Status.OVER and bool(people) and all(player.shares_replay for player in people)


def put_on_masks(view: View) -> View:
    """Hide names, faces, codes, former players, and the host's name for a house role."""
    places = tuple(place if place.is_imaginary else put_on_mask(place) for place in view.places)
    passages = tuple(replace(each, events=tuple(filter(is_unnamed, each.events))) for each in view.passages)
    game = replace(view.game, house_name="")
    return replace(view, game=game, places=places, me=places[view.me.index], passages=passages)


def is_unnamed(event: Event) -> bool:
    return event.code != TAKEN_OVER


def put_on_mask(place: Place) -> Place:
    name = gettext("Player %(number)d") % {"number": place.index + 1}
    face = replace(BOT_FACES[place.index], is_bot=place.is_bot)
    return replace(place, name=name, face=face, person="", is_guest=False, bot_by="")
