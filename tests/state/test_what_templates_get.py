"""Templates cannot reach what is secret: nothing they are handed leads on to a row of the database."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any, cast

import pytest
from django.db.models import Manager, Model, QuerySet
from django.template import engines

from accounts.models import User
from games.models import Game
from games.rules.engine.protocol import AnyTitle, Title
from games.rules.registry import TITLES
from games.state.table import load_table
from games.state.view import view_table
from insidejob.templates import Backend
from tests.builders_people import make_person
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.pages.browser import link, sign_in

pytestmark = pytest.mark.django_db
ROWS = (Model, QuerySet, Manager)


def reach(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield everything a template can get to from a value by dots, with the way there."""
    yield path, value
    if isinstance(value, (*ROWS, ModuleType, Title, type, str)):
        return
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from reach(part, f"{path}.{key}")
    elif isinstance(value, tuple | list | set | frozenset):
        for index, part in enumerate(value):
            yield from reach(part, f"{path}.{index}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from reach(getattr(value, field.name), f"{path}.{field.name}")
    else:
        for name, part in getattr(value, "__dict__", {}).items():
            yield from reach(part, f"{path}.{name}")


def rows_in(value: Any) -> list[str]:
    return [path for path, found in reach(value) if isinstance(found, ROWS)]


def own_context(answer: Any) -> dict[str, Any]:
    """Return what our view gave to a page, without what every page of a request has."""
    processors = cast(Backend, engines["templates"]).template_context_processors
    common = {"csrf_input", "csrf_token"}.union(*(give(answer.wsgi_request) for give in processors))
    given = answer.context[0] if isinstance(answer.context, list) else answer.context
    return {name: value for name, value in given.items() if name not in common}


def test_a_row_is_found_wherever_it_hides() -> None:
    game = start_table(make_person(), bots=2)
    assert rows_in({"a": [(game,)]}) == [".a.0.0"]
    assert ".game" in rows_in(load_table(game)), "the house's own table holds the row, the deal and the states"


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_no_view_of_a_game_leads_to_a_row(title: AnyTitle) -> None:
    game = start_table(make_person(), make_person(), bots=title.USUAL_SEATS - 2, title=title.NAME)
    for moves in (0, 5, 10_000):
        table = play_on(game, moves)
        for seat in range(title.USUAL_SEATS):
            reached = list(reach(view_table(table, seat)))
            assert len(reached) > 50
            assert not [path for path, found in reached if isinstance(found, ROWS)]
            secrets = [table.deal, *table.states]
            assert not [path for path, found in reached if any(found is secret for secret in secrets)]


@pytest.mark.parametrize("started", [True, False])
def test_no_page_of_a_table_or_of_my_games_is_handed_a_row(started: bool, ada: User) -> None:
    game, _ = (start_table(ada, bots=2) if started else open_table(ada, seats=3)), start_table(ada, bots=2)
    over = start_table(ada, bots=2)
    play_on(over)
    assert Game.objects.count() == 3
    for address in (link("table", game), link("table", over), "/games/"):
        given = own_context(sign_in(ada).get(address))
        assert len(list(reach(given))) > 10
        assert not rows_in(given)
