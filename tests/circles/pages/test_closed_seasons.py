"""Seasons that an older or a newer release of the site closed."""

from datetime import UTC, date, datetime

import pytest
import time_machine

from games.models import Circle, ClosedSeason, SeasonMember
from games.personal_data.selectors import _describe_closed_seasons
from tests.builders_people import make_person, reload
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.circle import make_circle, path_of

pytestmark = pytest.mark.django_db


def test_figures_that_came_later_and_roles_and_titles_that_are_gone_do_no_harm() -> None:
    ada = make_person("Ada", language="en")
    circle = make_circle(ada)
    Circle.objects.update(made_at=datetime(2026, 2, 10, tzinfo=UTC))
    games = {"insidejob": 3, "poker": 1}
    season = ClosedSeason.objects.create(
        circle=circle, first=date(2026, 5, 1), end=date(2026, 8, 1), games=games, pairs=[]
    )
    group = {"game__title": "insidejob", "role": "agent", "game__seat_count": 3, "wins": 1, "found": 0, "hidden": 0}
    results = [{**group, "games": 2}, {**group, "role": "mole", "games": 1}, {**group, "game__title": "poker"}]
    SeasonMember.objects.create(season=season, number=0, user=ada, results=results)
    with time_machine.travel("2026-08-02T12:00Z", tick=False):
        page = text_of(sign_in(ada).get(path_of(reload(circle), "season", "2026-05")))
    assert "<strong>Ada</strong> won the season" in page
    assert "poker" not in page
    rows = _describe_closed_seasons(ada).rows
    assert {row["role"]: row["role_name"] for row in rows} == {"agent": "Agent", "mole": ""}
