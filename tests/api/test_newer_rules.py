"""What programs get of tables whose rules or title this site does not know."""

from typing import Any

import pytest
from django.db import transaction

from games.fast.state_cache import state_cache
from games.models import Game
from tests.access import STATES, World
from tests.api.access import ENDPOINTS, list_paths
from tests.api.clients import Program
from tests.rounds import choose, one_in

pytestmark = pytest.mark.django_db


@pytest.mark.rounds
@pytest.mark.parametrize("unknown", one_in(2, [{"title": "poker"}, {"rules": 99}]))
def test_every_endpoint_answers_programs(unknown: dict[str, Any]) -> None:
    world = World()
    Game.objects.update(**unknown)
    state_cache.forget()
    told = set[str]()
    for kind in ("host", "stranger")[: choose(1, deep=2)]:
        program = Program(world.people[kind])
        program.client.raise_request_exception = False
        for (method, path), (body, _, _) in ENDPOINTS.items():
            for state, address in list_paths(world, path):
                with transaction.atomic():
                    answer = program.ask(method, address, body)
                    transaction.set_rollback(True)
                assert answer.status_code < 500, (kind, method, path, state)
                if answer.status_code == 409 and answer.json()["code"] == "newer_rules":
                    told.add(f"{method} {path} {state}")
    assert {f"GET games/{{code}} {state}" for state in STATES if state != "cancelled"} <= told
    assert ("GET games/{code} cancelled" in told) == ("title" in unknown)
