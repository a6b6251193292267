"""Posts to a Discord channel whose turn it is at a table, from what everyone at the table may know.

SITE=… TOKEN=ij_… WEBHOOK=https://discord.com/api/webhooks/… python examples/discord_turns.py CODE
"""

import os
import re
import sys
import time
from typing import Any

import requests

SITE, TOKEN, WEBHOOK = (os.environ.get(name, "") for name in ("SITE", "TOKEN", "WEBHOOK"))
PAUSE = 10.0
"""Seconds until the next try, if the server does not say how many."""


def word(game: dict[str, Any]) -> str:
    """Return a line about the table. `awaited` is public; `observation.awaited` may hold your own secret."""
    if game["status"] == "cancelled":
        return "The table is closed."
    name = f"**{escape(game['name'])}**"
    if game["status"] == "open":
        return f"{name}: waiting for players."
    if game["status"] != "running":
        return f"{name} is over."
    names = {player["seat"]: escape(player["name"]) for player in game["players"]}
    asked = [names[seat] for seat in game["awaited"] if seat not in game["chosen"]]
    return f"{name}: {', '.join(asked) or 'someone'} to play."


def escape(name: str) -> str:
    """Players choose their names: no name may be a mention, a link or formatting."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", name)


def send(method: str, address: str, **content: Any) -> requests.Response:
    """Send a request until it is answered. Exits if the answer will never be another."""
    while True:
        try:
            answer = requests.request(method, address, timeout=30, **content)
        except requests.RequestException:
            time.sleep(PAUSE)
            continue
        if answer.status_code < 400:
            return answer
        if answer.status_code != 429 and answer.status_code < 500:
            # Not the address: a webhook's is a secret.
            whose = "Discord" if address == WEBHOOK else "The site"
            sys.exit(f"{whose} answers {answer.status_code} {answer.reason}: look at TOKEN, CODE and WEBHOOK.")
        time.sleep(read_pause(answer))


def read_pause(answer: requests.Response) -> float:
    """Return how many seconds to wait. Discord sends fractions of seconds."""
    try:
        return float(answer.headers.get("Retry-After", PAUSE))
    except ValueError:
        return PAUSE


def main(code: str) -> None:
    tag, last = "", ""
    while True:
        headers = {"Authorization": f"Bearer {TOKEN}", "If-None-Match": tag}
        answer = send("GET", f"{SITE}/api/1/games/{code}", headers=headers)
        if answer.status_code == 200:
            tag, line = answer.headers["ETag"], word(answer.json())
            if line != last:
                # No flag lets a name such as @everyone ping people.
                send("POST", WEBHOOK, json={"content": line, "allowed_mentions": {"parse": []}})
                last = line
            if answer.json()["status"] not in ("open", "running"):
                return
        time.sleep(read_pause(answer))


if __name__ == "__main__":
    main(sys.argv[1])
