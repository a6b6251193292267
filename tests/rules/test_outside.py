"""Bots of others in the arena: each title is played over HTTP, and a wrong answer is a fault, not an end."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules.engine.values import Json
from games.rules.lab.outside import _describe_question
from games.rules.record import record_answers, record_observation
from games.rules.registry import TITLES
from tests.rounds import one_in
from tests.titles import worlds_of

Choose = Callable[[dict[str, Json]], Any]
FIELDS = ["title", "rules", "seats", "options", "you", "observation", "decision", "answers"]


def answer_first(question: dict[str, Json]) -> Json:
    return {"moves": question["answers"][0]}


@contextmanager
def serve(choose: Choose) -> Iterator[tuple[str, list[dict[str, Json]]]]:
    """Run a bot; bytes are sent as they are, a number is a status. Yield its URL and what it was asked."""
    asked: list[dict[str, Json]] = []

    class Bot(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = choose(asked[-1])
            self.send_response(answer if isinstance(answer, int) else 200)
            self.end_headers()
            if not isinstance(answer, int):
                self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Bot) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.02])
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/move?bot=1", asked
        finally:
            server.shutdown()
            thread.join()


def play(title: str, *arguments: str, games: int = 2) -> str:
    out = StringIO()
    seats = str(TITLES[title].USUAL_SEATS)
    call_command("arena", title, "--seats", seats, "--games", str(games), *arguments, stdout=out)
    return out.getvalue()


def first_side(title: str) -> str:
    return sorted(set(TITLES[title].SIDES.values()))[0]


@pytest.mark.parametrize("title", TITLES)
def test_the_bot_of_the_examples_chooses_here_as_at_the_api(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    choose = import_module("bot").choose
    with serve(lambda question: {"moves": choose(question)}) as (url, asked):
        text = play(title, "--lone", f"{first_side(title)}={url}")
    assert asked
    assert "faults" not in text


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_bot_behind_a_url_plays_every_title_and_the_same_seeds_ask_and_win_the_same(title: str) -> None:
    seen = []
    for _ in range(2):
        with serve(answer_first) as (url, asked):
            text = play(title, "--lone", f"{first_side(title)}={url}").replace(url, "URL")
            seen.append((asked, text.splitlines()[:-1]))
    assert seen[0] == seen[1]
    assert "(URL): wins" in text
    assert "faults" not in text
    assert asked
    for question in asked:
        assert list(question) == FIELDS
        assert question["observation"]["viewer"] == question["you"]
        assert question["observation"]["decision"]["name"] == question["decision"]


@pytest.mark.parametrize("title", TITLES)
def test_a_question_is_what_the_api_gives(title: str) -> None:
    rules, chance = worlds_of(title).TITLE, Random("question")
    options, seats = worlds_of(title).draw_table(chance)
    state = rules.start(options, rules.make_deal(options, seats, chance), rules.RULES)
    seat = rules.to_act(state)[0]
    question = _describe_question(rules, options, seats, state, seat)
    assert question["observation"] == record_observation(rules, rules.observe(state, seat))
    assert question["answers"] == record_answers(rules, state, seat)
    json.dumps(question, allow_nan=False)


WRONG: dict[str, tuple[Choose, str]] = {
    "no move that there is": (lambda _: {"moves": [{"type": "cheat"}]}, "malformed"),
    "an illegal move": (lambda _: {"moves": [{"type": "hide", "spies": [1, 1, 2]}]}, "hide_three"),
    "no moves": (lambda _: {"moves": []}, "unfinished"),
    "two answers": (lambda asked: {"moves": asked["answers"][0] * 2}, "too_many"),
    "moves that are none": (lambda _: {"moves": ["hide"]}, 'not {"moves": [{…}]}'),
    "no object": (lambda _: [1], 'not {"moves": [{…}]}'),
    "no JSON": (lambda _: b"<html>", "not JSON"),
    "deep JSON": (lambda _: b"[" * 100_000, "not JSON"),
    "a fault of the server": (lambda _: 500, "HTTP status 500"),
    "nothing in time": (lambda _: time.sleep(0.4), "no answer within 0.1 seconds"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_is_a_fault_and_chance_answers(wrong: str) -> None:
    choose, fault = WRONG[wrong]

    def err_once(question: dict[str, Json]) -> Any:
        return answer_first(question) if question["decision"] != "hide-1" else choose(question)

    with serve(err_once) as (url, _):
        text = play("target", "--side", f"agency={url}", "--timeout", "0.1" if "time" in wrong else "5")
    (line,) = [line for line in text.splitlines() if "faults" in line]
    assert line.startswith(f"  faults: 2 × {fault}")
    assert f"agency ({url}): wins" in text


def test_a_game_without_end_is_ended_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.lab.outside.MOST_QUESTIONS", 12)
    with serve(answer_first) as (url, asked):
        text = play("target", "--bot", url)
    assert "× more than 12 questions in a game" in text
    assert len(asked) == 24


def test_a_table_of_balances_tells_faults_apart() -> None:
    out, err = StringIO(), StringIO()
    with serve(lambda _: 500) as (url, _):
        call_command(
            "arena", "target", "--seats", "2", "--games", "2", "--balance", "--bot", url, stdout=out, stderr=err
        )
    assert "faults" not in out.getvalue()
    assert "HTTP status 500" in err.getvalue()


def test_the_command_stops_where_nothing_listens() -> None:
    with serve(answer_first) as (url, _):
        pass
    with pytest.raises(CommandError, match=r"cannot be reached \(Connection refused\)"):
        play("target", "--bot", url)
    with pytest.raises(CommandError, match="or a URL"):
        play("target", "--bot", "ftp://127.0.0.1/")


def test_games_in_several_processes_give_the_same_figures() -> None:
    with serve(answer_first) as (url, _):
        texts = [play("target", "--side", f"agency={url}", "--processes", each) for each in ("1", "2")]
    assert texts[0].splitlines()[:-1] == texts[1].splitlines()[:-1]
