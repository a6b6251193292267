from collections.abc import Mapping

from games.rules.engine.statistics import Share, Stay, Step, TitleStatistics
from games.rules.engine.texts import text
from games.rules.engine.values import Seat
from games.titles.rendezvous.rules.moves import Guess, Point
from games.titles.rendezvous.rules.scoring import GUESSED, has_found_each_other
from games.titles.rendezvous.rules.state import Round, State

FOUND, IDENTIFIED, PASSWORDS = "found", "identified", "passwords"
LABELS = {
    FOUND: text("Rounds as a spy in which the two found each other"),
    IDENTIFIED: text("Rounds as a counter-spy with both spies found"),
    PASSWORDS: text("Correct password guesses"),
}


def _count(stay: Stay) -> Mapping[str, Share]:
    pointed = [step for step in stay.own if isinstance(step.move, Point)]
    rounds = [(_find_round(stay.last, step), step.move) for step in pointed]
    found = [_find_pair(each, stay.seat) for each, _ in rounds]
    as_spy = [_has_kept(each, pair) for (each, _), pair in zip(rounds, found, strict=True) if pair]
    as_hunter = [move.at in each.pairs for (each, move), pair in zip(rounds, found, strict=True) if not pair]
    guesses = [step for step in stay.own if isinstance(step.move, Guess) and step.move.password is not None]
    right = [_is_paid(_find_round(stay.last, step), stay.seat) for step in guesses]
    every = ((FOUND, as_spy), (IDENTIFIED, as_hunter), (PASSWORDS, right))
    return {name: Share(sum(each), len(each)) for name, each in every}


def _find_round(last: State, step: Step) -> Round:
    return last.rounds[len(step.before.rounds)]


def _find_pair(finished: Round, seat: Seat) -> tuple[Seat, Seat] | None:
    return next((pair for pair in finished.pairs if seat in pair), None)


def _has_kept(finished: Round, pair: tuple[Seat, Seat]) -> bool:
    return has_found_each_other(pair, {point.seat: point.at for point in finished.pointings})


def _is_paid(finished: Round, seat: Seat) -> bool:
    return any(payment.reason == GUESSED and payment.payee == seat for payment in finished.payments)


STATISTICS: TitleStatistics | None = TitleStatistics(LABELS, _count)
