"""Counts which decisions players made themselves. A player who made too few has no result."""

from collections.abc import Sequence
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.engine.values import PLAYER, Entry, Seat


def count_answers(
    title: AnyTitle, states: Sequence[Any], entries: Sequence[Entry], seat: Seat, since: int = 0
) -> Share:
    """Return how many of the public decisions that a player was asked were answered by themselves.

    Secret decisions are not counted: no one is shown which of them were made automatically, and a count would tell.
    `since` is the length of the log when the player sat down. A sealed choice that was already made when they sat down
    is not counted either.
    """
    found, last = title.decision(states[since], seat), None
    made_by: list[str] = []
    for place, entry in enumerate(entries):
        if place < since or entry.move.seat != seat:
            continue
        decision = title.decision(states[place], seat)
        is_found = since > 0 and decision == found and entry.by != PLAYER
        # An answer may take several moves.
        if decision is not None and decision.public and decision != last and not is_found:
            made_by.append(entry.by)
        last = decision
    return Share(made_by.count(PLAYER), len(made_by))


def has_played(answers: Share) -> bool:
    """Whether a player made at least half of their decisions, and at least one. Others have no result."""
    return answers.reached > 0 and answers.of <= 2 * answers.reached
