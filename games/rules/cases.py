"""Chooses cases of the day.

Bots play a game, and the suspicion model says from which scene on the public record names the guilty seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.calibration import list_moments
from games.rules.engine.cases import HINT, CaseRules, Fact, Level
from games.rules.engine.play import fold, play_out
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.suspicion import Shares, SuspicionModel
from games.rules.engine.values import FINALE, Chance, Entry, Seat
from games.rules.registry import TITLES

# The observer is sure of a seat whose share is at least `SURE` per cent and `AHEAD` times the next highest share.
SURE, AHEAD = 70, 2
MIN_HINTS = 2
# At the end so many seats must still be possible by the rules, or the case would be too easy.
MIN_SUSPECTS = 3


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game of bots.

    `moments` are the indexes in `states` of the end of each scene before the finale.
    """

    title: AnyTitle
    options: Any
    deal: Any
    entries: tuple[Entry, ...]
    states: tuple[Any, ...]
    moments: tuple[int, ...]
    guilty: Seat

    @property
    def state(self) -> Any:
        return self.states[-1]


@dataclass(frozen=True, slots=True)
class Review:
    """What an observer could infer from a game.

    `solved` and `proven` are numbers of scenes, from 1; None means that it never happened.
    """

    solved: int | None
    proven: int | None
    suspects: int
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    played: Played
    review: Review
    level: Level


def find_case_title() -> AnyTitle:
    return next(title for title in TITLES.values() if title.CASES is not None)


def get_rules_of_cases(title: AnyTitle) -> tuple[CaseRules, SuspicionModel]:
    assert title.CASES is not None
    assert title.SUSPICION_MODEL is not None
    return title.CASES, title.SUSPICION_MODEL


def try_case(title: AnyTitle, levels: Sequence[Level], chance: Chance) -> Chosen | None:
    """Let bots play one game, and return it if it fits one of these levels of the same line-up."""
    played = play_case(title, levels[0], chance)
    if not ends_with_finale(played):
        return None
    review = review_case(played)
    level = next((level for level in levels if is_fit(level, review)), None)
    return Chosen(played, review, level) if level else None


def play_case(title: AnyTitle, level: Level, chance: Chance) -> Played:
    lineup = level.lineup
    options = title.parse_options(lineup.options, lineup.seats)
    deal = title.make_deal(options, lineup.seats, chance)
    start = title.start(options, deal, title.RULES)
    guilty = find_guilty(title, start, lineup.seats)
    names = (lineup.guilty if seat == guilty else lineup.others for seat in range(lineup.seats))
    bots = {seat: title.BOTS[name] for seat, name in enumerate(names)}
    _, entries = play_out(title, options, deal, bots, chance)
    return retell(title, options, deal, entries, title.RULES)


def retell(title: AnyTitle, options: Any, deal: Any, entries: Sequence[Entry], rules: int) -> Played:
    states = [title.start(options, deal, rules)]
    for entry in entries:
        states.append(fold(title, states[-1], [entry.move]))
    seats = len(title.dump_deal(deal).hands)
    moments = tuple(list_moments(title, states))
    return Played(title, options, deal, tuple(entries), tuple(states), moments, find_guilty(title, states[0], seats))


def find_guilty(title: AnyTitle, state: Any, seats: int) -> Seat:
    suspicion = title.TEXTS.suspicion
    assert suspicion is not None
    return next(seat for seat in range(seats) if suspicion.truth(state, seat))


def ends_with_finale(played: Played) -> bool:
    """Whether the game ends in a finale.

    A case cannot end with a scene, because a scene that ends the game opens all roles.
    """
    return bool(played.moments) and played.title.scene(played.states[played.moments[-1]]) == FINALE


def review_case(played: Played) -> Review:
    cases, model = get_rules_of_cases(played.title)
    seen = [played.title.observe(played.states[moment], None) for moment in played.moments]
    shares = [model.weigh(each) for each in seen]
    guilty = played.guilty
    suspicion = [round(shares[0].levels[guilty]), *(each.percents[guilty] for each in shares)]
    facts = cases.find_facts(seen, suspicion, guilty)
    return Review(find_solved(shares, guilty), find_proven(shares, guilty), count_suspects(shares[-1], guilty), facts)


def find_solved(shares: Sequence[Shares], guilty: Seat) -> int | None:
    """Return the first scene from which on the observer stays sure of the guilty seat, or None if there is none."""
    solved = None
    for scene, each in enumerate(shares, start=1):
        if not is_sure(each, guilty):
            solved = None
        elif solved is None:
            solved = scene
    return solved


def is_sure(shares: Shares, guilty: Seat) -> bool:
    own = shares.percents[guilty]
    others = max(percent for seat, percent in enumerate(shares.percents) if seat != guilty)
    return own >= SURE and own >= AHEAD * others


def find_proven(shares: Sequence[Shares], guilty: Seat) -> int | None:
    return next((scene for scene, each in enumerate(shares, start=1) if each.percents[guilty] == 100), None)


def count_suspects(shares: Shares, guilty: Seat) -> int:
    return len({*range(len(shares.percents))} - shares.proofs.keys() | {guilty})


def is_fit(level: Level, review: Review) -> bool:
    if review.solved is None or review.solved not in level.solved or review.suspects < MIN_SUSPECTS:
        return False
    if level.proven:
        return review.proven in level.proven
    return review.proven is None and sum(fact.weight == HINT for fact in review.facts) >= MIN_HINTS
