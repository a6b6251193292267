"""`examples/discord_turns.py` posts whose turn it is, pings nobody, and goes on until the end or says why not."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests

ROOT = Path(__file__).parents[2]


class Answers:
    """Answers, one after the other, what it is given, and keeps what was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked = iter(answers), list[Any]()

    def request(self, method: str, address: str, **content: Any) -> Any:
        self.asked.append(content.get("json"))
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def post(self, address: str, **content: Any) -> Any:
        return self.request("POST", address, **content)


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
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "examples")
    import discord_turns

    monkeypatch.setattr(discord_turns, "time", SimpleNamespace(sleep=lambda seconds: None))
    return discord_turns


def run(program: Any, monkeypatch: pytest.MonkeyPatch, site: Answers, discord: Answers) -> None:
    client = program.Client("http://site", "token", streams=False, sleep=lambda seconds: None)
    monkeypatch.setattr(client, "session", site)
    fake = SimpleNamespace(post=discord.post, RequestException=requests.RequestException)
    monkeypatch.setattr(program, "requests", fake)
    program.main(client, "https://discord.com/api/webhooks/secret", "abc")


def test_it_names_only_who_is_openly_asked(program: Any) -> None:
    names = [{"seat": 0, "name": "Ada"}, {"seat": 1, "name": "Ben"}]
    game = {"status": "running", "name": "Op", "players": names, "awaited": [0, 1], "chosen": [1]}
    assert program.word(game) == "**Op**: Ada to play."
    pings = [{"seat": 0, "name": "@everyone"}, {"seat": 1, "name": "[win](//t.co/x)"}]
    said = program.word({**game, "players": pings, "chosen": []})
    assert said == r"**Op**: \@everyone, \[win\]\(\/\/t\.co\/x\) to play."
    secret = {**game, "awaited": [], "observation": {"awaited": [0]}}
    assert program.word(secret) == "**Op**: someone to play."
    assert program.word({**game, "status": "over"}) == "**Op** is over."


def test_it_waits_for_the_start_and_for_the_end_and_pings_nobody(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [{**OP, "status": "open"}, {**OP, "status": "running"}, {"status": "cancelled", "code": "abc"}]
    site = Answers(*(each for game in games for each in (*HICCUPS, answer(200, game), answer(304))))
    discord = Answers(*(each for _ in games for each in (*HICCUPS, answer(204))))
    run(program, monkeypatch, site, discord)
    said = discord.asked[len(HICCUPS) :: len(HICCUPS) + 1]
    assert [each["content"] for each in said] == [
        "**Op**: waiting for players.", r"**Op**: \@everyone to play.", "The table is closed.",
    ]  # fmt: skip
    assert all(each["allowed_mentions"] == {"parse": []} for each in discord.asked)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_it_says_aloud_what_will_never_work(program: Any, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    refused = answer(status, {"code": "no", "detail": "No."})
    with pytest.raises(SystemExit, match=f"^The site answers {status} no: No.: look at TOKEN and CODE"):
        run(program, monkeypatch, Answers(refused), Answers())
    fine = answer(200, {**OP, "status": "open"})
    with pytest.raises(SystemExit, match=f"^Discord answers {status} Reason: look at WEBHOOK"):
        run(program, monkeypatch, Answers(fine), Answers(answer(status)))
