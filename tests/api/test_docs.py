"""The lines of docs/api.md and the programs of `examples/`, run against a live site."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest
import requests

from accounts.models import Scope
from accounts.tokens.bots import make_bot
from accounts.tokens.services import make_token
from games.models import Game, Player
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import deadlines, lobby, stand_ins
from tests.builders_people import make_person
from tests.rounds import choose
from tests.tables import acts
from tests.tables.builders import asked, open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).parent.parent.parent
LINES = re.findall(r"(?m)^    (.*(?:curl|CODE=|TAG=|DECISION=).*)$", (ROOT / "docs/api.md").read_text("utf-8"))
MAX_LINES = 160


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
    assert len(LINES) == 15
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
    pings = [{"seat": 0, "name": "@everyone"}, {"seat": 1, "name": "[win](//t.co/x)"}]
    assert word({**game, "players": pings, "chosen": []}) == (r"**Op**: \@everyone, \[win\]\(\/\/t\.co\/x\) to play.")
    secret = {**game, "awaited": [], "observation": {"awaited": [0]}}
    assert word(secret) == "**Op**: someone to play."
    assert word({**game, "status": "over"}) == "**Op** is over."


class Answers:
    """Stands for `requests`: answers, one after the other, what it is given, and keeps what was asked."""

    RequestException = requests.RequestException

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked, self.headers = iter(answers), list[Any](), dict[str, str]()

    def request(self, method: str, address: str, **content: Any) -> Any:
        self.asked.append((method, content.get("json")))
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


def answer(status: int, body: Any = None, **headers: str) -> Any:
    made = requests.Response()
    made.status_code, made.reason = status, "Reason"
    made._content = b"" if body is None else json.dumps(body).encode()
    made.headers.update({"ETag": '"a"', "Content-Type": "application/json"} | headers)
    return made


HICCUPS = (
    requests.ConnectionError(), requests.Timeout(), answer(502), answer(503, **{"Retry-After": "2"}), answer(500),
    answer(429, **{"Retry-After": "0.65"}), answer(504, **{"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}),
)  # fmt: skip
OP = {"name": "Op", "players": [{"seat": 0, "name": "@everyone"}], "awaited": [0], "chosen": []}


@pytest.fixture
def discord_turns(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "examples")
    import discord_turns

    monkeypatch.setattr(discord_turns, "WEBHOOK", "https://discord.com/api/webhooks/secret")
    monkeypatch.setattr(discord_turns, "time", SimpleNamespace(sleep=lambda seconds: None))
    return discord_turns


def test_the_reminder_waits_for_the_start_and_for_the_end_and_pings_nobody(
    discord_turns: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [{**OP, "status": "open"}, {**OP, "status": "running"}, {"status": "cancelled", "code": "abc"}]
    posted = answer(204)
    answers = Answers(*(each for game in games for each in (*HICCUPS, answer(200, game), *HICCUPS, posted)))
    monkeypatch.setattr(discord_turns, "requests", answers)
    discord_turns.main("abc")
    said = [sent for method, sent in answers.asked if method == "POST"][len(HICCUPS) :: len(HICCUPS) + 1]
    assert [each["content"] for each in said] == [
        "**Op**: waiting for players.", r"**Op**: \@everyone to play.", "The table is closed.",
    ]  # fmt: skip
    assert all(each["allowed_mentions"] == {"parse": []} for each in said)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_the_reminder_says_aloud_what_will_never_work(
    discord_turns: Any, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    for answers in ([answer(status)], [answer(200, {**OP, "status": "open"}), answer(status)]):
        monkeypatch.setattr(discord_turns, "requests", Answers(*answers))
        with pytest.raises(SystemExit, match=rf"^(The site|Discord) answers {status} Reason: look at TOKEN"):
            discord_turns.main("abc")


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "examples")
    import bot

    monkeypatch.setattr(bot, "time", SimpleNamespace(sleep=lambda seconds: None))
    return bot


def test_the_bot_tries_again_after_a_hiccup(bot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "session", Answers(*HICCUPS, answer(200, {"games": []})))
    assert bot.ask("GET", "games") == {"games": []}
    monkeypatch.setattr(bot, "session", Answers(answer(409, {"detail": "The game has moved on."})))
    assert bot.ask("POST", "games/abc/moves", {}) is None


@pytest.mark.parametrize("arguments", [["--join", "abc"], ["--games", "1"]])
@pytest.mark.parametrize("status", [401, 404, 409])
def test_the_bot_says_why_it_cannot_play(
    bot: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, arguments: list[str], status: int
) -> None:
    monkeypatch.setattr(bot, "session", Answers(answer(status, {"detail": "This table is full."})))
    monkeypatch.setattr(sys, "argv", ["bot.py", *arguments])
    with pytest.raises(SystemExit):
        bot.main()
    assert f"{status} This table is full." in caplog.text
