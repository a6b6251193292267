"""Play the rest of a trick in imagined worlds.

The work does not depend on cards or role, so its time gives nothing away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.engine.values import Chance, Seat
from games.rules.insidejob.bots.casts import Cast
from games.rules.insidejob.bots.evidence import ENDS, FOLLOWS, LOST, OPEN, SPEAKS, SPOILT, WAGERED
from games.rules.insidejob.bots.pulls import draw, place_after, pulls_of
from games.rules.insidejob.bots.tricks import GUESSES, NUMBERS, SUIT, WAGER, PartialTrick, place_trump, try_each
from games.rules.insidejob.bots.wiretap import LEAVES, NO_PLACE
from games.rules.insidejob.cards import Card
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import ROLES
from games.rules.insidejob.state import CARDS_SHOWN
from games.rules.insidejob.unknown_cards import fill
from games.rules.insidejob.worlds import find_voids, list_hidden

# Per decision.
WORLDS = 12

Sayings = tuple[float, ...]


class Ending(NamedTuple):
    """`met` is 1 or 0; `says` is the evidence of later plays."""

    lie: PartialTrick
    met: float
    says: Sayings


@dataclass(frozen=True, slots=True)
class World:
    """Roles, and later players' hands as numbers."""

    cast: Cast
    hands: Mapping[Seat, Sequence[int]]


def imagine_worlds(seen: Observation, casts: Mapping[Cast, float], chance: Chance) -> list[World]:
    """Each cast gets its share of worlds."""
    hidden, (voids, _) = list_hidden(seen), find_voids(seen)
    sizes = {seat: seen.hand_sizes[seat] for seat in range(seen.seats) if seat != seen.viewer}
    if seen.controller is not None:
        sizes[LARRY] = min(CARDS_SHOWN, seen.pile)
    start = chance.random()
    worlds = []
    for number in range(WORLDS):
        cast = pick(casts, (number + start) / WORLDS)
        pool = chance.sample(hidden, len(hidden))
        worlds.append(World(cast, deal(sizes, voids, cast, pool)))
    return worlds


def pick(shares: Mapping[Cast, float], point: float) -> Cast:
    """`point` is between 0 and 1."""
    for cast, share in shares.items():
        point -= share
        if point < 0:
            return cast
    return max(shares, key=shares.__getitem__)


def deal(
    sizes: Mapping[Seat, int], voids: Sequence[frozenset[str]], cast: Cast, pool: Sequence[Card]
) -> dict[Seat, list[int]]:
    """Respect voids if possible."""
    seats = [seat for seat, size in sizes.items() for _ in range(size)]
    cards = fill([() if ROLES[cast[seat]].breaks_suit else voids[seat] for seat in seats], pool)
    hands: dict[Seat, list[int]] = {seat: [] for seat in sizes}
    for seat, card in zip(seats, cards or pool, strict=False):
        hands[seat].append(NUMBERS[card])
    return hands


def play_on(
    lie: PartialTrick,
    hope: float,
    mission: Mission,
    world: World,
    later: Sequence[Seat],
    may_wager: Sequence[bool],
    wiretapped: int = NO_PLACE,
) -> Ending:
    """Finish the trick with the likeliest plays of `later`.

    `hope` is the chance of the mission; `wiretapped` the place that must not take the trick.
    """
    guess, trump = GUESSES[mission.condition], place_trump(mission)
    left, says = len(later), list[float]()
    for seat in later:
        left -= 1
        role = world.cast[seat]
        pull = pulls_of(role, world.cast)[place_after(left, hope)]
        tried = try_each(lie, list_answers(lie, world.hands[seat], wagers=may_wager[seat]), trump, guess, left)
        drawn = draw(pull, tried)
        if wiretapped != NO_PLACE:
            leaves = LEAVES[ROLES[role].side]
            drawn = [one + leaves * (after.best == wiretapped) for one, (after, _, _) in zip(drawn, tried, strict=True)]
        best, _, best_hope = tried[drawn.index(max(drawn))]
        says.append(hear_last(best, left, hope, best_hope))
        lie, hope = best, best_hope
    return Ending(lie, hope, tuple(says))


def hear_last(lie: PartialTrick, left: int, before: float, after: float) -> float:
    """As `hear`, for the last card."""
    fate = OPEN if after else SPOILT if before else LOST
    takes = lie.best == len(lie.values) - 1
    return SPEAKS[FOLLOWS if left else ENDS, fate, takes] + (WAGERED if lie.wagers[-1] else 0.0)


def list_answers(lie: PartialTrick, hand: Sequence[int], *, wagers: bool) -> Sequence[int]:
    """Follow suit if possible."""
    led = lie.suits[0]
    following = [card for card in hand if card // SUIT == led]
    if following and wagers:
        return following + [card + WAGER for card in following]
    return following or hand
