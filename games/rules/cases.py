"""Chooses cases of the day.

Bots play a game, and two readers of the public record say from which scene on they can be right: the suspicion model,
and one that only counts.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from games.rules.calibration import list_moments
from games.rules.engine.cases import FOOLED, HINT, MISLEADING, CaseRules, Fact, Level
from games.rules.engine.play import Position, fold, play_out, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.suspicion import Shares, SuspicionModel
from games.rules.engine.values import FINALE, Bot, Chance, Entry, Seat
from games.rules.registry import TITLES

# A reader can be right from the scene on where the guilty seat leads by so many per cent, and goes on to do so. In the
# end it has at least `AT_LAST` per cent.
LEAD, AT_LAST = 20, 50
MIN_HINTS = 2
# The scenes in which somebody innocent may be ahead: earlier it is chance, later it is the end.
MIDDLE = range(3, 8)
# How many marks a game has, unless its players were deceived in the end.
MIN_MARKS = 2
# A game that does not fit is taken up again so many scenes before it may open, and played on so often.
BACK, TRIES = 3, 8
# How often a finale is played at most, to find one in which the players are deceived.
FINALES = 4
# At the end so many seats must still be possible by the rules, or the case would be too easy.
MIN_SUSPECTS = 3


@dataclass(frozen=True, slots=True)
class Table:
    """A table of bots before the first move. `guilty_bot` names the bot of the guilty seat."""

    title: AnyTitle
    options: Any
    deal: Any
    bots: Mapping[Seat, Bot]
    guilty: Seat
    guilty_bot: str


@dataclass(frozen=True, slots=True)
class Course:
    """A game as far as it was played.

    `shares` has what the observer says after each scene, and `counted` what the second reader says.
    """

    position: Position
    entries: tuple[Entry, ...] = ()
    shares: tuple[Shares, ...] = ()
    counted: tuple[Sequence[float], ...] = ()


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

    `opened` and `proven` are numbers of scenes, from 1; None means that it never happened. `most_before` is the highest
    suspicion against the guilty seat before `opened`, and `at_last` that at the end, in per cent.
    """

    opened: int | None
    proven: int | None
    suspects: int
    facts: tuple[Fact, ...]
    marks: frozenset[str] = frozenset()
    most_before: int = 0
    at_last: int = 100


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
    """Let bots play one game, and return it if it fits one of these levels of the same line-up.

    If it does not, they play on from its middle with other dice. A game that can fit no level any more ends early.
    """
    table = _seat_bots(title, levels[0], chance)
    start = Course(Position(title.start(table.options, table.deal, title.RULES)))
    begun = _play_on(table, levels, start, min(level.opened.start for level in levels) - BACK, chance)
    for _ in range(TRIES if begun else 0):
        course = _play_on(table, levels, begun, inf, chance)
        if course and (chosen := _end(table, levels, course, chance)):
            return chosen
    return None


def _end(table: Table, levels: Sequence[Level], course: Course, chance: Chance) -> Chosen | None:
    """Play the finale of a game whose scenes fit, again with other dice until its players are deceived in it."""
    opened, counted = find_opened(course.shares, table.guilty), find_opening(course.counted, table.guilty)
    near = [level for level in levels if opened in level.opened and is_counted(level, counted)]
    found = None
    for _ in range(FINALES if any(not level.proven for level in near) else len(near)):
        chosen = _choose(table, near, _play_scene(table, course, chance))
        if chosen and FOOLED in chosen.review.marks:
            return chosen
        found = found or chosen
    return found


def _choose(table: Table, levels: Sequence[Level], course: Course) -> Chosen | None:
    played = retell(table.title, table.options, table.deal, course.entries, table.title.RULES)
    if not ends_with_finale(played):
        return None
    review = review_case(played)
    level = next((level for level in levels if is_fit(level, review)), None)
    return Chosen(played, review, level) if level else None


def _play_on(
    table: Table, levels: Sequence[Level], course: Course | None, scenes: float, chance: Chance
) -> Course | None:
    """Play until so many scenes are finished, or to the finale. Return None as soon as no level fits any more."""
    while course and len(course.shares) < scenes and table.title.scene(course.position.state) != FINALE:
        course = _play_scene(table, course, chance)
        if not course.shares or not any(_may_still_fit(level, course, table.guilty) for level in levels):
            return None
    return course


def _play_scene(table: Table, course: Course, chance: Chance) -> Course:
    title, scene = table.title, table.title.scene(course.position.state)
    position, entries = settle(
        title, course.position, table.bots, chance, stops=lambda state: bool(title.scene(state) != scene)
    )
    shares, counted = course.shares, course.counted
    if title.outcome(position.state) is None:
        cases, model = get_rules_of_cases(title)
        seen = title.observe(position.state, None)
        shares, counted = (*shares, model.weigh(seen)), (*counted, cases.count(seen, table.guilty_bot))
    return Course(position, (*course.entries, *entries), shares, counted)


def _may_still_fit(level: Level, course: Course, guilty: Seat) -> bool:
    return may_fit(level, course.shares, guilty) and may_count(level, course.counted, guilty)


def may_fit(level: Level, shares: Sequence[Shares], guilty: Seat) -> bool:
    """Whether a game can still fit a level, by what the observer said after each scene so far."""
    scene, last = len(shares), shares[-1]
    proven = find_proven(shares, guilty)
    if scene < level.opened.start and last.percents[guilty] > level.most:
        return False
    if scene >= max(level.opened) and _find_lead(last.percents, guilty) < LEAD:
        return False
    if proven is None:
        return scene < max(level.proven, default=inf)
    return proven in level.proven


def may_count(level: Level, counted: Sequence[Sequence[float]], guilty: Seat) -> bool:
    """Whether a game can still fit a level, by what the second reader said after each scene so far."""
    return len(counted) < max(level.counted, default=inf) or _find_lead(counted[-1], guilty) >= LEAD


def play_case(title: AnyTitle, level: Level, chance: Chance) -> Played:
    table = _seat_bots(title, level, chance)
    _, entries = play_out(title, table.options, table.deal, table.bots, chance)
    return retell(title, table.options, table.deal, entries, title.RULES)


def _seat_bots(title: AnyTitle, level: Level, chance: Chance) -> Table:
    lineup = level.lineup
    options = title.parse_options(lineup.options, lineup.seats)
    deal = title.make_deal(options, lineup.seats, chance)
    guilty = find_guilty(title, title.start(options, deal, title.RULES), lineup.seats)
    names = (lineup.guilty if seat == guilty else lineup.others for seat in range(lineup.seats))
    cases, _ = get_rules_of_cases(title)
    known = {**title.BOTS, **cases.bots}
    return Table(title, options, deal, {seat: known[name] for seat, name in enumerate(names)}, guilty, lineup.guilty)


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
    opened = find_opened(shares, guilty)
    return Review(
        opened=opened,
        proven=find_proven(shares, guilty),
        suspects=count_suspects(shares[-1], guilty),
        facts=cases.find_facts(seen, suspicion, guilty),
        marks=frozenset(_list_marks(played, shares)),
        most_before=max(suspicion[: opened or None]),
        at_last=suspicion[-1],
    )


def find_opened(shares: Sequence[Shares], guilty: Seat) -> int | None:
    """Return the first scene from which on the guilty seat leads, or None if there is none."""
    opening = find_opening([each.percents for each in shares], guilty)
    return opening if opening <= len(shares) else None


def find_opening(said: Sequence[Sequence[float]], guilty: Seat) -> int:
    """Return the first scene from which on the guilty seat leads, or the number after that of the last scene."""
    return 1 + max((scene for scene, each in enumerate(said, start=1) if _find_lead(each, guilty) < LEAD), default=0)


def _find_lead(percents: Sequence[float], guilty: Seat) -> float:
    """Return by how many per cent the guilty seat is ahead of all others. It is negative if another seat is ahead."""
    return percents[guilty] - max(percent for seat, percent in enumerate(percents) if seat != guilty)


def _list_marks(played: Played, shares: Sequence[Shares]) -> Iterator[str]:
    cases, _ = get_rules_of_cases(played.title)
    yield from cases.find_marks(played.state, played.guilty)
    if is_fooled(played):
        yield FOOLED
    if any(_find_lead(shares[scene - 1].percents, played.guilty) < 0 for scene in MIDDLE if scene <= len(shares)):
        yield MISLEADING


def is_fooled(played: Played) -> bool:
    """Whether the guilty seat wins in the finale: the others accused somebody else."""
    outcome = played.title.outcome(played.state)
    return outcome is not None and ends_with_finale(played) and played.guilty in outcome.winners


def find_proven(shares: Sequence[Shares], guilty: Seat) -> int | None:
    return next((scene for scene, each in enumerate(shares, start=1) if each.percents[guilty] == 100), None)


def count_suspects(shares: Shares, guilty: Seat) -> int:
    return len({*range(len(shares.percents))} - shares.proofs.keys() | {guilty})


def is_fit(level: Level, review: Review) -> bool:
    if review.opened is None or review.opened not in level.opened or review.suspects < MIN_SUSPECTS:
        return False
    if review.most_before > level.most or review.at_last < AT_LAST:
        return False
    # A special role is reason enough to tell of a game.
    if level.special is None and not _is_worth_telling(review.marks):
        return False
    if level.proven:
        return review.proven in level.proven
    return review.proven is None and sum(fact.weight == HINT for fact in review.facts) >= MIN_HINTS


def is_counted(level: Level, opening: int) -> bool:
    """Whether the second reader can be right from the scene on that the level asks for."""
    return not level.counted or opening in level.counted


def _is_worth_telling(marks: Collection[str]) -> bool:
    return FOOLED in marks or len(marks) >= MIN_MARKS
