"""Find the golden games of a title, once for each version of its rules:

    python -m tests.golden.make TITLE

Plays with people, bots and the clock, and keeps each game that shows something no earlier one has shown, of this
version or one before it. The same games are found every time. Games of rules that were released stay as they are for
ever.
"""

import sys
from itertools import count
from random import Random
from typing import Any

from games.rules.engine.play import Position, answer_with, close, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import PLAYER, Bot, Entry
from games.rules.record import dump_line, write_record
from games.rules.registry import TITLES
from tests.golden.features import features_of, read_golden
from tests.titles import golden_of

MAX_ROUNDS = 3000


def main(name: str) -> None:
    """Look for games until everything required was shown, and write them."""
    title, features = TITLES[name], features_of(name)
    older = [record for record in read_golden(name) if record["rules"] < title.RULES]
    shown = {feature for record in older for feature in features.name_features(record)}
    path = golden_of(title.NAME, title.RULES)
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number in count():
            player = features.PLAYERS[number % len(features.PLAYERS)]
            for seats, options in features.name_tables(number):
                record = play_game(title, seats, options, player, f"{number}/{seats}/{options}")
                new = set(features.name_features(record)) - shown
                if new:
                    shown |= new
                    file.write(dump_line(record) + "\n")
            if shown >= set(features.REQUIRED) or number == MAX_ROUNDS:
                break
    print(f"{number + 1} rounds; never shown: {sorted(map(str, set(features.REQUIRED) - shown)) or 'nothing'}")


def play_game(title: AnyTitle, seats: int, chosen: dict[str, Any], player: Bot, seed: str) -> dict[str, Any]:
    """Return the record of a game at which some are people, some bots, and some answer too late."""
    dice = Random(seed)
    options = title.parse_options(chosen, seats)
    deal = title.make_deal(options, seats, dice)
    kinds = [dice.choice(["person", "bot", "late"]) for _ in range(seats)]
    bots = {seat: player for seat, kind in enumerate(kinds) if kind == "bot"}
    position, log = settle(title, Position(title.start(options, deal, title.RULES)), bots, dice)
    entries: list[Entry] = [*log]
    while title.to_act(position.state):
        for seat in title.to_act(position.state):
            if seat not in position.sealed and (kinds[seat] == "person" or dice.random() < 0.5):
                position, log = answer_with(title, position, seat, player, dice, PLAYER)
                entries.extend(log)
                break
        else:
            position, log = close(title, position, dice)
            entries.extend(log)
        position, log = settle(title, position, bots, dice)
        entries.extend(log)
    return write_record(title, options, deal, entries, position.state)


if __name__ == "__main__":
    main(sys.argv[1])
