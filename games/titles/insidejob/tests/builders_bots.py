"""Positions where bots choose."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

from games.rules.engine.play import play_out
from games.rules.engine.values import Decision, Seat
from games.rules.registry import get_title
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import DECOY, PROF_NO, SPECIAL
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests import worlds
from games.titles.insidejob.tests.builders import Table as Sat
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.houses import HIDDEN, SOME
from games.titles.insidejob.tests.imagining import in_every_role


def voting(now: Sat, viewer: Seat) -> Observation:
    others = tuple(seat for seat in range(now.state.seats) if seat != viewer)
    decision = Decision("vote", 1, sealed=True)
    return replace(
        now.seen_by(viewer), suspects=others, votes_allowed=1, mission=None, drawn=(), offered=(), decision=decision
    )


HANDS = ("B2 B3 B4 B5", "B2 G3 G4 P5", "G2 G3 Y4 Y13", "B13 G13 Y13 P13")


def list_equal_work(plays: tuple[str, ...]) -> Iterator[State]:
    """Yield tables, in every role of the one who plays next, with each hand and, in turn with these, each role."""
    seat = len(plays)
    beside = [role for role in (*SPECIAL, *SOME) if role != PROF_NO]
    lineups = [{(seat + 1) % 4: role} for role in beside] + [{seat: role} for role in (DECOY, *HIDDEN)]
    for special, hand in (*((dict[Seat, str](), hand) for hand in HANDS), *zip(lineups, cycle(HANDS), strict=False)):
        hands = [hand if place == seat else "P1" for place in range(4)]
        others = table(4, roles=special, insider=(seat + 2) % 4, partner=(seat + 3) % 4)
        now = others.hold(*hands).mission("odd-only-green").plays(*plays)
        yield from [now.state] if seat in now.state.revealed else in_every_role(now.state, seat)


def play_game(bot: str, seed: str) -> tuple[Any, Any]:
    """Play a game at any kind of table with `bot` in every seat; return the last state and the log."""
    chance = Random(seed)
    options, seats = worlds.draw_table(chance)
    deal = insidejob.make_deal(options, seats, chance)
    return play_out(get_title(NAME), options, deal, dict.fromkeys(range(seats), BOTS[bot]), chance)
