from django.core.paginator import Paginator

from games.api.selectors.tables import describe_narration
from games.cases.days import find_today
from games.cases.runs import Result, Run
from games.cases.selectors.files import CaseFile, list_past
from games.cases.services.investigation import may_buy_clue
from games.cases.services.stores import RunStore
from games.models import Case
from games.rules.engine.cases import Fact
from games.rules.engine.values import Json
from games.rules.record import record_observation
from games.state.view import View
from games.wording.sentences import fill_sentence

CASES_A_PAGE = 30


def describe_case(file: CaseFile, run: Run) -> dict[str, Json]:
    view = file.view_end() if run.is_over else file.view(run.seen)
    body = {
        "number": file.number,
        "day": file.day.isoformat(),
        "is_today": file.day == find_today(),
        "level": file.level,
        "title": file.title.NAME,
        "scenes": file.scenes,
        "commitment": file.commitment,
        "players": list(file.bots),
        "seen": run.seen,
        "has_clue": run.has_clue,
        "may_buy_clue": may_buy_clue(file, run),
        "is_over": run.is_over,
        "observation": record_observation(file.title, view.seen),
        "narration": describe_narration(view),
    }
    return body | _describe_solution(file, run) if run.is_over else body


def list_page(store: RunStore, number: int) -> dict[str, Json]:
    results = {result.number: result for result in store.list_results()}
    page = Paginator(list_past(results.values(), find_today()), CASES_A_PAGE).get_page(number)
    rows = [_describe_row(case, results.get(case.number)) for case in page]
    return {"page": page.number, "pages": page.paginator.num_pages, "cases": rows}


def _describe_row(case: Case, result: Result | None) -> dict[str, Json]:
    return {
        "number": case.number,
        "day": case.day.isoformat(),
        "level": case.level,
        "is_over": result is not None,
        "is_right": result and result.is_right,
        "is_in_time": result and result.is_in_time,
        "score": result and result.score,
    }


def _describe_solution(file: CaseFile, run: Run) -> dict[str, Json]:
    view = file.view_end()
    return {
        "accused": run.accused,
        "guilty": file.guilty,
        "is_right": run.is_right,
        "is_in_time": run.is_in_time,
        "score": run.score,
        "facts": [_word_fact(fact, view) for fact in file.facts],
    }


def _word_fact(fact: Fact, view: View) -> str:
    sentences = view.title.CASES.sentences if view.title.CASES else {}
    return fill_sentence(view.title, sentences[fact.event.code], fact.event.params, view.names)
