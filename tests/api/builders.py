"""A table that programs open and fill."""

from collections.abc import Sequence

from games.rules.registry import TITLES
from tests.api.clients import Program
from tests.builders_people import make_person


def open_together(title: str, programs: Sequence[Program] = ()) -> tuple[str, Sequence[Program]]:
    """Return a running table of programs, opened and joined by themselves: of as few as may play, if none are given."""
    count = len(programs) or max(2, min(TITLES[title].SEATS))
    programs = programs or [Program(make_person(f"Prog {title} {number}")) for number in range(count)]
    answer = programs[0].post("games", {"title": title, "seats": count})
    assert answer.status_code == 201, answer.content
    code = answer.json()["code"]
    for program in programs[1:]:
        assert program.post(f"games/{code}/join").status_code == 200
    return code, programs
