"""Replays: finished games from any seat, running ones from the player's seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest, is_signed_in
from games.archive.selectors.replay import (
    find_scene,
    find_step,
    is_shared,
    list_eyes,
    list_scenes,
    put_on_masks,
    view_step,
)
from games.archive.services import share_replay
from games.state.narration import is_all_recalled, narrate_table
from games.state.table import Table, load_table
from games.state.view import View
from games.tables.selectors.notes import list_remarks_of_step
from games.tables.selectors.suspicion import observe_step
from games.tables.views.access import find_own_player, forms_only, get_game, get_seated, show_private
from games.tables.views.lobby import run
from insidejob.compression import keep_plain, pad_for


@dataclass(frozen=True)
class Place:
    code: str
    step: int
    last: int
    eyes: int

    @property
    def exit_link(self) -> str:
        return reverse("games:table", args=[self.code])

    def find_address(self, step: int) -> str:
        return reverse("games:replay_step", args=[self.code, step])

    def link(self, step: int, eyes: int | None = None) -> str:
        """Return the address of a step, seen by `eyes` or else by the seat that is now chosen."""
        address = self.find_address(min(max(step, 0), self.last))
        return f"{address}?eyes={self.eyes if eyes is None else eyes}"

    @property
    def first_link(self) -> str:
        return self.link(0)

    @property
    def back_link(self) -> str:
        return self.link(self.step - 1)

    @property
    def on_link(self) -> str:
        return self.link(self.step + 1)

    @property
    def last_link(self) -> str:
        return self.link(self.last)


@require_safe
def replay(request: HttpRequest, code: str, step: int = 0) -> HttpResponse:
    """Show one step of the replay, or with `?scene=` the beginning of that scene.

    Strangers see shared replays only, without names.
    """
    game, players = get_seated(code)
    if not game.was_dealt:
        return redirect("games:table", code)
    own = find_own_player(players, request.user) if is_signed_in(request) else None
    if own is None and not is_shared(game, players):
        return show_private(request)
    table = load_table(game, players)
    if own and not is_all_recalled(table, narrate_table(table, own.seat)):
        return redirect("games:table", code)
    eyes = list_eyes(table, own.seat if own else None)
    found = find_step(list_scenes(table), request.GET.get("scene", ""))
    chosen = [seat for seat in eyes if str(seat) == request.GET.get("eyes")]
    last, usual = len(table.entries), own.seat if own else eyes[0]
    place = Place(code, min(step if found is None else found, last), last, chosen[0] if chosen else usual)
    return _show_step(request, table, place, eyes, own=own.seat if own else None)


def _show_step(
    request: HttpRequest, table: Table, place: Place, eyes: tuple[int, ...], *, own: int | None
) -> HttpResponse:
    view = view_step(table, place.step, place.eyes)
    if own is None:
        view = put_on_masks(view)
    remarks = [] if own is None else list_remarks_of_step(table, table.players[own], place.step)
    context = describe_step(table, place, view, eyes) | {"is_own": place.eyes == own, "remarks": remarks}
    is_plain = table.has_new_words or bool(remarks or get_messages(request))
    response = render(request, "games/archive/replay.html", context)
    if own is not None:
        pad_for(response, table.players[own], "replay")
    return keep_plain(response) if is_plain else response


def describe_step(table: Table, place: Place, view: View, eyes: Sequence[int]) -> dict[str, Any]:
    return {
        "view": view,
        # A step forward looks like a move at the table.
        "behind": True,
        "place": place,
        "scenes": [(scene, place.link(scene.step)) for scene in list_scenes(table)],
        "scene": find_scene(table, place.step),
        "eyes": [(view.places[seat], place.link(place.step, seat)) for seat in eyes],
        "observer": observe_step(table, place.step),
    }


@forms_only
@signed_in
def share(request: SignedInRequest, code: str) -> HttpResponse:
    """Share the replay, or stop sharing it if `agrees` is empty."""
    agrees = bool(request.POST.get("agrees"))
    return run(request, get_game(code), lambda user: share_replay(code=code, user=user, agrees=agrees))
