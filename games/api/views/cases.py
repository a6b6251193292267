from collections.abc import Callable

from django.http import Http404
from django.utils import timezone

from accounts.models import Scope
from games.api.answers import Answer
from games.api.endpoints import get, post
from games.api.inputs import AccuseIn, Page, SeenIn
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import CaseOut, CasesOut
from games.api.selectors.cases import describe_case, list_page
from games.cases.days import find_today
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile, find_file_of_day
from games.cases.services import investigation
from games.cases.services.stores import MemberRuns, RunStore
from games.cases.views.case import get_file


def _show(request: TokenRequest, file: CaseFile) -> Answer:
    return Answer(describe_case(file, MemberRuns(request.user).find(file)))


def _act(request: TokenRequest, number: int, wanted: SeenIn, do: Callable[[RunStore, CaseFile, Run], None]) -> Answer:
    store = MemberRuns(request.user, by_api=True)
    file = get_file(number, store)
    run = store.find(file)
    if not run.is_over and run.seen == wanted.seen:
        do(store, file, run)
    return _show(request, file)


@get("cases/today", Scope.PLAY, "case_today", CaseOut, is_for_bots=False)
def today(request: TokenRequest) -> Answer:
    """The case of the day, as far as you have seen it. Not for bot accounts."""
    file = find_file_of_day(find_today())
    if file is None:
        raise Http404
    return _show(request, file)


@get("cases", Scope.PLAY, "cases", CasesOut, is_for_bots=False)
def cases(request: TokenRequest, page: Page = 1) -> Answer:
    """The cases up to today’s with your results, 30 a page. Not for bot accounts."""
    return Answer(list_page(MemberRuns(request.user), page))


@get("cases/{int:number}", Scope.PLAY, "case", CaseOut, is_for_bots=False)
def case(request: TokenRequest, number: int) -> Answer:
    """A case by its number."""
    return _show(request, get_file(number, MemberRuns(request.user)))


@post("cases/{int:number}/next", Scope.PLAY, "case_next", CaseOut, is_for_bots=False)
def see_next(request: TokenRequest, number: int, wanted: SeenIn) -> Answer:
    """See the next trick."""
    return _act(request, number, wanted, investigation.see_next)


@post("cases/{int:number}/clue", Scope.PLAY, "case_clue", CaseOut, is_for_bots=False)
def buy_clue(request: TokenRequest, number: int, wanted: SeenIn) -> Answer:
    """Note that you used a clue; it counts as a trick."""
    return _act(request, number, wanted, investigation.buy_clue)


@post("cases/{int:number}/accuse", Scope.PLAY, "case_accuse", CaseOut, is_for_bots=False)
def accuse(request: TokenRequest, number: int, wanted: AccuseIn) -> Answer:
    """Accuse a seat; the solution comes back."""
    if wanted.seat not in range(len(get_file(number, MemberRuns(request.user)).bots)):
        raise Problem("invalid", 422, fields=["seat"])

    def do(store: RunStore, file: CaseFile, run: Run) -> None:
        investigation.accuse(store, file, run, wanted.seat, timezone.now())

    return _act(request, number, wanted, do)
