"""The lines of docs/api.md and the programs of `examples/`, run against a live site."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.models import Scope
from accounts.tokens.bots import make_bot
from accounts.tokens.services import make_token
from games.models import Game, Player
from games.rules.registry import TITLES
from games.tables.services import deadlines, lobby, stand_ins
from tests.builders_people import make_person
from tests.rounds import choose
from tests.tables.builders import open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).parent.parent.parent
LINES = re.findall(r"(?m)^    (.*(?:curl|CODE=|TAG=|DECISION=).*)$", (ROOT / "docs/api.md").read_text("utf-8"))
MAX_LINES = 120


def describe(live_server: Any, scopes: list[str] | None = None) -> dict[str, str]:
    """Return the environment of a program with a new token."""
    owner = make_person()
    secret = make_token(owner, name="Example", scopes=scopes or Scope.values)
    assert secret is not None
    return {**os.environ, "SITE": live_server.url, "TOKEN": secret, "BOT": make_bot(owner, "Ticker")[1]}


def test_the_lines_of_the_docs_work(live_server: Any) -> None:
    script = "set -e\n" + "\n".join(f"{line}\necho" for line in LINES)
    ran = subprocess.run(["bash", "-c", script], env=describe(live_server), capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    assert len(LINES) == 11
    assert '"scopes":' in ran.stdout
    assert '"decision":"lead-1"' in ran.stdout or '"decision":"play-1"' in ran.stdout
    # The card of the example is hardly ever the one to play.
    assert '"code": "' in ran.stdout or '"observation":' in ran.stdout
    assert "\n304\n" in ran.stdout
    assert ran.stdout.rstrip().endswith("}")
    assert Player.objects.filter(user__bot_owner__isnull=False, game__status=Game.Status.RUNNING).exists()


def test_the_bot_is_short() -> None:
    assert len((ROOT / "examples/bot.py").read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("title", TITLES)
def test_the_bot_plays_games_to_their_end(live_server: Any, title: str) -> None:
    games, seats = choose(1, deep=10), TITLES[title].USUAL_SEATS
    options = ["--games", str(games), "--title", title, "--seats", str(seats)]
    ran = subprocess.run(
        [sys.executable, "examples/bot.py", *options],
        cwd=ROOT, env=describe(live_server), capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert f"of {games} won" in ran.stdout
    assert Game.objects.filter(status=Game.Status.OVER, title=title).count() == games
    # The clock never had to move for it.
    deadlines.sweep()
    assert not Player.objects.filter(missed__gt=0).exists()


def test_the_bot_plays_as_a_bot_account(live_server: Any) -> None:
    ada = make_person()
    bot, secret = make_bot(ada, "Ticker")
    game = open_table(ada, seats=4, allows_bots=True)
    environment = {**os.environ, "SITE": live_server.url, "TOKEN": secret}
    program = subprocess.Popen([sys.executable, "examples/bot.py", "--join", game.code], cwd=ROOT, env=environment)
    try:
        wait_until(lambda: Player.objects.filter(game=game, user=bot).exists())
        lobby.fill_with_bots(code=game.code, host=ada)
        # It takes back a seat that was lost.
        stand_ins.hand_over(code=game.code, user=bot)
        wait_until(lambda: Player.objects.filter(game=game, user=bot, stand_in=False).exists())
        stand_ins.hand_over(code=game.code, user=ada)
        wait_until(lambda: Game.objects.get(pk=game.pk).status == Game.Status.OVER)
    finally:
        program.kill()
        program.wait()
    own = Player.objects.get(game=game, user=bot)
    assert (own.missed, own.stand_in, own.game.has_bot_account) == (0, False, True)


def wait_until(is_true: Callable[[], bool]) -> None:
    end = monotonic() + 120
    while not is_true():
        assert monotonic() < end
        sleep(0.2)


def test_the_bot_does_not_insist_at_a_paused_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    import bot

    paused, asked = {"status": "running", "title": "target", "decision": "a", "answers": [[{}]], "own_choice": []}, []

    def ask(method: str, path: str, body: Any = None) -> Any:
        asked.append(method)
        assert len(asked) < 9, "for ever"
        return paused if method == "GET" else None

    monkeypatch.setattr(bot, "ask", ask)
    monkeypatch.setitem(paused, "observation", {})
    assert bot.play("code") == "running"


def test_the_reminder_names_only_who_is_openly_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    from discord_turns import word

    names = [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Ben"}]
    game = {"status": "running", "name": "Op", "players": names, "awaited": [0, 1], "chosen": [1]}
    assert word(game) == "**Op**: Ada to play."
    secret = {**game, "awaited": [], "observation": {"awaited": [0]}}
    assert word(secret) == "**Op**: someone to play."
    assert word({**game, "status": "over"}) == "**Op** is over."


def test_the_reminder_waits_for_the_start_and_for_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    import discord_turns

    op = {"name": "Op", "players": [{"seat": 0, "name": "Ada"}], "awaited": [0], "chosen": []}
    games = [{**op, "status": "open"}, {**op, "status": "running"}, {"status": "cancelled", "code": "abc"}]
    said: list[str] = []

    def get(*_: Any, **__: Any) -> Any:
        return SimpleNamespace(status_code=200, headers={"ETag": '"a"'}, json=partial(games.__getitem__, len(said)))

    def post(*_: Any, json: dict[str, str], **__: Any) -> Any:
        said.append(json["content"])
        return SimpleNamespace(raise_for_status=lambda: None)

    monkeypatch.setattr(discord_turns, "requests", SimpleNamespace(get=get, post=post))
    monkeypatch.setattr(discord_turns, "time", SimpleNamespace(sleep=lambda seconds: None))
    discord_turns.main("abc")
    assert said == ["**Op**: waiting for players.", "**Op**: Ada to play.", "The table is closed."]
