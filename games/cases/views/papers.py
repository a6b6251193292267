"""Downloads for readers who have solved the case."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.archive.views.records import save_as
from games.cases.selectors.commitments import export_case, open_case
from games.cases.selectors.files import CaseFile
from games.cases.services.stores import find_store
from games.cases.views.case import get_file
from games.cases.views.desk import activate_zone


@require_safe
def record(request: HttpRequest, number: int) -> HttpResponse:
    return _give(request, number, export_case, "")


@require_safe
def commitment(request: HttpRequest, number: int) -> HttpResponse:
    return _give(request, number, open_case, "-commitment")


def _give(request: HttpRequest, number: int, write: Callable[[CaseFile], str], ending: str) -> HttpResponse:
    """Answer with the file that `write` makes. Redirect readers who have not solved the case."""
    activate_zone(request)
    store = find_store(request)
    file = get_file(number, store)
    if not store.find(file).is_over:
        return redirect("games:case", number)
    name = f"case-{number}{ending}.json"
    return HttpResponse(write(file) + "\n", "application/json", headers=save_as(name))
