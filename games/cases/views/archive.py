from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.cases.days import find_today
from games.cases.runs import Result
from games.cases.selectors.files import find_last_day, list_past
from games.cases.selectors.statistics import count_cases
from games.cases.services.stores import find_store
from games.cases.views.desk import activate_zone, at_noon
from insidejob.replica import may_be_late

CASES_A_PAGE = 30


@dataclass(frozen=True)
class CaseRow:
    """A row of the list of past cases. It says nothing of what happened in a case."""

    number: int
    at: datetime
    level: int
    result: Result | None


@require_safe
@may_be_late
def archive(request: HttpRequest) -> HttpResponse:
    activate_zone(request)
    today = find_today()
    results = {result.number: result for result in find_store(request).list_results()}
    page = Paginator(list_past(results.values(), today), CASES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "rows": [CaseRow(case.number, at_noon(case.day), case.level, results.get(case.number)) for case in page],
        "today": today,
        "statistics": count_cases([*results.values()], find_last_day(today)),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }
    return render(request, "games/cases/archive.html", context)
