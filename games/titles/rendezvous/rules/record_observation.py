from collections.abc import Iterable

from games.rules.engine.values import Json
from games.titles.rendezvous.rules.moves import Move, dump_move
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.options import dump_options
from games.titles.rendezvous.rules.state import Round


def record_observation(seen: Observation) -> dict[str, Json]:
    return {
        "options": dump_options(seen.options),
        "phase": seen.phase,
        "number": seen.number,
        "round": seen.round,
        "rounds": seen.rounds,
        "lap": seen.lap,
        "laps": seen.laps,
        "order": list(seen.order),
        "says": _write_moves(seen.says),
        "card": seen.card and list(seen.card),
        "password": seen.password,
        "is_spy": seen.is_spy,
        "pointed": list(seen.pointed),
        "points": list(seen.points),
        "bank": seen.bank,
        "spy_rounds": list(seen.spy_rounds),
        "finished": list(map(_write_round, seen.debriefings)),
    }


def _write_moves(moves: Iterable[Move]) -> list[Json]:
    return [{"seat": move.seat, **dump_move(move)} for move in moves]


def _write_round(finished: Round) -> dict[str, Json]:
    return {
        "first": finished.first,
        "cards": [card and list(card) for card in finished.cards],
        "pairs": list(map(list, finished.pairs)),
        "passwords": list(finished.passwords),
        "says": _write_moves(finished.says),
        "pointings": _write_moves(finished.pointings),
        "guesses": _write_moves(finished.guesses),
        "points": list(finished.points),
    }
