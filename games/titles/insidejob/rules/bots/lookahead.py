"""Plays the rest of a trick in imagined worlds.

The work does not depend on cards or role, so the time it takes gives nothing away.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeVar

from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules.bots.casts import Cast
from games.titles.insidejob.rules.bots.evidence import ENDS, FOLLOWS, LOST, OPEN, SPEAKS, SPOILT, WAGERED
from games.titles.insidejob.rules.bots.pulls import RANKS, Pull, Pulls, place_after, pulls_of
from games.titles.insidejob.rules.bots.tricks import (
    GUESSES,
    NUMBERS,
    SUIT,
    TOP,
    WAGER,
    Guess,
    PartialTrick,
    make,
    place_trump,
)
from games.titles.insidejob.rules.bots.wiretap import LEAVES, NO_PLACE
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import ROLES
from games.titles.insidejob.rules.state import CARDS_SHOWN
from games.titles.insidejob.rules.trick import TRUMPS
from games.titles.insidejob.rules.unknown_cards import fill
from games.titles.insidejob.rules.worlds import find_voids, list_hidden

# How many worlds are imagined for a decision.
WORLDS = 12

Sayings = tuple[float, ...]
Picked = TypeVar("Picked", Cast, Seat)


class Ending(NamedTuple):
    """The end of a trick.

    `met` is 1 or 0. `says` has the evidence of each later play.
    """

    lie: PartialTrick
    met: float
    says: Sayings


@dataclass(frozen=True, slots=True)
class World:
    """An imagined world: the roles, and the hands of the other players, with cards as numbers."""

    cast: Cast
    hands: Mapping[Seat, Sequence[int]]


def imagine_worlds(seen: Observation, casts: Mapping[Cast, float], chance: Chance) -> list[World]:
    """Return imagined worlds. Each cast occurs in proportion to its probability."""
    hidden, (voids, _) = list_hidden(seen), find_voids(seen)
    sizes = {seat: seen.hand_sizes[seat] for seat in range(seen.seats) if seat != seen.viewer}
    if seen.controller is not None:
        sizes[LARRY] = min(CARDS_SHOWN, seen.pile)
    start = chance.random()
    worlds = []
    for number in range(WORLDS):
        cast = pick(casts, (number + start) / WORLDS)
        pool = chance.sample(hidden, len(hidden))
        worlds.append(World(cast, _deal(sizes, voids, cast, pool)))
    return worlds


def pick(shares: Mapping[Picked, float], point: float) -> Picked:
    """Return what is at `point`, a number from 0 to 1, if all divide that range by their shares."""
    for each, share in shares.items():
        point -= share
        if point < 0:
            return each
    return max(shares, key=shares.__getitem__)


def _deal(
    sizes: Mapping[Seat, int], voids: Sequence[frozenset[str]], cast: Cast, pool: Sequence[Card]
) -> dict[Seat, list[int]]:
    """Deal the pool to the seats.

    Seats get no card of a suit that they lack, if that is possible.
    """
    seats = [seat for seat, size in sizes.items() for _ in range(size)]
    cards = fill([() if ROLES[cast[seat]].breaks_suit else voids[seat] for seat in seats], pool)
    hands: dict[Seat, list[int]] = {seat: [] for seat in sizes}
    for seat, card in zip(seats, cards or pool, strict=False):
        hands[seat].append(NUMBERS[card])
    return hands


class Answerer(NamedTuple):
    """A later player of an imagined world.

    For each suit that may be led, `answers` has the cards that they may play.
    """

    pulls: Pulls
    leaves: float
    answers: Mapping[int, Sequence[int]]


def seat_later(
    world: World, later: Iterable[Seat], may_wager: Sequence[bool], suits: Iterable[int]
) -> Sequence[Answerer]:
    return [
        Answerer(
            pulls_of(world.cast[seat], world.cast),
            LEAVES[ROLES[world.cast[seat]].side],
            {led: _list_answers(led, world.hands[seat], wagers=may_wager[seat]) for led in suits},
        )
        for seat in later
    ]


def play_on(
    lie: PartialTrick, hope: float, mission: Mission, later: Sequence[Answerer], wiretapped: int = NO_PLACE
) -> Ending:
    """Finish the trick with the likeliest plays of `later`.

    `hope` is the chance that the mission is met, `wiretapped` the place that must not take the trick.
    """
    guess, trump, led = GUESSES[mission.condition], place_trump(mission), lie.suits[0]
    left, says = len(later), list[float]()
    for pulls, leaves, answers in later:
        left -= 1
        pull = pulls[place_after(left, hope)]
        lie, best_hope = _find_likeliest(lie, answers[led], pull, trump, guess, left, wiretapped, leaves)
        says.append(_hear_last(lie, left, hope, best_hope))
        hope = best_hope
    return Ending(lie, hope, tuple(says))


def _find_likeliest(
    lie: PartialTrick,
    cards: Sequence[int],
    pull: Pull,
    trump: int,
    guess: Guess,
    left: int,
    wiretapped: int,
    leaves: float,
) -> tuple[PartialTrick, float]:
    """Return the trick after the play that is likeliest by `draw`, and the chance of the mission then.

    It repeats what `add` and `draw` do in a single loop, for speed.
    """
    values, suits, best, highest, wagers = lie
    count, led = len(values), suits[0]
    meets_w, spoils, takes_w, takes_meeting, holds, value_w, wager_w = pull
    most, chosen = -inf, (lie, 0.0)
    for card in cards:
        value, wager = card % SUIT, card >= WAGER
        suit = trump if wager else card // SUIT
        rank = value + TRUMPS if suit == trump else value if suit == led else 0
        takes = rank >= highest
        laid = (*values, value), (*suits, suit), count if takes else best, rank if takes else highest, (*wagers, wager)
        after = make(PartialTrick, laid)
        meets = guess(after, left)
        total = meets_w * meets + value_w * value / TOP
        if not meets:
            total += spoils
        if takes:
            total += takes_w + takes_meeting * meets + holds * rank / RANKS
        if wager:
            total += wager_w
        if after.best == wiretapped:
            total += leaves
        if total > most:
            most, chosen = total, (after, meets)
    return chosen


def _hear_last(lie: PartialTrick, left: int, before: float, after: float) -> float:
    """Return the evidence of the last card. It equals that of `hear`."""
    fate = OPEN if after else SPOILT if before else LOST
    takes = lie.best == len(lie.values) - 1
    return SPEAKS[FOLLOWS if left else ENDS, fate, takes] + (WAGERED if lie.wagers[-1] else 0.0)


def _list_answers(led: int, hand: Sequence[int], *, wagers: bool) -> Sequence[int]:
    """Return the cards that may be played after the suit led: those that follow it, or else all."""
    following = [card for card in hand if card // SUIT == led]
    if following and wagers:
        return following + [card + WAGER for card in following]
    return following or hand
