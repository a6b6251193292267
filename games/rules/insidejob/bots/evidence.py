"""How much what each seat has played speaks for its being the Insider: from what everybody sees, and nothing else."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp

from games.rules.engine.values import Seat
from games.rules.insidejob.bots.hopes import can_be_met
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import ROLES, is_insider
from games.rules.insidejob.trick import Played, winning_place

LEADS, FOLLOWS, ENDS = "leads", "follows", "ends"
OPEN, SPOILT, LOST = "open", "spoilt", "lost"
"""What a card makes of the mission: it can still be met (by the last card: it is), no longer, or could not before."""
Trait = tuple[str, str, bool]
"""A play as it is weighed: its place in the trick, what it makes of the mission, whether it is the best card so far."""

SPEAKS: Mapping[Trait, float] = {
    (LEADS, OPEN, True): -0.2,
    (LEADS, SPOILT, True): 1.0,
    (FOLLOWS, OPEN, False): -0.3,
    (FOLLOWS, OPEN, True): 0.0,
    (FOLLOWS, SPOILT, False): 0.5,
    (FOLLOWS, SPOILT, True): 0.9,
    (FOLLOWS, LOST, False): -0.4,
    (FOLLOWS, LOST, True): -0.2,
    (ENDS, OPEN, False): -0.1,
    (ENDS, OPEN, True): 0.1,
    (ENDS, SPOILT, False): 0.5,
    (ENDS, SPOILT, True): 1.0,
    (ENDS, LOST, False): -0.3,
    (ENDS, LOST, True): -0.2,
}
"""What each kind of play says, as the logarithm of how much more of the Insider's plays than of the others' are so.

Rounded from tables of such bots; `python -m tests.insidejob.plays` prints how it is today. Bots lead a card
that spoils their own mission only when they must, so that one's weight is a guess at what people do.
"""
WAGERED = 0.3
"""What a wager adds."""
TEMPER = 0.7
"""Plays of one seat are no independent witnesses: what they say together counts by so much."""
DOUBTFUL_PROOF = 3.0
"""What the same says where a house role beside the Insider may break suit, too."""
PROOF = 20.0
"""Playing a suit that one did not follow before proves that suit was broken: certainty, as a logarithm."""


def read_trait(mission: Mission, plays: Sequence[Played], places: int) -> Trait:
    """Return how the last of `plays` is weighed, in a trick of `places` cards."""
    return (name_place(len(plays), places), *look_at(mission, plays, places))


def name_place(count: int, places: int) -> str:
    """Return what the card that brings a trick to `count` cards is to it."""
    return LEADS if count == 1 else ENDS if count == places else FOLLOWS


def look_at(mission: Mission, plays: Sequence[Played], places: int) -> tuple[str, bool]:
    """Return what the last of `plays` makes of the mission, and whether it is the best so far."""
    if can_be_met(mission, plays, places):
        fate = OPEN
    else:
        fate = SPOILT if can_be_met(mission, plays[:-1], places) else LOST
    return fate, winning_place(plays, mission.trump) == len(plays) - 1


def hear(mission: Mission, plays: Sequence[Played], places: int) -> float:
    """Return what the last of `plays` says: the logarithm of how much likelier the Insider is to play so."""
    return SPEAKS[read_trait(mission, plays, places)] + WAGERED * plays[-1].wager


@lru_cache(4096)
def hear_trick(mission: Mission, plays: tuple[Played, ...], places: int) -> tuple[float, ...]:
    """Return what each play of a trick says."""
    return tuple(hear(mission, plays[:count], places) for count in range(1, len(plays) + 1))


def list_tricks(seen: Observation) -> Iterator[tuple[Mission, tuple[Played, ...]]]:
    """Give the tricks in sight, the one under way last."""
    yield from ((trick.mission, trick.plays) for trick in seen.tricks)
    if seen.mission is not None:
        yield seen.mission, seen.plays


def weigh_plays(seen: Observation) -> list[float]:
    """Return by place what all plays in sight say. What was played for Larry speaks of his controller."""
    said = [0.0] * seen.seats
    for mission, plays in list_tricks(seen):
        for played, saying in zip(plays, hear_trick(mission, plays, seen.seats), strict=True):
            said[find_author(seen, played.seat, plays[0].seat)] += TEMPER * saying
    for seat in find_breakers(seen):
        said[seat] += weigh_breaking(seen)
    return said


def weigh_breaking(seen: Observation) -> float:
    """Return what breaking suit says of a hidden seat, as a logarithm."""
    return PROOF if breaking_proves(seen) else DOUBTFUL_PROOF


def breaking_proves(seen: Observation) -> bool:
    """Tell whether a hidden seat that broke suit is the Insider: no other role, hidden at the start, may break suit."""
    roles = [ROLES[role] for role in seen.in_play if not is_insider(role)]
    return not any(role.breaks_suit and not role.is_open for role in roles)


def find_author(seen: Observation, seat: Seat, leader: Seat) -> Seat:
    """Return who chose a card: its seat, or for Larry his controller, who is the player that does not lead."""
    return 1 - leader if seen.controller is not None and seat == LARRY else seat


def find_breakers(seen: Observation) -> set[Seat]:
    """Return who played off the led suit and later a card of it, as only some roles may; Larry draws, so not he."""
    voids, breakers = set[tuple[Seat, str]](), set[Seat]()
    for _, plays in list_tricks(seen):
        for seat, card, _ in plays:
            if (seat, card.suit) in voids:
                breakers.add(seat)
            if card.suit != plays[0].card.suit:
                voids.add((seat, plays[0].card.suit))
    return breakers - {LARRY} if seen.controller is not None else breakers


def suspect(seen: Observation, suspects: Collection[Seat]) -> dict[Seat, float]:
    """Return how likely each of `suspects` is to be the Insider, who is one of them."""
    said = weigh_plays(seen)
    highest = max(said[seat] for seat in suspects)
    weights = {seat: exp(said[seat] - highest) for seat in suspects}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}
