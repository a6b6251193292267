"""Posts to a Discord channel whose turn it is at a table, from what everyone at the table may know.

SITE=… TOKEN=ij_… WEBHOOK=https://discord.com/api/webhooks/… python examples/discord_turns.py CODE
"""

import os
import sys
import time
from typing import Any

import requests

SITE, TOKEN, WEBHOOK = (os.environ.get(name, "") for name in ("SITE", "TOKEN", "WEBHOOK"))


def word(game: dict[str, Any]) -> str:
    """Return a line about the table. `awaited` is public; `observation.awaited` may hold your own secret."""
    if game["status"] == "cancelled":
        return "The table is closed."
    if game["status"] == "open":
        return f"**{game['name']}**: waiting for players."
    if game["status"] != "running":
        return f"**{game['name']}** is over."
    names = {player["seat"]: player["name"] for player in game["players"]}
    asked = [names[seat] for seat in game["awaited"] if seat not in game["chosen"]]
    return f"**{game['name']}**: {', '.join(asked) or 'someone'} to play."


def main(code: str) -> None:
    tag, last = "", ""
    while True:
        headers = {"Authorization": f"Bearer {TOKEN}", "If-None-Match": tag}
        answer = requests.get(f"{SITE}/api/1/games/{code}", headers=headers, timeout=30)
        if answer.status_code == 200:
            tag, line = answer.headers["ETag"], word(answer.json())
            if line != last:
                requests.post(WEBHOOK, json={"content": line}, timeout=30).raise_for_status()
                last = line
            if answer.json()["status"] not in ("open", "running"):
                return
        time.sleep(int(answer.headers.get("Retry-After", "10")))


if __name__ == "__main__":
    main(sys.argv[1])
