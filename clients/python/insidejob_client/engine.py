"""Lets an engine play that reads questions from its standard input and writes answers to its standard output.

Each question is one line of JSON: a game as the API gives it, with `title`, `you`, `observation`, `decision` and
`answers`. The engine answers with one line: the number of one of the `answers`, counted from 0, or `{"moves": […]}`.
What it writes to standard error is shown.
"""

import argparse
import json
import logging
import os
import random
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Queue
from typing import Any

from insidejob_client.bot import play_for_ever, play_table
from insidejob_client.client import Client
from insidejob_client.errors import ApiError
from insidejob_client.shapes import Answer, Game

log = logging.getLogger("insidejob_client")


class Engine:
    """A running program that chooses. If it crashes, is late or answers nonsense, a random answer is played."""

    def __init__(self, command: Sequence[str], timeout: float = 30) -> None:
        self.command, self.timeout = command, timeout
        self.program: subprocess.Popen[str] | None = None
        self.lines: Queue[str] = Queue()

    def __call__(self, game: Game) -> Answer:
        answers = game["answers"]
        try:
            return read_answer(self._ask(json.dumps(game)), answers)
        except (OSError, ValueError, Empty) as fault:
            log.warning("The engine failed (%s). A random answer is played.", fault or type(fault).__name__)
            # An answer that comes late must not be taken for the next one.
            self.close()
            return random.choice(answers)  # noqa: S311

    def close(self) -> None:
        if self.program:
            self.program.kill()
            self.program.wait()
            self.reader.join()
            # What was not read may still lie in the pipe.
            with suppress(OSError):
                self.pipe.close()
            self.program = None

    def _ask(self, question: str) -> str:
        self._start()
        self.pipe.write(f"{question}\n")
        self.pipe.flush()
        return self.lines.get(timeout=self.timeout)

    def _start(self) -> None:
        if self.program and self.program.poll() is None:
            return
        self.close()
        self.program = subprocess.Popen(  # noqa: S603 - the user's own command
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.pipe: Any = self.program.stdin
        self.lines = Queue()
        self.reader = threading.Thread(target=_read, args=(self.program.stdout, self.lines), daemon=True)
        self.reader.start()


def _read(output: Any, lines: "Queue[str]") -> None:
    with output:
        for line in output:
            lines.put(line)
    # The end: a thread that waits need not wait any longer.
    lines.put("")


def read_answer(line: str, answers: list[Answer]) -> Answer:
    """Return the answer that a line of an engine means. Raises `ValueError`."""
    if not line.strip():
        raise ValueError("no answer")
    said = json.loads(line)
    if isinstance(said, dict) and isinstance(said.get("moves"), list):
        moves: Answer = said["moves"]
        return moves
    if isinstance(said, int) and not isinstance(said, bool) and 0 <= said < len(answers):
        return answers[said]
    raise ValueError(f"this is no answer: {line.strip()[:80]}")


def read_offers(given: Sequence[str]) -> dict[str, list[int]]:
    """Read offers such as `insidejob:3,4`."""
    offers = [offer.partition(":") for offer in given]
    return {title: [int(number) for number in seats.split(",")] for title, _, seats in offers}


def is_taken(game: Game, taken: Mapping[str, Sequence[int]]) -> bool | str:
    """Tell whether to join a table that the user is invited to, or why not. Without offers a user decides."""
    if not taken:
        return False
    if game["title"] not in taken:
        return "title"
    return True if game.get("seats") in taken[game["title"]] else "seats"


def main(arguments: Sequence[str] | None = None) -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description="Let an engine play. SITE and TOKEN are in the environment.")
    parser.add_argument("--join", default="", help="a table to join first")
    parser.add_argument(
        "--take",
        action="append",
        default=[],
        metavar="TITLE:SEATS",
        help="take invitations to this title, such as insidejob:3,4; may be given several times",
    )
    parser.add_argument("--table", default="", help="a table to play alone, until it is over")
    parser.add_argument("--timeout", type=float, default=30, help="seconds that the engine may take")
    parser.add_argument("command", nargs="+", help="the engine and its arguments, after --")
    chosen = parser.parse_args(arguments)
    client = Client(os.environ.get("SITE", "http://localhost:8000"), os.environ.get("TOKEN", ""))
    engine = Engine(chosen.command, chosen.timeout)
    try:
        if chosen.join:
            client.join(chosen.join)
        if chosen.table:
            play_table(client, chosen.table, engine)
            return
        taken = read_offers(chosen.take)
        if taken:
            client.offer(taken)
        play_for_ever(client, engine, accept=lambda game: is_taken(game, taken))
    except ApiError as refused:
        sys.exit(str(refused))
    finally:
        engine.close()


if __name__ == "__main__":
    main()
