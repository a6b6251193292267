"""A table that programs open and fill."""

from games.rules.registry import TITLES
from tests.api.clients import Program
from tests.builders_people import make_person


def open_together(title: str) -> tuple[str, list[Program]]:
    """Return a running table of programs, opened and joined by themselves."""
    count = max(2, min(TITLES[title].SEATS))
    programs = [Program(make_person(f"Prog {title} {number}")) for number in range(count)]
    answer = programs[0].post("games", {"title": title, "seats": count})
    assert answer.status_code == 201, answer.content
    code = answer.json()["code"]
    for program in programs[1:]:
        assert program.post(f"games/{code}/join").status_code == 200
    return code, programs
