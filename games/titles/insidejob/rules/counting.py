"""The second reader of cases: it counts cards and keeps simple notes, and knows nothing of how bots think.

It weighs its notes by `WEIGHTS`, which `python -m games.titles.insidejob.tests.second_reader` fits to other games.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import comb, exp, log

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.seen_trick import SeenTrick

# What is noted of each seat: how unlikely it is by count that it had none of a suit led, and how often it did what.
NOTES = (
    "doubt",
    "off suit",
    "blamed",
    "led and failed",
    "last and failed",
    "took and failed",
    "wagered",
    "intel taken",
)
# By the bot that plays the guilty seat: readers of cases know how easy they are meant to be.
WEIGHTS: Mapping[str, tuple[float, ...]] = {
    "slipping": (0.65, 0.02, 0.64, 0.64, -0.16, -0.46, 0.01, -0.25),
    "expert": (0.55, -0.13, 0.55, 1.10, 0.28, 0.00, 1.29, -0.57),
}
# A single play off suit says at most as much.
MOST_DOUBT = 5.0
Notes = tuple[tuple[float, ...], ...]


def count(seen: Observation, guilty: str) -> tuple[float, ...]:
    """Return how likely each seat is guilty at the end of a trick, in per cent. `guilty` names the bot of that seat."""
    *_, last = _read(seen.tricks, seen.seats, seen.hand_sizes[0] + len(seen.tricks), guilty)
    return tuple(100 * each for each in last)


def _read(tricks: Sequence[SeenTrick], seats: int, hand: int, guilty: str) -> Iterator[tuple[float, ...]]:
    """Yield the chance of each seat to be guilty after each trick. `guilty` names the bot of that seat."""
    for notes, proven in _take_notes(tricks, seats, hand):
        if proven:
            yield tuple(float(seat in proven) / len(proven) for seat in range(seats))
        else:
            yield _share(notes, WEIGHTS[guilty])


def _share(notes: Notes, weights: Sequence[float]) -> tuple[float, ...]:
    said = [exp(sum(weight * note for weight, note in zip(weights, row, strict=True))) for row in notes]
    return tuple(each / sum(said) for each in said)


def _take_notes(tricks: Sequence[SeenTrick], seats: int, hand: int) -> Iterator[tuple[Notes, set[Seat]]]:
    """Yield the notes of each seat after each trick, and the seats that were proven to have broken suit."""
    notes = [[0.0] * len(NOTES) for _ in range(seats)]
    seen: set[Card] = set()
    voids: set[tuple[Seat, str]] = set()
    proven: set[Seat] = set()
    for trick in tricks:
        led, failure = trick.plays[0].card.suit, trick.failure
        for place, (seat, card, wager) in enumerate((each.seat, each.card, each.wager) for each in trick.plays):
            own = notes[seat]
            if (seat, card.suit) in voids:
                proven.add(seat)
            if card.suit != led and (seat, led) not in voids:
                voids.add((seat, led))
                unseen = [each for each in DECK if each not in seen]
                others = sum(each.suit != led for each in unseen)
                held = hand - trick.number + 1
                chance = comb(others, held) / comb(len(unseen), held)
                own[0] += min(MOST_DOUBT, -log(chance) if chance else MOST_DOUBT)
            seen.add(card)
            own[1] += card.suit != led
            own[2] += failure is not None and failure.played is not None and failure.played.seat == seat
            own[3] += not trick.met and place == 0
            own[4] += not trick.met and place == seats - 1
            own[5] += not trick.met and trick.winner == seat
            own[6] += wager
            own[7] += trick.intel * (trick.winner == seat)
        yield tuple(tuple(row) for row in notes), {*proven}
