"""Find the golden games of Inside Job, once for each version of its rules:

    python -m tests.golden.make

Plays with people, bots and the clock, and keeps each game that shows something no earlier one has shown. The same
games are found every time. Games of rules that were released stay as they are for ever.
"""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from games.rules.insidejob.options import OPTIONS
from games.rules.play import Entry, Position, answer_with, close, settle
from games.rules.protocol import PLAYER, Title
from games.rules.record import dump_line, write_record
from games.rules.registry import get_title
from tests.golden.features import REQUIRED, name_features, name_file

MOST_ROUNDS = 3000


def main() -> None:
    """Look for games until everything required was shown, and write them."""
    title, shown = get_title("insidejob"), set[Any]()
    with name_file(title.NAME).open("w", encoding="utf-8", newline="\n") as file:
        for number in count():
            for seats, options in name_tables(number):
                record = play_game(title, seats, options, f"{number}/{seats}/{options}")
                new = set(name_features(record)) - shown
                if new:
                    shown |= new
                    file.write(dump_line(record) + "\n")
            if shown >= REQUIRED or number == MOST_ROUNDS:
                break
    print(f"{number + 1} rounds; never shown: {sorted(map(str, REQUIRED - shown)) or 'nothing'}")


def name_tables(number: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield seats and options of every line-up, with the other options changing from round to round."""
    memory = "last_trick" if number % 5 == 4 else "open"
    line_ups = [value for value, _ in next(option for option in OPTIONS if option.name == "roles").choices]
    for seats in (2, 3, 4, 5):
        for roles in line_ups if seats > 3 else [""]:
            wagers = number % 4 != 3 or "daredevil" in roles
            risky = wagers and seats > 2 and number % 2 == 1
            yield seats, {"roles": roles, "wagers": wagers, "risky": risky, "memory": memory}


def play_game(title: Title, seats: int, chosen: dict[str, Any], seed: str) -> dict[str, Any]:
    """Return the record of a game at which some are people, some bots, and some answer too late."""
    dice = Random(seed)
    options = title.parse_options(chosen, seats)
    deal = title.make_deal(options, seats, dice)
    kinds = [dice.choice(["person", "bot", "late"]) for _ in range(seats)]
    bots = {seat: title.BOTS["random"] for seat, kind in enumerate(kinds) if kind == "bot"}
    position, log = settle(title, Position(title.start(options, deal)), bots, dice)
    entries: list[Entry] = [*log]
    while title.to_act(position.state):
        for seat in title.to_act(position.state):
            if seat not in position.sealed and (kinds[seat] == "person" or dice.random() < 0.5):
                position, log = answer_with(title, position, seat, title.BOTS["random"], dice, PLAYER)
                entries.extend(log)
                break
        else:
            position, log = close(title, position, dice)
            entries.extend(log)
        position, log = settle(title, position, bots, dice)
        entries.extend(log)
    return write_record(title, options, deal, entries, position.state)


if __name__ == "__main__":
    main()
