"""The lines of docs/api.md and the programs of `examples/`, run against a live site."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from accounts.models import Scope
from accounts.tokens.bots import make_bot
from accounts.tokens.services import make_token
from games.models import Game, Player
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import deadlines, lobby, stand_ins
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables import acts
from tests.tables.builders import asked, open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).parent.parent.parent
LINES = re.findall(r"(?m)^    (.*(?:curl|CODE=|TAG=|DECISION=).*)$", (ROOT / "docs/api.md").read_text("utf-8"))
MAX_LINES = 55
# As if the client were installed.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "clients/python")}


def describe(live_server: Any, scopes: list[str] | None = None) -> dict[str, str]:
    """Return the environment of a program with a new token."""
    owner = make_person()
    secret = make_token(owner, name="Example", scopes=scopes or Scope.values)
    assert secret is not None
    return {**ENVIRONMENT, "SITE": live_server.url, "TOKEN": secret, "BOT": make_bot(owner, "Ticker")[1]}


def test_the_lines_of_the_docs_work(live_server: Any) -> None:
    script = "set -e\n" + "\n".join(f"{line}\necho" for line in LINES)
    ran = subprocess.run(["bash", "-c", script], env=describe(live_server), capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    assert len(LINES) == 17
    assert '"scopes":' in ran.stdout
    assert '"decision":"lead-1"' in ran.stdout or '"decision":"play-1"' in ran.stdout
    # The card of the example is hardly ever the one to play.
    assert '"code": "' in ran.stdout or '"observation":' in ran.stdout
    assert "\n304\n" in ran.stdout
    assert ran.stdout.rstrip().endswith("}")
    assert Player.objects.filter(user__bot_owner__isnull=False, game__status=Game.Status.RUNNING).exists()


def test_the_bot_is_short() -> None:
    assert len((ROOT / "examples/bot.py").read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_the_bot_plays_games_to_their_end(live_server: Any, title: str) -> None:
    options = ["--games", "1", "--title", title, "--seats", str(TITLES[title].USUAL_SEATS)]
    ran = subprocess.run(
        [sys.executable, "examples/bot.py", *options],
        cwd=ROOT, env=describe(live_server), capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count(" won\n") == 1
    assert Game.objects.filter(status=Game.Status.OVER, title=title).count() == 1
    # The clock never had to move for it.
    deadlines.sweep()
    assert not Player.objects.filter(missed__gt=0).exists()


@pytest.mark.deep
def test_the_bot_plays_as_a_bot_account(live_server: Any) -> None:
    ada = make_person()
    bot, secret = make_bot(ada, "Ticker")
    game = open_table(ada, seats=4, allows_bots=True)
    environment = {**ENVIRONMENT, "SITE": live_server.url, "TOKEN": secret}
    options = ["--join", game.code, "--every", "0.2"]
    program = subprocess.Popen([sys.executable, "examples/bot.py", *options], cwd=ROOT, env=environment)
    try:
        wait_until(lambda: Player.objects.filter(game=game, user=bot).exists())
        lobby.fill_with_bots(code=game.code, host=ada)
        # It takes back a seat that was lost.
        stand_ins.hand_over(code=game.code, user=bot)
        wait_until(lambda: Player.objects.filter(game=game, user=bot, stand_in=False).exists())
        wait_until(lambda: is_over_or_answered(Game.objects.get(pk=game.pk)))
    finally:
        program.kill()
        program.wait()
    own = Player.objects.get(game=game, user=bot)
    assert (own.missed, own.stand_in, own.game.has_bot_account) == (0, False, True)


def is_over_or_answered(game: Game) -> bool:
    """Whether the game is over. If not, answer for the first seat, which a person must have for the game to go on."""
    if game.status == Game.Status.OVER:
        return True
    if 0 in asked(load_table(game)):
        acts.answer(game, 0)
    return False


def wait_until(is_true: Callable[[], bool]) -> None:
    end = monotonic() + 120
    while not is_true():
        assert monotonic() < end
        sleep(0.2)
