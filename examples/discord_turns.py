"""Posts to a Discord channel whose turn it is at a table, from what everyone at the table may know.

It needs `insidejob-client`: pip install ./clients/python

SITE=… TOKEN=ij_… WEBHOOK=https://discord.com/api/webhooks/… python examples/discord_turns.py CODE
"""

import logging
import os
import re
import sys
import time
from typing import Any

import requests

from insidejob_client import ApiError, Client, Game
from insidejob_client.client import read_wait

PAUSE = 10.0
"""Seconds until the next try, if Discord does not say how many."""


def word(game: Game) -> str:
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


def post(webhook: str, line: str) -> None:
    """Post a line until Discord takes it. Exits if it never will."""
    # No flag lets a name such as @everyone ping people.
    body: Any = {"content": line, "allowed_mentions": {"parse": []}}
    while True:
        wait = None
        try:
            answer = requests.post(webhook, json=body, timeout=30)
        except requests.RequestException:
            pass
        else:
            if answer.ok:
                return
            if answer.status_code != 429 and answer.status_code < 500:
                # Not the address: a webhook's is a secret.
                sys.exit(f"Discord answers {answer.status_code} {answer.reason}: look at WEBHOOK.")
            # Discord sends fractions of seconds.
            wait = read_wait(answer)
        time.sleep(PAUSE if wait is None else wait)


def main(client: Client, webhook: str, code: str) -> None:
    """Post each new line, and return when the table is over. Exits aloud if the site refuses for good."""
    last = ""
    try:
        for game in client.watch(code):
            if (line := word(game)) != last:
                post(webhook, line)
                last = line
    except ApiError as refused:
        sys.exit(f"The site answers {refused}: look at TOKEN and CODE.")


if __name__ == "__main__":
    logging.basicConfig(format="%(message)s")
    main(Client(os.environ["SITE"], os.environ["TOKEN"]), os.environ["WEBHOOK"], sys.argv[1])
