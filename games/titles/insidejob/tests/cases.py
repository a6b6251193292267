"""Checks cases, and says how hard each level is.

    python -m games.titles.insidejob.tests.cases [--level 1] [--cases 20] [--seconds 600] [--processes 2]

It makes cases of each level, as the worker does. Facts are checked by the rules alone, written again here,
and not by the code that finds them. Two readers say from which trick on they can be right: the observer, and one who
counts.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import inf, sqrt
from multiprocessing import get_context
from os import cpu_count
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any

from games.rules.cases import AT_LAST, LEAD, Chosen, ends_with_finale, get_rules_of_cases, try_case
from games.rules.engine.cases import FOOLED, HINT, LIE, MAX_FACTS, MISLEADING, NEAR_MISS, OBSERVED, PROOF, Fact
from games.rules.engine.play import Position, settle
from games.rules.engine.suspicion import STEP
from games.rules.engine.values import Seat, Term
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.cards import DECK
from games.titles.insidejob.rules.counting import _read
from games.titles.insidejob.rules.missions import Mission, is_met
from games.titles.insidejob.rules.roles import ROLES
from games.titles.insidejob.rules.state import Trick
from games.titles.insidejob.rules.trick import Played

TITLE = insidejob
RULES, MODEL = get_rules_of_cases(TITLE)
# A reader who is never right counts as right after the last trick.
NEVER = 11
# How often each table votes again, to say how often it is fooled.
VOTES = 40
# After which tricks the second reader is asked how sure it is of the guilty seat.
TRICKS_ASKED = (3, 5, 7, 10)
# How many deals are shared out among the processes before the cases are counted.
DEALS_AT_ONCE = 32


@dataclass(frozen=True)
class Case:
    level: int
    chosen: Chosen


@dataclass(frozen=True)
class Measured:
    """What is measured of a case.

    `opened` and `counted` are the tricks from which on the two readers can be right. `sure` is what the second reader
    gives the guilty seat after some tricks, in per cent. `fooled` and `explained` are shares: of votes that name
    another seat, and of the rises of suspicion that the facts name.
    """

    opened: int
    counted: int
    sure: tuple[float, ...]
    marks: frozenset[str]
    fooled: float
    explained: float
    faults: tuple[str, ...]


def find_faults(case: Case) -> Iterator[str]:
    played, review = case.chosen.played, case.chosen.review
    final = played.states[played.moments[-1]]
    guilty = [seat for seat, role in enumerate(played.deal.roles) if ROLES[role].side == "insiders"]
    if guilty != [played.guilty]:
        yield f"the guilty seat is {guilty}, not {played.guilty}"
    if not ends_with_finale(played) or final.outcome is not None:
        yield "it ends before the vote"
    yield from judge_model(case)
    if not review.facts or len(review.facts) > MAX_FACTS:
        yield f"{len(review.facts)} facts"
    yield from judge_rises(list_rises(case), review.facts)
    codes = [fact.event.code for fact in review.facts]
    if any(len({*three}) == 1 for three in zip(codes, codes[1:], codes[2:], strict=False)):
        yield f"three equal sentences: {codes}"
    for fact in review.facts:
        yield from judge_fact(fact, final.tricks, played.guilty)


def list_rises(case: Case) -> dict[int, int]:
    """Return by how many per cent the suspicion against the guilty seat rose in each trick where it rose."""
    guilty = case.chosen.played.guilty
    levels = [100 // len(case.chosen.played.deal.hands), *(int(shares[guilty]) for shares in list_shares(case))]
    return {scene: after - before for scene, (before, after) in enumerate(pairwise(levels), start=1) if after > before}


def judge_rises(rises: dict[int, int], facts: Sequence[Fact]) -> Iterator[str]:
    """The largest rise is named, and no rise of one step."""
    named = {fact.scene for fact in facts}
    if rises and max(rises.values()) > STEP and max(rises.values()) not in [rises.get(scene) for scene in named]:
        yield f"the largest rise is not named: {rises}, named are {sorted(named)}"
    small = [fact.scene for fact in facts if fact.weight == HINT and rises.get(fact.scene, 0) <= STEP]
    if small:
        yield f"rises of one step are named: {small}"


def measure_explained(rises: dict[int, int], facts: Sequence[Fact]) -> float:
    """Return the share of all rises that the facts name."""
    named = {fact.scene for fact in facts}
    return sum(rise for scene, rise in rises.items() if scene in named) / sum(rises.values())


def judge_model(case: Case) -> Iterator[str]:
    """Both readers can be right from the trick on that the level asks for, and not before."""
    played, review, level = case.chosen.played, case.chosen.review, case.chosen.level
    shares = list_shares(case)
    if find_opening(shares, played.guilty, LEAD) != review.opened or review.opened not in level.opened:
        yield f"open from trick {review.opened} on, and the observer says {shares}"
        return
    before = [percents[played.guilty] for percents in shares[: review.opened - 1]]
    if max(before, default=0) > level.most or shares[-1][played.guilty] < AT_LAST:
        yield f"suspected {before} before trick {review.opened}, and {shares[-1]} in the end"
    counted = find_opening(list_counted(case), played.guilty, LEAD)
    if level.counted and counted not in level.counted:
        yield f"open from trick {counted} on for the second reader, not in {level.counted}"


def list_shares(case: Case) -> list[Sequence[float]]:
    played = case.chosen.played
    return [MODEL.weigh(TITLE.observe(played.states[moment], None)).percents for moment in played.moments]


def list_counted(case: Case) -> list[Sequence[float]]:
    """Return what the second reader says after each trick, in per cent."""
    played = case.chosen.played
    tricks, hand = TITLE.observe(played.states[played.moments[-1]], None).tricks, len(played.deal.hands[0])
    lineup = case.chosen.level.lineup
    return [[100 * share for share in each] for each in _read(tricks, lineup.seats, hand, lineup.guilty)]


def find_opening(shares: Sequence[Sequence[float]], guilty: Seat, lead: float) -> int:
    """Return from which trick on the guilty seat leads by so many per cent, or `NEVER`."""
    opening = NEVER
    for number in range(len(shares), 0, -1):
        said = shares[number - 1]
        if said[guilty] - max(share for seat, share in enumerate(said) if seat != guilty) < lead:
            break
        opening = number
    return opening


def judge_fact(fact: Fact, tricks: Sequence[Trick], guilty: Seat) -> Iterator[str]:
    """Yield in what a fact is not true by the rules."""
    trick, params = tricks[fact.scene - 1], fact.event.params
    place = next(place for place, played in enumerate(trick.plays) if played.seat == guilty)
    own = trick.plays[place]
    if params["player"] != Term("seat", guilty) or params["card"] != Term("card", own.card.code):
        yield f"{fact} names another player or card"
    if not is_true(fact, tricks, own, place):
        yield f"{fact} is not true"
    if fact.weight == HINT and (fact.suspicion is None or fact.suspicion[1] <= fact.suspicion[0]):
        yield f"{fact} raises no suspicion"


def is_true(fact: Fact, tricks: Sequence[Trick], own: Played, place: int) -> bool:
    """Tell whether a fact is so by the rules, and no more than it says it is."""
    trick, params, code = tricks[fact.scene - 1], fact.event.params, fact.event.code.removesuffix("_again")
    if code == "case_void":
        led = trick.plays[0].card.suit
        return fact.weight in (OBSERVED, HINT) and own.card.suit != led and params["suit"] == Term("suit", led)
    if code == "case_had_suit":
        return fact.weight == PROOF and breaks_suit(tricks, params, own)
    if code == "case_spoilt":
        return fact.weight == HINT and makes_fail(trick.mission, trick.plays, place)
    if code == "case_wagered":
        return fact.weight == HINT and own.wager
    if code in ("case_led", "case_played"):
        is_led, mission = code == "case_led", Term("condition", trick.mission.condition)
        return fact.weight == HINT and is_led == (place == 0) and params["mission"] == mission
    took = trick.winner == own.seat and trick.intel == params["count"]
    return bool(fact.weight == HINT and took and own.wager == (code == "case_wagered_and_took"))


def breaks_suit(tricks: Sequence[Trick], params: Any, own: Played) -> bool:
    """Tell whether the card was held when its suit was led and something else was played."""
    earlier = tricks[params["trick"] - 1]
    then = next(played for played in earlier.plays if played.seat == own.seat)
    led = earlier.plays[0].card.suit
    return bool(own.card.suit == led == params["suit"].value and then.card.suit != led)


def makes_fail(mission: Mission, plays: Sequence[Played], place: int) -> bool:
    """Tell whether some cards could still have met the mission before a play, and none could after it.

    It tries every card and wager for the last place. Before it, it tries every value of the suit led and of trump, and
    the lowest and the highest card of the other suits.
    """
    return can_be_met(mission, plays[:place], len(plays)) and not can_be_met(mission, plays[: place + 1], len(plays))


def can_be_met(mission: Mission, laid: Sequence[Played], places: int) -> bool:
    if len(laid) == places:
        return is_met(mission, laid)
    if not laid:
        return True
    held, led = {played.card for played in laid}, laid[0].card.suit
    free = [card for card in DECK if card not in held]
    seat = next(seat for seat in range(places) if seat not in {played.seat for played in laid})
    is_last = len(laid) == places - 1
    suits = {card.suit for card in free}
    tried = {end(card for card in free if card.suit == suit) for suit in suits for end in (min, max)}
    tried |= {card for card in free if is_last or card.suit in (led, mission.trump)}
    options = [Played(seat, card, False) for card in sorted(tried)]
    options += [Played(seat, card, True) for card in free if card.suit == led]
    return any(can_be_met(mission, (*laid, option), places) for option in options)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.titles.insidejob.tests.cases", description=__doc__)
    parser.add_argument("--level", type=int, action="append", choices=range(1, len(RULES.levels) + 1), help="all")
    parser.add_argument("--cases", type=int, default=20, help="cases of each level (20)")
    parser.add_argument("--seconds", type=float, default=inf, help="processor time for each level at most (no limit)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--processes", type=int, default=cpu_count(), help="one for each processor")
    asked = parser.parse_args()
    faults: list[str] = []
    for number in asked.level or range(1, len(RULES.levels) + 1):
        found, deals, spent = make_cases(number, asked.cases, asked.seconds, asked.first, asked.processes)
        faults += [f"level {number}: {fault}" for each in found for fault in each.faults]
        print(describe(number, found, deals, spent), flush=True)
    print("\n".join(faults) or "No faults.")
    sys.exit(bool(faults))


def make_cases(
    number: int, count: int, seconds: float, first: int, processes: int | None
) -> tuple[list[Measured], int, float]:
    """Make cases of a level as the worker does. Return also from how many deals, and the processor time it took.

    The same seeds give the same cases, whatever the number of processes.
    """
    found: list[Measured] = []
    deals, spent = 0, 0.0
    with get_context("spawn").Pool(processes) as pool:
        while len(found) < count and spent < seconds:
            seeds = range(first + deals, first + deals + DEALS_AT_ONCE)
            for took, measured in pool.imap(partial(try_deal, number), seeds):
                deals, spent = deals + 1, spent + took
                found += [measured] if measured else []
                if len(found) == count:
                    break
    return found, deals, spent


def try_deal(number: int, seed: int) -> tuple[float, Measured | None]:
    """Return the processor time that a deal took, and what is measured of its case, if there is one."""
    begun = process_time()
    chosen = try_case(TITLE, [RULES.levels[number - 1]], Random(f"checked case {number} {seed}"))
    return process_time() - begun, measure(Case(number, chosen)) if chosen else None


def measure(case: Case) -> Measured:
    played, review = case.chosen.played, case.chosen.review
    counted = list_counted(case)
    return Measured(
        opened=review.opened or NEVER,
        counted=find_opening(counted, played.guilty, LEAD),
        sure=tuple(counted[trick - 1][played.guilty] for trick in TRICKS_ASKED),
        marks=review.marks,
        fooled=measure_fooled(case),
        explained=measure_explained(list_rises(case), review.facts),
        faults=(*find_faults(case),),
    )


def describe(number: int, found: Sequence[Measured], deals: int, spent: float) -> str:
    if not found:
        return f"level {number}: no case in {deals} deals"
    marks = [sum(mark in each.marks for each in found) for mark in (LIE, NEAR_MISS, MISLEADING, FOOLED)]
    sure = "/".join(f"{mean(shares):.0f}" for shares in zip(*(each.sure for each in found), strict=True))
    return (
        f"level {number}: {len(found)} cases of {deals} deals, {spent / len(found):.1f} s each; "
        f"open at trick {show_median([each.opened for each in found])} for the observer, "
        f"{show_median([each.counted for each in found])} for the second reader, who is {sure} % sure after tricks "
        f"{'/'.join(map(str, TRICKS_ASKED))}; {marks[0]} with a lie, {marks[1]} near misses, {marks[2]} misleading, "
        f"{marks[3]} fooled the table ({mean(each.fooled for each in found):.0%} of votes); "
        f"facts explain {mean(each.explained for each in found):.0%}"
    )


def measure_fooled(case: Case) -> float:
    """Return the share of votes that fool the table, if it votes again with other dice."""
    played, lineup = case.chosen.played, case.chosen.level.lineup
    known, begun = {**TITLE.BOTS, **RULES.bots}, Position(played.states[played.moments[-1]])
    bots = {seat: known[lineup.guilty if seat == played.guilty else lineup.others] for seat in range(lineup.seats)}
    ends = [settle(TITLE, begun, bots, Random(f"vote {number}"))[0].state for number in range(VOTES)]
    return mean(outcome is not None and played.guilty in outcome.winners for outcome in map(TITLE.outcome, ends))


def show_median(tricks: Sequence[int]) -> str:
    """Return the median with its 95 % bounds, which are ranks of the sample."""
    ordered, half = sorted(tricks), 0.98 * sqrt(len(tricks))
    low, high = int(len(tricks) / 2 - half), int(len(tricks) / 2 + half)
    return f"{median(ordered):g} ({ordered[max(low, 0)]} to {ordered[min(high, len(ordered) - 1)]})"


if __name__ == "__main__":
    main()
