"""Lists the files of the site that a move of *Inside Job* and the page of its table pass: `python -m tools.passed`."""

import os
import sys
from collections import defaultdict
from types import FrameType
from typing import Any

from django import setup
from django.conf import settings

from tools.names import ROOT, list_files

WARM_UP, WATCHED = 8, 12
"""How many moves warm the process, and how many are watched."""
FILES = {str(path): path.relative_to(ROOT).as_posix() for path in list_files()}

ran: defaultdict[str, set[str]] = defaultdict(set)
views: list[dict[str, int]] = []
"""By file, how many functions of it ran while a view answered."""


def _note(frame: FrameType, event: str, _: Any) -> None:
    if event == "call":
        ran[frame.f_code.co_filename].add(frame.f_code.co_name)


class Watch:
    """The last middleware, which calls the view itself."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        return self.get_response(request)

    def process_view(self, request: Any, view: Any, arguments: Any, named: Any) -> Any:
        ran.clear()
        sys.setprofile(_note)
        response = view(request, *arguments, **named)
        sys.setprofile(None)
        views.append({FILES[file]: len(names) for file, names in ran.items() if file in FILES})
        return response


def play() -> None:
    from games.state.table import load_table
    from tests.tables.builders import asked, choose, make_person, start_table
    from tests.tables.pages.browser import HTMX, link, sign_in
    from tests.titles import worlds_of

    people = [make_person() for _ in range(3)]
    clients, game = [sign_in(person) for person in people], start_table(*people, title="insidejob")
    watched: dict[str, list[dict[str, int]]] = {"page": [], "move by HTMX": [], "move by a form": []}
    for number in range(WARM_UP + WATCHED):
        if not game.is_running:
            game = start_table(*people, title="insidejob")
        table = load_table(game)
        seat = asked(table)[0]
        decision = table.title.decision(table.states[-1], seat)
        assert decision is not None
        fields: dict[str, Any] = {"decision": decision.name}
        for move in choose(table, seat):
            fields |= worlds_of("insidejob").write_form(move)
        kind = "move by HTMX" if number % 2 else "move by a form"
        assert clients[seat].get(link("table", game)).status_code == 200
        watched["page"].append(views[-1])
        answer = clients[seat].post(link("move", game), fields, headers=HTMX if number % 2 else {})
        assert answer.status_code in (200, 302)
        watched[kind].append(views[-1])
        game.refresh_from_db()
    for kind, passed in watched.items():
        show(kind, passed[-WATCHED // 2 :])


def show(kind: str, passed: list[dict[str, int]]) -> None:
    always = {file for file in passed[0] if all(file in files for files in passed)}
    print(f"{kind}: {len(always)} files always, {len(set().union(*passed))} in all, and functions that ran in each")
    for file in sorted(always):
        print(f"  {file} {max(files[file] for files in passed)}")


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "insidejob.settings.test"
    settings.MIDDLEWARE.append("tools.passed.Watch")
    setup()
    from django.db import connection

    from tools import passed as itself

    connection.creation.create_test_db(verbosity=0)
    itself.play()
    connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)
