"""Evidence that a seat is the Insider, judging each of its plays by itself."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.denials import weigh_denials
from games.titles.insidejob.rules.bots.hopes import can_be_met
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import ROLES, is_insider
from games.titles.insidejob.rules.trick import Played, winning_place

LEADS, FOLLOWS, ENDS = "leads", "follows", "ends"
# After the play the mission can still be met (or is met), can no longer be met, or could not be met before either.
OPEN, SPOILT, LOST = "open", "spoilt", "lost"
# The place of a card in the trick, its effect on the mission, and whether it is the best card so far.
Trait = tuple[str, str, bool]

# Log likelihood ratios of Insider to others, from games of bots (`python -m games.titles.insidejob.tests.plays`). Bots
# lead a card that spoils the mission only if they must, so that ratio is a guess about people.
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
# Added to the ratio for a wager.
WAGERED = 0.3
# Plays of one seat are not independent, so evidence is scaled.
TEMPER = 0.7
# Evidence of breaking suit where a house role may break suit, too.
DOUBTFUL_PROOF = 3.0
# Evidence of playing a suit that was not followed before. It is practically certain.
PROOF = 20.0


def _read_trait(mission: Mission, plays: Sequence[Played], places: int) -> Trait:
    return (_name_place(len(plays), places), *look_at(mission, plays, places))


def _name_place(count: int, places: int) -> str:
    return LEADS if count == 1 else ENDS if count == places else FOLLOWS


def look_at(mission: Mission, plays: Sequence[Played], places: int) -> tuple[str, bool]:
    if can_be_met(mission, plays, places):
        fate = OPEN
    else:
        fate = SPOILT if can_be_met(mission, plays[:-1], places) else LOST
    return fate, winning_place(plays, mission.trump) == len(plays) - 1


def hear(mission: Mission, plays: Sequence[Played], places: int) -> float:
    """Return the log likelihood ratio of Insider to others for the last play."""
    return SPEAKS[_read_trait(mission, plays, places)] + WAGERED * plays[-1].wager


@lru_cache(4096)
def _hear_trick(mission: Mission, plays: tuple[Played, ...], places: int) -> tuple[float, ...]:
    return tuple(hear(mission, plays[:count], places) for count in range(1, len(plays) + 1))


def _list_tricks(seen: Observation) -> Iterator[tuple[Mission, tuple[Played, ...]]]:
    """Yield each trick's mission and plays. The current trick comes last."""
    yield from ((trick.mission, trick.plays) for trick in seen.tricks)
    if seen.mission is not None:
        yield seen.mission, seen.plays


def weigh_plays(seen: Observation) -> list[float]:
    """Return the evidence against each seat. A card for Larry counts for his controller."""
    said = weigh_denials(seen)
    for mission, plays in _list_tricks(seen):
        for played, saying in zip(plays, _hear_trick(mission, plays, seen.seats), strict=True):
            said[find_author(seen, played.seat, plays[0].seat)] += TEMPER * saying
    for seat in find_breakers(seen):
        said[seat] += weigh_breaking(seen)
    return said


def weigh_breaking(seen: Observation) -> float:
    return PROOF if breaking_proves(seen) else DOUBTFUL_PROOF


def breaking_proves(seen: Observation) -> bool:
    """Whether breaking suit proves the Insider, because no other hidden role may do it."""
    roles = [ROLES[role] for role in seen.in_play if not is_insider(role)]
    return not any(role.breaks_suit and not role.is_open for role in roles)


def find_author(seen: Observation, seat: Seat, leader: Seat) -> Seat:
    """Return who chose a card.

    Larry's card is chosen by his controller, the player who does not lead.
    """
    return 1 - leader if seen.controller is not None and seat == LARRY else seat


def find_breakers(seen: Observation) -> set[Seat]:
    """Return the seats that did not follow a suit and later played it.

    Larry draws new cards, so he is left out.
    """
    voids, breakers = set[tuple[Seat, str]](), set[Seat]()
    for _, plays in _list_tricks(seen):
        for seat, card, _ in plays:
            if (seat, card.suit) in voids:
                breakers.add(seat)
            if card.suit != plays[0].card.suit:
                voids.add((seat, plays[0].card.suit))
    return breakers - {LARRY} if seen.controller is not None else breakers


def suspect(seen: Observation, suspects: Collection[Seat]) -> dict[Seat, float]:
    said = weigh_plays(seen)
    highest = max(said[seat] for seat in suspects)
    weights = {seat: exp(said[seat] - highest) for seat in suspects}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}
