"""A bot for Inside Job, in plain Python and `requests`: it opens tables, and answers when it is asked.

    SITE=http://localhost:8000 TOKEN=ij_… python examples/bot.py --games 3 --title insidejob --seats 4

At Inside Job an agent plays what fits the mission and the insider what does not; both vote for the player who failed
most. At other titles it plays at random.
"""

import argparse
import logging
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from secrets import token_hex
from typing import Any

import requests

SITE = os.environ.get("SITE", "http://localhost:8000")
FITS: dict[str, Callable[[int], bool]] = {
    "low_only": lambda value: value <= 7,
    "high_only": lambda value: value >= 7,
    "odd_only": lambda value: value % 2 == 1,
    "even_only": lambda value: value % 2 == 0,
}
"""Mission conditions on each single card; see the rules on the site."""
WAIT = 5.0
"""Seconds until the next try, if the site does not say how many."""
log = logging.getLogger("bot")
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ.get('TOKEN', '')}"


def ask(method: str, path: str, body: Any = None, **headers: str) -> Any:
    """Send a request until the site answers; return the JSON, or None if the site refuses it as things stand (409)."""
    while True:
        wait = WAIT
        try:
            answer = session.request(method, f"{SITE}/api/1/{path}", json=body, headers=headers, timeout=30)
        except requests.RequestException as error:
            why = type(error).__name__
        else:
            if answer.status_code != 429 and answer.status_code < 500:
                break
            why, wait = describe(answer), read_wait(answer)
        log.warning("%s %s: %s. Trying again in %.0f s.", method, path, why, wait)
        time.sleep(wait)
    if not answer.ok:
        log.warning("%s %s: %s", method, path, describe(answer))
    if answer.ok or answer.status_code == 409:
        return answer.json() if answer.ok and answer.content else None
    sys.exit(1)


def describe(answer: requests.Response) -> str:
    """Return the status and, if it is an error of the site, its sentence."""
    try:
        return f"{answer.status_code} {answer.json()['detail']}"
    except (ValueError, LookupError, TypeError):
        return f"{answer.status_code} {answer.reason}"


def read_wait(answer: requests.Response) -> float:
    try:
        return float(answer.headers.get("Retry-After", WAIT))
    except ValueError:
        return WAIT


def choose(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return one of the answers: each is a list of moves."""
    answers: list[list[dict[str, Any]]] = game["answers"]
    seen = game["observation"]
    random.shuffle(answers)
    return max(answers, key=lambda answer: rate(answer, seen)) if game["title"] == "insidejob" else answers[0]


def rate(answer: list[dict[str, Any]], seen: dict[str, Any]) -> float:
    """Return how good an answer looks."""
    move = answer[-1]
    if move["type"] == "vote":
        return sum(count_failures(seat, seen) for seat in move["against"])
    if move["type"] != "play":
        return 0
    mission = seen["mission"] or find_offered(answer[0].get("mission", ""), seen)
    suit, value = move["card"][0], int(move["card"][1:])
    condition = FITS.get(mission["condition"])
    fits = condition is None or condition(value)
    is_agent: bool = seen["roles"][seen["viewer"]] != "insider"
    # A low card that fits helps and wins nothing; the insider wants the trick, and the mission to fail.
    trump: bool = suit == mission["trump"]
    return 2 * (fits == is_agent) - (value / 14 if is_agent else -value / 14) - 0.5 * trump


def find_offered(name: str, seen: dict[str, Any]) -> dict[str, Any]:
    return next((each for each in seen["offered"] if each["id"] == name), {"condition": "", "trump": ""})


def count_failures(seat: int, seen: dict[str, Any]) -> int:
    """Return how many failed missions a seat took: the insider gains by each."""
    return sum(trick["winner"] == seat and not trick["met"] for trick in seen["tricks"])


def play(code: str) -> str:
    """Answer what this table asks; return its status."""
    game = ask("GET", f"games/{code}")
    while game and game.get("answers") and not game["own_choice"]:
        body = {"decision": game["decision"], "moves": choose(game)}
        game = ask("POST", f"games/{code}/moves", body)
    return game["status"] if game else "running"


def open_tables(count: int, title: str, seats: int) -> Iterator[str]:
    """Open tables one by one, with the site's bots, and yield their codes."""
    for _ in range(count):
        # With a key, a request whose answer was lost opens no second table.
        game = ask("POST", "games", {"title": title, "seats": seats}, **{"Idempotency-Key": token_hex()})
        code = (game or sys.exit(1))["code"]
        ask("POST", f"games/{code}/fill", {"bot": "steady"})
        yield code


def main() -> None:
    parser = argparse.ArgumentParser(description="Play at a site of Inside Job.")
    parser.add_argument("--games", type=int, default=0, help="tables to open; 0 plays where it is asked, for ever")
    parser.add_argument("--title", default="insidejob")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--join", default="", help="a table to join first")
    parser.add_argument("--every", type=float, default=5, help="seconds until it asks again where it is to play")
    chosen = parser.parse_args()
    if chosen.join and ask("POST", f"games/{chosen.join}/join", {}) is None:
        sys.exit(1)
    won = 0
    for code in open_tables(chosen.games, chosen.title, chosen.seats):
        while play(code) == "running":
            time.sleep(1)
        game = ask("GET", f"games/{code}")
        won += game["status"] == "over" and game["you"] in game["observation"]["result"]["winners"]
    while not chosen.games:
        for game in ask("GET", "games")["games"]:
            if game["stand_in"] and game["status"] == "running":
                ask("POST", f"games/{game['code']}/take-back")
        for game in ask("GET", "waiting")["games"]:
            play(game["code"])
        time.sleep(chosen.every)
    print(f"{won} of {chosen.games} won")  # noqa: T201


if __name__ == "__main__":
    main()
