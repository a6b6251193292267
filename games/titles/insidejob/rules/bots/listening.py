"""Estimates how likely each way to play is, given a seat's plays."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, log
from random import Random

from games.titles.insidejob.rules.bots.denials import weigh_denials
from games.titles.insidejob.rules.bots.evidence import find_author
from games.titles.insidejob.rules.bots.gentle import SLIPS
from games.titles.insidejob.rules.bots.kinds import (
    AIMLESS,
    BY_MISSION,
    EXPERT_INSIDER,
    HABITS,
    MEAN,
    SLIPPING,
    STEADY_INSIDER,
    Turn,
)
from games.titles.insidejob.rules.bots.likelihood import list_backwards, list_held, list_options
from games.titles.insidejob.rules.bots.pulls import Pull, draw, place_card
from games.titles.insidejob.rules.bots.tricks import (
    GUESSES,
    NUMBERS,
    SUIT,
    WAGER,
    PartialTrick,
    lay_before,
    number,
    place_trump,
    try_each,
)
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.numbers import Numbers
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.worlds import count_finished, list_hidden

# The number of random deals of the unseen cards.
DRAWS = 2
# The share of plays where people pick a random card.
SLIP = 0.2
# Added to a probability, so that its logarithm is finite.
LEAST = 1e-300
# The ways to play of Insiders who break suit.
LIARS = (STEADY_INSIDER, EXPERT_INSIDER, SLIPPING)

# The log likelihood of each way to play.
Heard = dict[str, float]


def listen(seen: Observation, draws: int = DRAWS, slip: float = SLIP) -> list[Heard]:
    """Return, by seat, the log likelihood of each way to play, given the seat's plays.

    Each play may be a random card, with probability `slip`. The dice depend only on the number of the trick, so that
    the same position always gives the same result.
    """
    hidden = list_hidden(seen)
    said = [dict.fromkeys((*HABITS, SLIPPING, AIMLESS), 0.0) for _ in range(seen.seats)]
    for number_of_draw in range(draws):
        dice = Random(f"{count_finished(seen)}{number_of_draw}")  # noqa: S311  It must be reproducible.
        _add_plays(said, seen, dice.sample(hidden, len(hidden)), 1 / draws, slip)
    _add_denials(said, seen)
    return said


def _add_plays(said: Sequence[Heard], seen: Observation, hidden: Sequence[Card], part: float, slip: float) -> None:
    """Add the evidence of all plays, given one random deal of `hidden`. It is weighted by `part`."""
    held = list_held(seen, hidden)
    turns = _list_turns(seen)
    for mission, plays, intel in list_backwards(seen):
        finished, met = next(turns)
        befores = lay_before(plays, mission)
        for place in range(len(plays) - 1, -1, -1):
            seat, card, _ = plays[place]
            held[seat].append(NUMBERS[card])
            before, chosen = befores[place], number(plays[place])
            may_wager = seen.options.wagers and place > 0 and intel[seat] > 0
            options = list_options(before, chosen, held[seat], wagers=may_wager)
            turn = _take_turn(seen.numbers, finished, met, intel[seat])
            author = said[find_author(seen, seat, plays[0].seat)]
            heard = _weigh_ways(before, chosen, tuple(options), mission, seen.seats, turn)
            blind = 1 / len(options)
            off_suit = not before.suits or chosen % WAGER // SUIT != before.suits[0]
            any_card = SLIPS * (chosen < WAGER and off_suit) / len(held[seat])
            heard = {
                **heard,
                SLIPPING: log((1 - SLIPS) * exp(heard[BY_MISSION]) + any_card + LEAST),
                AIMLESS: log(blind),
            }
            for way, each in heard.items():
                author[way] += (log((1 - slip) * exp(each) + slip * blind) if slip else each) * part


def _add_denials(said: Sequence[Heard], seen: Observation) -> None:
    for heard, denying in zip(said, weigh_denials(seen), strict=True):
        for way in LIARS:
            heard[way] += denying


def _list_turns(seen: Observation) -> Iterator[tuple[int, int]]:
    """Yield, for each trick, how many tricks were finished and missions met before it. The last trick comes first."""
    met = seen.met
    if seen.mission is not None:
        yield count_finished(seen), met
    for trick in reversed(seen.tricks):
        met -= trick.met
        yield trick.number - 1, met


def _take_turn(numbers: Numbers, finished: int, met: int, intel: int) -> Turn:
    return Turn(
        intel / numbers.intel_needed - MEAN.intel,
        max(0, numbers.missions_needed - met) / (numbers.tricks - finished) - MEAN.missing,
        finished / numbers.tricks - MEAN.late,
    )


@lru_cache(256)
def _list_pulls(kind: int, turn: Turn) -> list[tuple[str, Pull]]:
    return [(way, habits[kind].at(turn)) for way, habits in HABITS.items()]


@lru_cache(256)
def _weigh_ways(
    before: PartialTrick, chosen: int, options: tuple[int, ...], mission: Mission, places: int, turn: Turn
) -> Heard:
    """Return the log likelihood that each way to play chooses the card. `SLIPPING` is left out."""
    left, guess, trump = places - len(before.values) - 1, GUESSES[mission.condition], place_trump(mission)
    kind = place_card(before, left, guess)
    tried = try_each(before, options, trump, guess, left)
    at, heard = options.index(chosen), {}
    for way, pull in _list_pulls(kind, turn):
        drawn = draw(pull, tried)
        heard[way] = drawn[at] - log(sum(map(exp, drawn)))
    return heard
