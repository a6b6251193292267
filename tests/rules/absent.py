"""Whole games of people who answer, are late, leave their seat to a stand-in, and come back: does each one end?

`python -m tools.prove` looks long; the tests of this folder look at some.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from games.rules.engine.play import Position, answer_with, close, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import PLAYER, STAND_IN, Bot, Remaining, Seat
from games.rules.registry import TITLES
from tests.rules.conformance import Setting, settings

STUCK = 5000
"""After how many questions a game whose rules set no end counts as stuck."""


@dataclass
class Report:
    """How many games were played, how often the clock closed a question in which phase, and which games got stuck."""

    games: int = 0
    closes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def play_absent_games(games: int, seed: str) -> Report:
    """Play `games` games, of every title and then at every kind of its tables in turn."""
    report = Report()
    tables = [[setting for setting in settings() if setting.title is title] for title in TITLES.values()]
    for number in range(games):
        round_number, place = divmod(number, len(tables))
        setting = tables[place][round_number % len(tables[place])]
        try:
            play_absent_game(setting, f"{seed}-{number}", report)
        except AssertionError as fault:
            report.faults.append(f"{seed}-{number}: {fault}")
        report.games += 1
    return report


def play_absent_game(setting: Setting, seed: str, report: Report) -> None:
    """Play one game to its end. Fails if it does not end, or lasts longer than `remaining` had said at its start.

    Where the rules set no end, a game that lasts longer than any should is stuck.
    """
    title, chance = setting.title, Random(seed)
    people = [chance.choice(["reliable", "late", "gone"]) for _ in range(setting.seats)]
    away = {seat for seat in range(setting.seats) if chance.random() < 0.2}
    position, _ = settle(title, Position(setting.start(chance.randrange(10**6))), stand_ins(title, away), chance)
    most = count_questions(title.remaining(position.state))
    questions = 0
    while title.to_act(position.state):
        questions += 1
        assert questions <= most, f"more than {most} questions"
        require_somebody(title, position, away)
        position = answer_or_close(title, position, people, chance, report)
        leave_or_return(away, setting.seats, chance)
        position, _ = settle(title, position, stand_ins(title, away), chance)
    require_ended(title, position)


def stand_ins(title: AnyTitle, away: set[Seat]) -> dict[Seat, Bot]:
    return dict.fromkeys(away, title.BOTS[STAND_IN])


def count_questions(left: Remaining | None) -> int:
    if left is None:
        return STUCK
    return sum(left.turns) + (left.votes + left.together) * len(left.turns)


def require_somebody(title: AnyTitle, position: Position, away: set[Seat]) -> None:
    """Fail unless a player who plays for themselves is asked: else no one would ever answer."""
    waiting = set(title.to_act(position.state)) - position.sealed.keys()
    assert waiting, "all are in, and nothing took effect"
    assert not waiting & away, "a stand-in has not answered"


def answer_or_close(title: AnyTitle, position: Position, people: list[str], chance: Random, report: Report) -> Position:
    """Let those who answer in time do so; then, if a player has not, the clock closes the question."""
    state = position.state
    for seat in title.to_act(state):
        late = {"reliable": 0.02, "late": 0.4, "gone": 1.0}[people[seat]]
        if seat not in position.sealed and chance.random() >= late:
            position, _ = answer_with(title, position, seat, title.BOTS["random"], chance, PLAYER)
    if position.state is not state or all(seat in position.sealed for seat in title.to_act(state)):
        return position
    decision = title.decision(state, title.to_act(state)[0])
    assert decision is not None
    report.closes[decision.name] += 1
    return close(title, position, chance)[0]


def leave_or_return(away: set[Seat], seats: int, chance: Random) -> None:
    if chance.random() < 0.15:
        away ^= {chance.randrange(seats)}


def require_ended(title: AnyTitle, position: Position) -> None:
    """Fail unless the game has an outcome, and nothing is asked or sealed any more."""
    assert title.outcome(position.state) is not None, "nobody is asked, and the game is not over"
    assert not position.sealed, "sealed choices are left"
    left = title.remaining(position.state)
    assert left is not None, "no end is in sight"
    assert not any(left.turns), "turns remain"
    assert not left.votes, "votes remain"
    assert not left.together, "questions asked of several remain"
