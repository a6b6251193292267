"""Chooses cases of the day.

Bots play a game, and two readers of the public record say from which scene on they can be right: the suspicion model,
and one that only counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
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
# The scenes where an innocent player may be ahead: earlier it is chance, later it is the end.
MIDDLE = range(3, 8)
# How many marks a game has, not counting whether its players were deceived in the end.
MIN_MARKS = 2
# From so many scenes on before a game may open, each scene is played up to `TRIES` times, until a game fits. A deal is
# given up after `SCENES` scenes.
BACK, TRIES, SCENES = 3, 4, 60
# By how many per cent a lead may be expected to grow in a scene.
REACH = 30
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
    """Let bots play a deal, and return a game of it that fits one of these levels of the same line-up.

    A scene after which no level can fit any more is played again with other dice, and so is the scene before it when
    that does not help.
    """
    table = _seat_bots(title, levels[0], chance)
    start = Course(Position(title.start(table.options, table.deal, title.RULES)))
    for course in islice(_explore(table, levels, start, chance), SCENES):
        if course and title.scene(course.position.state) == FINALE and (chosen := _end(table, levels, course, chance)):
            return chosen
    return None


def _explore(table: Table, levels: Sequence[Level], course: Course, chance: Chance) -> Iterator[Course | None]:
    """Yield, after each scene that is played, the game so far, or None if no level can fit any more.

    A scene that goes the same way twice is not tried again: the bots have little to choose there.
    """
    is_near = any(len(course.shares) >= level.opened.start - BACK for level in levels)
    known = set[tuple[Entry, ...]]()
    for _ in range(TRIES if is_near else 1):
        longer = _play_scene(table, course, chance)
        fits = len(longer.shares) > len(course.shares) and any(_may_fit(level, table, longer) for level in levels)
        if longer.entries in known:
            yield None
            return
        known.add(longer.entries)
        yield longer if fits else None
        if fits and table.title.scene(longer.position.state) != FINALE:
            yield from _explore(table, levels, longer, chance)


def _end(table: Table, levels: Sequence[Level], course: Course, chance: Chance) -> Chosen | None:
    """Play the finale of a game, and return the game if it fits a level."""
    course = _play_scene(table, course, chance)
    played = retell(table.title, table.options, table.deal, course.entries, table.title.RULES)
    review, counted = review_case(played), find_opening(course.counted, table.guilty)
    level = next((level for level in levels if _is_fit(level, review) and _is_counted(level, counted)), None)
    return Chosen(played, review, level) if level else None


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


def _may_fit(level: Level, table: Table, course: Course) -> bool:
    """Whether a game can still fit a level."""
    said = [shares.percents for shares in course.shares]
    return (
        _may_hide(level, course.shares, table.guilty)
        and may_open(level.opened, said, table.guilty, inf if level.proven else REACH)
        and may_open(level.counted, course.counted, table.guilty, REACH)
        and (level.special is not None or _may_be_told(table, course))
    )


def _may_hide(level: Level, shares: Sequence[Shares], guilty: Seat) -> bool:
    """Whether the guilty seat is suspected as little before the window, and proven as late, as the level asks."""
    scene, proven = len(shares), find_proven(shares, guilty)
    if scene < level.opened.start and shares[-1].percents[guilty] > level.most:
        return False
    return scene < max(level.proven, default=inf) if proven is None else proven in level.proven


def may_open(window: range, said: Sequence[Sequence[float]], guilty: Seat, reach: float) -> bool:
    """Whether the guilty seat can lead from a scene in the window on for a reader who has said this so far.

    Games where its lead must grow by more than `reach` per cent a scene are given up, too: few of them would fit. An
    empty window asks for nothing.
    """
    if not window:
        return True
    scene, last, leads = len(said), window.stop - 1, [_find_lead(each, guilty) for each in said]
    if leads[-1] < LEAD - (reach * (last - scene) if scene < last else 0):
        return False
    return window.start == 1 or scene < last - 1 or min(leads[window.start - 2 : last - 1]) < LEAD


def _may_be_told(table: Table, course: Course) -> bool:
    """Whether a game is worth telling by what has happened in it, once its middle is over."""
    if len(course.shares) < max(MIDDLE):
        return True
    cases, _ = get_rules_of_cases(table.title)
    marks = [*cases.find_marks(course.position.state, table.guilty)]
    return len(marks) + _is_misleading(course.shares, table.guilty) >= MIN_MARKS


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
    opened = _find_opened(shares, guilty)
    return Review(
        opened=opened,
        proven=find_proven(shares, guilty),
        suspects=_count_suspects(shares[-1], guilty),
        facts=cases.find_facts(seen, suspicion, guilty),
        marks=frozenset(_list_marks(played, shares)),
        most_before=max(suspicion[: opened or None]),
        at_last=suspicion[-1],
    )


def _find_opened(shares: Sequence[Shares], guilty: Seat) -> int | None:
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
    if _is_misleading(shares, played.guilty):
        yield MISLEADING


def _is_misleading(shares: Sequence[Shares], guilty: Seat) -> bool:
    return any(_find_lead(shares[scene - 1].percents, guilty) < 0 for scene in MIDDLE if scene <= len(shares))


def is_fooled(played: Played) -> bool:
    """Whether the guilty seat wins in the finale: the others accused another player."""
    outcome = played.title.outcome(played.state)
    return outcome is not None and ends_with_finale(played) and played.guilty in outcome.winners


def find_proven(shares: Sequence[Shares], guilty: Seat) -> int | None:
    return next((scene for scene, each in enumerate(shares, start=1) if each.percents[guilty] == 100), None)


def _count_suspects(shares: Shares, guilty: Seat) -> int:
    return len({*range(len(shares.percents))} - shares.proofs.keys() | {guilty})


def _is_fit(level: Level, review: Review) -> bool:
    if review.opened is None or review.opened not in level.opened or review.suspects < MIN_SUSPECTS:
        return False
    if review.most_before > level.most or review.at_last < AT_LAST:
        return False
    # A special role is reason enough to tell of a game.
    if level.special is None and len(review.marks - {FOOLED}) < MIN_MARKS:
        return False
    if level.proven:
        return review.proven in level.proven
    return review.proven is None and sum(fact.weight == HINT for fact in review.facts) >= MIN_HINTS


def _is_counted(level: Level, opening: int) -> bool:
    """Whether the second reader can be right from the scene on that the level asks for."""
    return not level.counted or opening in level.counted
