"""The figures for operators: behind a token, right with several processes, and silent about people and games."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import include, path
from django.utils import timezone
from pytest_django import Settings

from games.models import Notification, Player, SealedChoice
from games.notifications.fan_out import fan_out_due
from games.site import metrics
from games.site.metrics import _count_rows
from insidejob import urls
from tests.builders_people import make_person
from tests.tables.builders import play_on, play_to_the_vote, start_table

pytestmark = pytest.mark.django_db
TOKEN = "a-token-long-enough"


@pytest.fixture(autouse=True)
def switch_on(settings: Settings) -> None:
    """Let the site tell its figures, as production does with METRICS_TOKEN."""
    settings.METRICS_TOKEN = TOKEN
    settings.MIDDLEWARE = ["insidejob.metrics.counting", *settings.MIDDLEWARE]
    import_module("insidejob.metrics_urls")
    settings.ROOT_URLCONF = (*urls.urlpatterns, path("metrics/", include("insidejob.metrics_urls")))


def read_figures() -> dict[str, float]:
    """Ask for the figures; return them by name and labels, as they are written."""
    answer = Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    lines = (line for line in answer.content.decode().splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_nothing_is_there_unless_it_is_asked_for(settings: Settings) -> None:
    settings.ROOT_URLCONF = "insidejob.urls"
    assert Client().get("/metrics/", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("given", ["", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"])
def test_another_token_gets_nothing(given: str) -> None:
    answer = Client().get("/metrics/", headers={"Authorization": given} if given else {})
    assert (answer.status_code, answer.content) == (401, b"")


def test_requests_are_counted_by_their_kind_of_status() -> None:
    before = read_figures()
    for address in ("/robots.txt", "/robots.txt", "/nowhere/"):
        Client().get(address)
    after = read_figures()
    names = [f'insidejob_requests_total{{status="{status}"}}' for status in ("2xx", "4xx")]
    # The first question for figures is answered when the second is asked.
    assert [after[name] - before.get(name, 0.0) for name in names] == [3, 1]
    assert after["insidejob_request_seconds_count"] >= 4


def test_games_moves_and_notices_are_counted_once_they_can_give_nothing_away() -> None:
    game = start_table(make_person(), make_person(), bots=1)
    assert play_on(game, moves=2).entries
    assert 'insidejob_moves{title="insidejob"}' not in read_figures()
    moves = len(play_on(game).entries)
    cache.clear()
    found = read_figures()
    assert found['insidejob_games{state="over",title="insidejob"}'] == 1
    assert found['insidejob_moves{title="insidejob"}'] == moves
    assert sum(found[name] for name in found if name.startswith("insidejob_notices")) == Notification.objects.count()
    assert (found["insidejob_database_up"], found["insidejob_broker_up"]) == (1, 1)
    assert found['insidejob_queued{queue="clock"}'] == 0


def test_no_figure_moves_with_a_sealed_choice_a_prepared_move_or_a_notice_of_a_running_game() -> None:
    game = play_to_the_vote(4)
    before = _count_rows()
    play_on(game, moves=2)
    Player.objects.filter(game=game, owes="").update(premove={"card": "1"})
    Notification.objects.update(send_at="2020-01-01T00:00Z")
    fan_out_due(timezone.now())
    assert SealedChoice.objects.count() == 2
    assert Player.objects.filter(premove__isnull=False).count() == 2
    assert Notification.objects.exists()
    assert _count_rows() == before


def test_no_line_names_a_person_or_a_game() -> None:
    names = ["Zoé Planquée", "Youri Discret"]
    people = [make_person(name) for name in names]
    game = start_table(*people, bots=1)
    play_on(game)
    text = Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    known = [*names, game.code, game.table_name, *(word for each in people for word in (each.email, each.code))]
    assert not [word for word in known if word and word in text]
    labels = {name for found in re.findall(r"\{(.*)\}", text) for name in re.findall(r"(\w+)=", found)}
    assert labels <= {"status", "le", "title", "state", "queue", "channel"}


def test_a_database_that_is_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "measure_health", Mock(side_effect=OperationalError("away")))
    found = read_figures()
    assert found["insidejob_database_up"] == 0
    assert "insidejob_clock_believed" not in found


def test_a_broker_that_answers_but_takes_no_message_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a Redis does whose memory or disk is full."""
    assert read_figures()["insidejob_broker_up"] == 1
    with current_app.connection_for_write() as connection:
        channel, [refusal, *_] = connection.default_channel, connection.channel_errors
    monkeypatch.setattr(type(channel), "_put", Mock(side_effect=refusal("OOM command not allowed")))
    found = read_figures()
    assert found["insidejob_broker_up"] == 0
    assert 'insidejob_queued{queue="clock"}' not in found


COUNT = "from insidejob.metrics import REQUESTS; REQUESTS.labels('2xx').inc()"
TELL = """
from prometheus_client import generate_latest
from insidejob.metrics import gather_requests
print(generate_latest(gather_requests()).decode())
"""


def test_any_process_tells_what_all_have_counted(tmp_path: Path) -> None:
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    told = ""
    for code in (COUNT, COUNT, COUNT + TELL):
        command = [sys.executable, "-c", code]
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert 'insidejob_requests_total{status="2xx"} 3.0' in told
