"""Hand-over, offers of seats, mute, report and rematch by programs tell no secret of the game, and none of people."""

from typing import Any

import pytest
from django.db import connection
from django.utils.module_loading import import_string

from games.models import Game
from games.rules.registry import TITLES
from games.state.table import load_table
from tests.api.acts import ACTS, Scene, act_out, check_acts
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.rounds import count_rounds, one_in
from tests.tables.builders import start_table
from tests.tables.pages import worlds as pages
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db
SERVICES = {
    "hand_over": "games.tables.services.stand_ins.hand_over",
    "open_seat": "games.tables.services.substitutes.open_seat",
    "close_seat": "games.tables.services.substitutes.close_seat",
    "sit_in": "games.tables.services.substitutes.sit_in",
    "mute": "games.api.views.trouble.mute_person",
    "report": "games.api.views.trouble.send_report",
    "rematch": "games.tables.services.lobby.open_rematch",
}


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_what_players_do_about_seats_and_people_tells_no_secret(title: str) -> None:
    pairs = count_rounds("received_again" if connection.vendor == "postgresql" else "received_api")
    report = check_acts(worlds_of(title), [*ACTS], "acts", pairs)
    assert report.pairs == pairs
    assert report.answers > pairs * len(ACTS) * 8
    assert not report.complaints, "\n".join(report.complaints[:20])


def plant(monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    """Let an act write where everyone reads it how the game stands."""
    honest = import_string(SERVICES[act])

    def leak(**given: Any) -> Any:
        made = honest(**given)
        game = given.get("game") or Game.objects.get(code=given["code"])
        told = made if isinstance(made, Game) else game
        Game.objects.filter(pk=told.pk).update(commitment=str(hash(repr(load_table(game).states[-1]))))
        return made

    monkeypatch.setattr(SERVICES[act], leak)


@pytest.mark.parametrize("title", one_in(3, TITLES))
@pytest.mark.parametrize("act", ACTS)
def test_a_planted_leak_of_each_is_caught(title: str, act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, act)
    assert check_acts(worlds_of(title), [act], "leak", 1).complaints


def receive(act: str) -> tuple[list[Any], list[Any]]:
    """Return what a player receives when nobody does a thing, and when another mutes or reports them."""
    ada, ben = make_person(), make_person()
    with pages.frozen():
        game = start_table(ada, ben, bots=1)
        programs = {"viewer": Program(ada), "other": Program(ben)}
        return act_out(Scene(game, 0, 1, programs)), act_out(Scene(game, 0, 1, programs), act)


@pytest.mark.parametrize("act", ["mute", "report"])
def test_nobody_learns_who_muted_or_reported_them(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTS, "mute", lambda scene: scene.post("other", "mute", {"seat": 0}))
    monkeypatch.setitem(ACTS, "report", lambda scene: scene.post("other", "report", {"seat": 0, "reason": "insult"}))
    before, after = receive(act)
    assert before == after
    plant(monkeypatch, act)
    before, after = receive(act)
    assert before != after
