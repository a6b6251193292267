"""Races for moves: double clicks, two tabs, all voters at one instant, a vote changed while the last one arrives, talk.

Each function plays one round, returns a word for how it ended, and fails an assertion if something is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import choice, randint, sample
from typing import Any

from accounts.models import User
from games.models import Game, Message, SealedChoice
from games.rules.engine.values import PLAYER, Entry
from games.site.consistency import _check_game, check_stored
from games.state.table import Table, load_table
from games.tables.services.talk import say
from tests.races.answers import Answer, answer_by_service
from tests.races.racing import Racers
from tests.tables.builders import asked, choose
from tests.tables.stored import Recorded, record_games, store_game


@dataclass(frozen=True)
class Cast:
    """Who races, and how their answers reach the game."""

    people: Sequence[User]
    racers: Racers
    answer: Answer

    def answers(self, table: Table, seat: int, choices: Sequence[Any]) -> list[Any]:
        """Return a call for each of the choices with which `seat` answers what it is asked."""
        decision = name_decision(table, seat)
        return [partial(self.answer, table, seat, decision, moves) for moves in choices]


def name_decision(table: Table, seat: int) -> str:
    decision = table.title.decision(table.states[-1], seat)
    assert decision is not None
    return decision.name


def store_turn(cast: Cast) -> Table:
    """Store a game in which one person is asked for a card; the others are people or bots."""
    seats = randint(3, 5)
    recorded = choice(record_games(seats))
    length = choice([number for number in range(recorded.vote) if rests(recorded, number)])
    [asked] = recorded.title.to_act(recorded.states[length])
    with_bots = choice([True, False])
    people = [None if with_bots and seat != asked else cast.people[seat] for seat in range(seats)]
    return store_game(recorded, people, length)


def rests(recorded: Recorded, number: int) -> bool:
    """Tell whether a game may stand after `number` moves: never between two of one submission."""
    return number == 0 or name_asked(recorded, number) != name_asked(recorded, number - 1)


def name_asked(recorded: Recorded, number: int) -> list[tuple[int, str]]:
    """Return who is asked what after `number` moves."""
    title, state = recorded.title, recorded.states[number]
    decisions = [(seat, title.decision(state, seat)) for seat in title.to_act(state)]
    return [(seat, decision.name) for seat, decision in decisions if decision]


def store_vote(cast: Cast) -> Table:
    """Store a game of people in which the vote has begun."""
    seats = randint(3, 5)
    recorded = choice(record_games(seats))
    return store_game(recorded, cast.people[:seats], recorded.vote)


def read_back(table: Table) -> Table:
    """Return the table as it is stored now, which must equal its fold and go on from where it stood."""
    game = Game.objects.get(pk=table.game.pk)
    faults = _check_game(game)
    assert not faults, faults
    now = load_table(game)
    assert now.entries[: len(table.entries)] == table.entries, "the log was changed"
    return now


def require_refusals(answers: Sequence[Any]) -> None:
    """Fail unless every answer landed or was refused with a code."""
    broken = [repr(answer) for answer in answers if not isinstance(answer, str)]
    assert not broken, broken


def click_twice(cast: Cast) -> str:
    """Submit the same choice 2 to 5 times."""
    table = store_turn(cast)
    seat = asked(table)[0]
    return land_once(cast, table, seat, [choose(table, seat)] * randint(2, 5))


def use_two_tabs(cast: Cast) -> str:
    """Submit two different choices for one decision."""
    table = store_turn(cast)
    seat = asked(table)[0]
    choices = {choose(table, seat) for _ in range(20)}
    if len(choices) < 2:
        return use_two_tabs(cast)
    return land_once(cast, table, seat, sample(list(choices), 2))


def land_once(cast: Cast, table: Table, seat: int, choices: Sequence[Any]) -> str:
    """Submit all choices at one instant, of which exactly one must land."""
    answers = cast.racers.at_once(cast.answers(table, seat, choices))
    require_refusals(answers)
    landed = [moves for moves, answer in zip(choices, answers, strict=True) if answer == ""]
    assert len(landed) == 1, f"{len(landed)} answers landed"
    now = read_back(table)
    entries = tuple(Entry(move, PLAYER) for move in landed[0])
    assert now.entries[len(table.entries) :][: len(entries)] == entries, "another answer than the one that landed"
    again = [entry for entry in now.entries[len(table.entries) + len(entries) :] if entry in entries]
    assert not again, "an answer took effect twice"
    return "landed once"


def vote_all(cast: Cast) -> str:
    """Let every voter vote in two tabs."""
    table = store_vote(cast)
    choices = {seat: [choose(table, seat), choose(table, seat)] for seat in asked(table)}
    calls = [call for seat, both in choices.items() for call in cast.answers(table, seat, both)]
    answers = cast.racers.at_once(calls)
    require_refusals(answers)
    votes = read_votes(table)
    for place, (seat, both) in enumerate(choices.items()):
        landed = [moves for moves, answer in zip(both, answers[2 * place :], strict=False) if answer == ""]
        assert votes[seat] in landed, "a vote counts that was not acknowledged"
    return "refused some" if any(answers) else "all landed"


def read_votes(table: Table) -> dict[int, tuple[Any, ...]]:
    """Return the votes by seat, as the moves of one answer each. They must have taken effect, once, in seat order."""
    now = read_back(table)
    assert now.outcome is not None, "the vote is stuck"
    assert not SealedChoice.objects.filter(game=table.game).exists(), "sealed choices are left"
    voted = [entry.move for entry in now.entries[len(table.entries) :]]
    assert [vote.seat for vote in voted] == list(asked(table)), "votes are doubled, missing or out of order"
    return {vote.seat: (vote,) for vote in voted}


def change_vote(cast: Cast) -> str:
    """Change a vote while the last one arrives."""
    table = store_vote(cast)
    *early, last = sample(list(asked(table)), len(asked(table)))
    first = {seat: choose(table, seat) for seat in early}
    for seat, moves in first.items():
        assert answer_by_service(table, seat, name_decision(table, seat), moves) == ""
    changer = choice(early)
    other = next(iter({choose(table, changer) for _ in range(50)} - {first[changer]}))
    calls = [*cast.answers(table, changer, [other]), *cast.answers(table, last, [choose(table, last)])]
    changed, voted = answers = cast.racers.at_once(calls)
    require_refusals(answers)
    assert voted == "", "the last vote was refused"
    assert read_votes(table)[changer] == (first[changer] if changed else other), "not the vote acknowledged last"
    return "too late" if changed else "changed in time"


def talk(cast: Cast) -> str:
    """Let everybody talk, some twice, while they vote; meanwhile a thread watches the version."""
    table = store_vote(cast)
    voters = asked(table)
    lines = [(seat, f"line {number} of {seat}") for seat in voters for number in range(randint(1, 2))]
    talks = [partial(say, game=table.game, seat=seat, text=text) for seat, text in lines]
    votes = [call for seat in voters for call in cast.answers(table, seat, [choose(table, seat)])]
    *done, watched = cast.racers.at_once([*talks, *votes, partial(watch_version, table.game.pk)])
    require_refusals(done[len(talks) :])
    assert watched == sorted(watched), "a version went back"
    read_votes(table)
    said = Message.objects.filter(game=table.game).values_list("seat", "text")
    assert sorted(said) == sorted(lines), "messages are lost or doubled"
    version = Game.objects.get(pk=table.game.pk).version
    assert version == table.game.version + len(lines) + len(voters), "a change went unnoticed"
    return "all said"


def check_meanwhile(cast: Cast) -> str:
    """Run the invariant checker while everybody votes: it must not take a half-written vote for a fault."""
    table = store_vote(cast)
    votes = [call for seat in asked(table) for call in cast.answers(table, seat, [choose(table, seat)])]
    checks = [partial(check_stored, table.game.pk)] * 6
    answers = cast.racers.at_once([*votes, *checks])
    assert answers == [*[""] * len(votes), *[[]] * len(checks)], answers
    read_votes(table)
    return "no alarm"


def watch_version(game: int) -> list[int]:
    return [Game.objects.values_list("version", flat=True).get(pk=game) for _ in range(20)]
