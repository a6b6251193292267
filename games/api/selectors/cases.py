from games.api.selectors.tables import describe_narration
from games.cases.days import find_today
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile
from games.cases.services.investigation import may_buy_clue
from games.rules.engine.cases import Fact
from games.rules.engine.values import Json
from games.rules.record import record_observation
from games.state.view import View
from games.wording.sentences import fill_sentence


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
    return body | describe_solution(file, run) if run.is_over else body


def describe_solution(file: CaseFile, run: Run) -> dict[str, Json]:
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
