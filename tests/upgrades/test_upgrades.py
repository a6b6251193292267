"""Databases of earlier releases, with running games of each title, are migrated, and their games go on to the end."""

import json
from typing import Any

import pytest

from tests.empty_databases import empty_database as empty_database
from tests.empty_databases import run_python
from tests.upgrades.bring_up import STATES


def bring_up(url: str, name: str) -> dict[str, Any]:
    """Fill a database as it was, migrate it, and play all its games to their ends."""
    run_python(url, "-m", "tests.upgrades.bring_up", "load", name)
    run_python(url, "manage.py", "migrate", "--noinput")
    found: dict[str, Any] = json.loads(run_python(url, "-m", "tests.upgrades.bring_up", "play", name).splitlines()[-1])
    return found


def require_all_well(found: dict[str, Any]) -> None:
    """Fail unless every game is what its log says, is shown to its players, and is over, or given up by its players."""
    assert min(found["running"].values()) >= 4
    assert found["before"] == found["after"] == []
    assert found["pages"] == found["pages after"] == []
    assert found["played"]["over"] >= sum(found["running"].values()) // 2
    assert found["played"]["over"] + found["played"].get("agreed", 0) == sum(found["running"].values())


@pytest.mark.deep
@pytest.mark.parametrize("name", STATES)
def test_games_of_an_earlier_state_go_on_to_the_end_on_sqlite(name: str, tmp_path: Any) -> None:
    require_all_well(bring_up(f"sqlite:///{tmp_path}/db.sqlite3", name))


@pytest.mark.deep
@pytest.mark.postgres
@pytest.mark.parametrize("name", STATES)
def test_games_of_an_earlier_state_go_on_to_the_end_on_postgresql(name: str, empty_database: str) -> None:
    require_all_well(bring_up(empty_database, name))
