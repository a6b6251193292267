"""Games where programs are asked in JSON, in the form of the API."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from games.rules.engine.errors import RulesError
from games.rules.engine.play import Position, answer, list_answers, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import BOT, Bot, Json, Seat
from games.rules.record import explain, record_answers, record_observation


class BadAnswer(Exception):
    pass


# The most questions that programs are asked in a game. Later ones are answered by chance, because some games would not
# end.
MOST_QUESTIONS = 1000
# A function that takes a question and returns an answer in JSON. It may raise `BadAnswer`.
Ask = Callable[[dict[str, Json]], Json]


def play_with(
    title: AnyTitle, options: Any, deal: Any, bots: Mapping[Seat, Bot], programs: Mapping[Seat, Ask], chance: Random
) -> tuple[Any, list[str]]:
    """Play a game. Return the final state, and the faults of programs.

    After a fault, a random answer is given.
    """
    faults, questions = [], 0
    position, _ = settle(title, Position(title.start(options, deal, title.RULES)), bots, chance)
    while asked := title.to_act(position.state):
        seat = next(seat for seat in asked if seat not in position.sealed)
        question = _describe_question(title, options, len(bots) + len(programs), position.state, seat)
        questions += 1
        try:
            if questions > MOST_QUESTIONS:
                raise BadAnswer(f"more than {MOST_QUESTIONS} questions in a game")
            moves = _read_answer(title, seat, programs[seat](question))
            position, _ = answer(title, position, seat, question["decision"], moves, BOT)
        except (BadAnswer, RulesError) as error:
            faults.append(explain(title, error.code) if isinstance(error, RulesError) else str(error))
            moves = chance.choice([*list_answers(title, position.state, seat)])
            position, _ = answer(title, position, seat, question["decision"], moves, BOT)
        position, _ = settle(title, position, bots, chance)
    return position.state, faults


def _describe_question(title: AnyTitle, options: Any, seats: int, state: Any, seat: Seat) -> dict[str, Json]:
    seen = title.observe(state, seat)
    assert seen.decision is not None
    return {
        "title": title.NAME,
        "rules": state.rules,
        "seats": seats,
        "options": title.dump_options(options),
        "you": seat,
        "observation": record_observation(title, seen),
        "decision": seen.decision.name,
        "answers": record_answers(title, state, seat),
    }


def _read_answer(title: AnyTitle, seat: Seat, raw: Json) -> Sequence[Any]:
    """Return the moves of an answer. Raises `BadAnswer` or `MalformedMove`."""
    moves = raw.get("moves") if isinstance(raw, dict) else None
    if not isinstance(moves, list) or not all(isinstance(move, dict) for move in moves):
        raise BadAnswer('not {"moves": [{…}]}')
    return [title.load_move(seat, move) for move in moves]
