"""A bot on top of `insidejob-client`: pip install ./clients/python

SITE=http://localhost:8000 TOKEN=ij_… python examples/bot.py --games 3 --title insidejob --seats 4

At Inside Job an agent plays what fits the mission, and the insider what does not. All else is drawn.
"""

import argparse
import logging
import os
import random

from insidejob_client import Answer, Client, Game, play_for_ever, play_table

FITS = {"low_only": range(1, 8), "high_only": range(7, 14), "odd_only": range(1, 14, 2), "even_only": range(2, 14, 2)}


def choose(game: Game) -> Answer:
    drawn = random.sample(game["answers"], len(game["answers"]))
    return max(drawn, key=lambda answer: rate(answer, game)) if game["title"] == "insidejob" else drawn[0]


def rate(answer: Answer, game: Game) -> float:
    """A low card that fits the mission helps the agents."""
    seen, move = game["observation"], answer[-1]
    if move["type"] != "play":
        return 0
    mission = seen["mission"] or next(each for each in seen["offered"] if each["id"] == answer[0]["mission"])
    value, is_agent = int(move["card"][1:]), seen["roles"][seen["viewer"]] != "insider"
    return (2 * (value in FITS.get(mission["condition"], range(14))) - value / 14) * (1 if is_agent else -1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=0, help="tables to open; 0 plays where it is asked, for ever")
    parser.add_argument("--title", default="insidejob")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--join", default="", help="a table to join first")
    parser.add_argument("--every", type=float, help="seconds until it asks again where it is to play")
    chosen = parser.parse_args()
    logging.basicConfig(format="%(message)s")
    client, won = Client(os.environ.get("SITE", "http://localhost:8000"), os.environ["TOKEN"]), 0
    if chosen.join:
        client.join(chosen.join)
    for _ in range(chosen.games):
        game = play_table(client, client.fill(client.open(chosen.title, chosen.seats)["code"])["code"], choose)
        won += game["status"] == "over" and game["you"] in game["observation"]["result"]["winners"]
        print(f"{won} won")  # noqa: T201
    if not chosen.games:
        play_for_ever(client, choose, chosen.every)


if __name__ == "__main__":
    main()
