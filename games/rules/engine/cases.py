"""Cases: games of bots where an observer can find out who is guilty."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Bot, Event, Json, Param, Seat, Term

# The weight of a fact. A proof is certain by the rules; a hint is what the suspicion model makes of a play.
OBSERVED, PROOF, HINT = "observed", "proof", "hint"
MAX_FACTS = 4
# What makes a case worth telling: the guilty seat lied, its opponents were one step from winning, or an innocent
# player was ahead in the middle. `FOOLED` says that its opponents were deceived in the end.
LIE, NEAR_MISS, FOOLED, MISLEADING = "lie", "near_miss", "fooled", "misleading"


@dataclass(frozen=True, slots=True)
class Lineup:
    """A table of bots for a case.

    `options` has only options that differ from their defaults. `guilty` and `others` name bots.
    """

    seats: int
    guilty: str
    others: str
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a case is.

    `opened` is the range of scenes from which on the guilty seat may lead, and `most` is how high the suspicion against
    it may be before, in per cent. `proven` is the range where proof may come, or empty if there must be none.
    `counted` is the range of scenes from which on the guilty seat may lead for the second reader. If it reaches beyond
    the last scene, that may never be; if it is empty, the second reader does not matter.
    """

    lineup: Lineup
    opened: range
    proven: range = range(0)
    most: int = 100
    counted: range = range(0)
    special: Term | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something public about the guilty seat.

    For a hint, `suspicion` is the suspicion in per cent before and after the scene.
    """

    scene: int
    weight: str
    event: Event
    suspicion: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CaseRules:
    """How a title makes cases of the day.

    `levels` has seven entries, for Monday to Sunday. On some days one of `specials` replaces the sixth.
    """

    levels: tuple[Level, ...]
    specials: tuple[Level, ...]
    # The sentence for each code of a fact.
    sentences: Mapping[str, Sentence]
    # Takes the public observations by scene, the suspicion against the guilty seat before each scene and at the end,
    # and that seat. Returns at most `MAX_FACTS` facts: proof first, then what raised the suspicion most.
    find_facts: Callable[[Sequence[Any], Sequence[int], Seat], tuple[Fact, ...]]
    # Takes a deal and returns what was hidden from others, by seat.
    open_hands: Callable[[Any], Any]
    # Takes the last state and the guilty seat. Returns the play that its hand shows to be a lie, or None.
    find_lie: Callable[[Any, Seat], Any]
    # Takes a state and the guilty seat. Returns which of `LIE` and `NEAR_MISS` the game has, or can still have while it
    # is not over.
    find_marks: Callable[[Any, Seat], Iterable[str]]
    # What the second reader says: takes the public observation at the end of a scene and the name of the guilty seat's
    # bot. Returns how likely each seat is guilty, in per cent.
    count: Callable[[Any, str], Sequence[float]]
    # Bots that play in cases only.
    bots: Mapping[str, Bot] = field(default_factory=dict)


def dump_fact(fact: Fact) -> dict[str, Json]:
    params = {name: _dump_param(param) for name, param in fact.event.params.items()}
    written = {"scene": fact.scene, "weight": fact.weight, "code": fact.event.code, "params": params}
    return {**written, "suspicion": list(fact.suspicion)} if fact.suspicion else written


def _dump_param(param: Param) -> Json:
    if isinstance(param, Term):
        return [param.kind, param.value]
    assert isinstance(param, int)
    return param


def load_fact(raw: Mapping[str, Json]) -> Fact:
    params = {name: Term(*param) if isinstance(param, list) else param for name, param in raw["params"].items()}
    suspicion = raw.get("suspicion")
    event = Event(raw["code"], params)
    return Fact(raw["scene"], raw["weight"], event, (suspicion[0], suspicion[1]) if suspicion else None)
