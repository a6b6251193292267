"""The context of the page of a solved case."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.requests import is_signed_in
from games.cases.days import find_today
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile, find_file_of_number, find_last_day
from games.cases.selectors.statistics import count_cases
from games.cases.services.stores import RunStore
from games.cases.views.desk import describe, read_totals
from games.cases.views.parts import draw_part
from games.circles.case_results import list_circle_results
from games.rules.cases import get_rules_of_cases, is_fooled
from games.tables.views.access import read_number

SQUARES = {"seen": "⬛", "hint": "🟨", "right": "🟩", "wrong": "🟥", "left": "⬜"}


def describe_solution(request: HttpRequest, file: CaseFile, run: Run, store: RunStore) -> dict[str, Any]:
    rules, _ = get_rules_of_cases(file.title)
    results = store.list_results()
    totals = read_totals(request, file)
    asked = read_number(request.GET.get("trick"))
    scene = asked if asked and asked <= file.scenes else None
    return {
        "case": describe(file),
        "run": run,
        "view": file.view_end(),
        "scene": scene,
        "board": draw_part(file, "case_board", scene) if scene else "",
        "guilty": file.guilty,
        "facts": file.facts,
        "fooled": is_fooled(file.played),
        "lie": rules.find_lie(file.played.state, file.guilty),
        "hands": rules.open_hands(file.played.deal),
        "share": _share_result(file, run),
        "statistics": count_cases(results, find_last_day(find_today())),
        "totals": totals,
        "better": totals.better_than(run) if totals and run.is_right else 0,
        "circles": list_circle_results(request.user, file.key, file.day) if is_signed_in(request) else [],
        "yesterday": _describe_other(request, file.number - 1, {result.number for result in results}),
    }


def _describe_other(request: HttpRequest, number: int, solved: set[int]) -> dict[str, Any] | None:
    """Describe the previous or the next case.

    It is described only if the reader has solved it.
    """
    file = find_file_of_number(number)
    totals = read_totals(request, file) if file else None
    if file is None or totals is None:
        return None
    return {"number": number, "totals": totals, "accused": file.bots[totals.accused] if number in solved else ""}


@dataclass(frozen=True)
class Share:
    """A result to share: lines of words, kinds of squares, and all of it as a text."""

    lines: tuple[str, ...]
    squares: tuple[str, ...]
    text: str


def _share_result(file: CaseFile, run: Run) -> Share:
    """Describe a run to be shared: a square for each trick until the accusation, and one where the hint was bought."""
    squares = ["seen"] * (run.seen - 1)
    if run.has_clue:
        squares.insert(run.clue_at, "hint")
    squares += ["right" if run.is_right else "wrong", *["left"] * (file.scenes - run.seen)]
    lines = (_word_result(file, run), _word_score(file, run))
    address = f"{settings.SITE_ADDRESS}{reverse('games:case', args=[file.number])}"
    return Share(lines, tuple(squares), "\n".join([*lines, "".join(SQUARES[kind] for kind in squares), address]))


def _word_result(file: CaseFile, run: Run) -> str:
    if run.is_right:
        line = gettext("Inside Job · case no. %(number)d: solved")
    else:
        line = gettext("Inside Job · case no. %(number)d: the Insider got away")
    return line % {"number": file.number}


def _word_score(file: CaseFile, run: Run) -> str:
    if run.has_clue:
        line = gettext("%(seen)d of %(scenes)d tricks + 1 hint after trick %(clue)d")
    else:
        line = ngettext("%(seen)d of %(scenes)d tricks", "%(seen)d of %(scenes)d tricks", run.seen)
    return line % {"seen": run.seen, "scenes": file.scenes, "clue": run.clue_at}
