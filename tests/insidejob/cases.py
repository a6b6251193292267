"""Checks cases, and says how hard each level is: `python -m tests.insidejob.cases [--games 100] [--first 0]`.

Facts are checked by the rules alone, written again here, and not by the code that finds them.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any

from games.rules import insidejob
from games.rules.cases import AHEAD, SURE, Chosen, ends_with_finale, get_rules_of_cases, try_case
from games.rules.engine.cases import HINT, MAX_FACTS, OBSERVED, PROOF, Fact, Level
from games.rules.engine.suspicion import STEP
from games.rules.engine.values import Chance, Seat, Term
from games.rules.insidejob.cards import DECK
from games.rules.insidejob.missions import Mission, is_met
from games.rules.insidejob.roles import ROLES
from games.rules.insidejob.state import Trick
from games.rules.insidejob.trick import Played

TITLE = insidejob
RULES, MODEL = get_rules_of_cases(TITLE)


@dataclass(frozen=True)
class Case:
    level: int
    chosen: Chosen
    tried: int


def make_case(levels: Sequence[Level], number: int, seed: object) -> Case:
    """Make a case of one of these levels, which have the same line-up."""
    chance: Chance = Random(f"checked case {seed}")
    for tried in range(1, 100_000):
        if chosen := try_case(TITLE, levels, chance):
            return Case(number, chosen, tried)
    raise AssertionError("no game fits")


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
    played = case.chosen.played
    shares = [MODEL.weigh(TITLE.observe(played.states[moment], None)) for moment in played.moments]
    levels = [round(shares[0].levels[played.guilty]), *(each.percents[played.guilty] for each in shares)]
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
    """At the last trick the observer is sure of the truth, and was from the trick on that the level asks for."""
    played, review = case.chosen.played, case.chosen.review
    for scene, moment in enumerate(played.moments, start=1):
        percents = MODEL.weigh(TITLE.observe(played.states[moment], None)).percents
        own = percents[played.guilty]
        is_sure = own >= SURE and own >= AHEAD * max(p for seat, p in enumerate(percents) if seat != played.guilty)
        if review.solved is None or (is_sure != (scene >= review.solved) and scene >= (review.solved or 0)):
            yield f"trick {scene}: the observer says {percents}"
    if case.level and review.solved not in RULES.levels[case.level - 1].solved:
        yield f"solved at {review.solved}"


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
    parser = argparse.ArgumentParser(prog="python -m tests.insidejob.cases", description=__doc__)
    parser.add_argument("--games", type=int, default=98, help="cases in all, as many of each level (98)")
    parser.add_argument("--level", type=int, choices=range(1, 8), help="one level alone")
    parser.add_argument("--mixed", action="store_true", help="take the first game of any level of the same line-up")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    asked = parser.parse_args()
    found: dict[int, list[Case]] = defaultdict(list)
    faults = []
    for number, level in enumerate(RULES.levels, start=1):
        if asked.level not in (None, number):
            continue
        levels = [other for other in RULES.levels if other.lineup == level.lineup] if asked.mixed else [level]
        for seed in range(asked.first, asked.first + asked.games // len(RULES.levels)):
            case = make_case(levels, 0 if asked.mixed else number, f"{number} {seed}")
            found[number].append(case)
            faults += [f"level {number}, seed {seed}: {fault}" for fault in find_faults(case)]
        print(describe(number, found[number]), flush=True)
    print("\n".join(faults) or "No faults.")
    sys.exit(bool(faults))


def describe(number: int, cases: Sequence[Case]) -> str:
    solved = [case.chosen.review.solved or 0 for case in cases]
    proven = sum(case.chosen.review.proven is not None for case in cases)
    facts = [len(case.chosen.review.facts) for case in cases]
    tried = mean(case.tried for case in cases)
    explained = mean(measure_explained(list_rises(case), case.chosen.review.facts) for case in cases)
    return (
        f"level {number}: {len(cases)} cases, {proven} proven, solved by the observer at trick {mean(solved):.1f} "
        f"({min(solved)} to {max(solved)}), {mean(facts):.1f} facts that explain {explained:.0%} of the rise, "
        f"{tried:.0f} games tried for each"
    )


if __name__ == "__main__":
    main()
