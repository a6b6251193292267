"""The replay of a solved case, through the eyes of any player."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.archive.selectors.replay import find_step, list_scenes
from games.archive.views.replay import Place, describe_step
from games.cases.selectors.files import open_table, view_eyes
from games.cases.services.stores import find_store
from games.cases.views.case import get_file
from games.cases.views.desk import activate_zone


@dataclass(frozen=True)
class CasePlace(Place):
    @property
    def exit_link(self) -> str:
        return reverse("games:case", args=[self.code])

    def find_address(self, step: int) -> str:
        return reverse("games:case_replay_step", args=[self.code, step])


@require_safe
def replay(request: HttpRequest, number: int, step: int = 0) -> HttpResponse:
    """Show one step of the replay, or with `?scene=` the beginning of that scene.

    Redirect readers who have not solved the case.
    """
    activate_zone(request)
    store = find_store(request)
    file = get_file(number, store)
    if not store.find(file).is_over:
        return redirect("games:case", number)
    table = open_table(file)
    eyes = range(len(file.bots))
    found = find_step(list_scenes(table), request.GET.get("scene", ""))
    chosen = next((seat for seat in eyes if str(seat) == request.GET.get("eyes")), file.guilty)
    last = len(table.entries)
    place = CasePlace(str(number), min(step if found is None else found, last), last, chosen)
    view = view_eyes(file, place.step, place.eyes)
    return render(request, "games/archive/replay.html", describe_step(table, place, view, eyes) | {"is_case": True})
