"""Cases: games of bots where an observer can find out who is guilty."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Event, Json, Param, Seat, Term

# A proof is certain by the rules; a hint is what the suspicion model made of a play.
OBSERVED, PROOF, HINT = "observed", "proof", "hint"
MAX_FACTS = 3


@dataclass(frozen=True, slots=True)
class Lineup:
    """`options` differ from the defaults; `guilty` and `others` name bots."""

    seats: int
    guilty: str
    others: str
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Level:
    """`solved`: when the observer may become sure. `proven`: when proof may come; empty for no proof at all."""

    lineup: Lineup
    solved: range
    proven: range = range(0)
    special: Term | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something public about the guilty seat. `suspicion` is in per cent, before and after the scene of a hint."""

    scene: int
    weight: str
    event: Event
    suspicion: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CaseRules:
    """Seven `levels`, for Monday to Sunday; `specials` replace the sixth on some days."""

    levels: tuple[Level, ...]
    specials: tuple[Level, ...]
    # Of facts, by code.
    sentences: Mapping[str, Sentence]
    # Takes public observations by scene, the suspicion of the guilty seat before each and at the end, and that seat.
    # The best facts come first.
    find_facts: Callable[[Sequence[Any], Sequence[int], Seat], tuple[Fact, ...]]
    # Takes a deal and returns, by seat, what was hidden.
    open_hands: Callable[[Any], Any]


def dump_fact(fact: Fact) -> dict[str, Json]:
    params = {name: dump_param(param) for name, param in fact.event.params.items()}
    written = {"scene": fact.scene, "weight": fact.weight, "code": fact.event.code, "params": params}
    return {**written, "suspicion": list(fact.suspicion)} if fact.suspicion else written


def dump_param(param: Param) -> Json:
    if isinstance(param, Term):
        return [param.kind, param.value]
    assert isinstance(param, int)
    return param


def load_fact(raw: Mapping[str, Json]) -> Fact:
    params = {name: Term(*param) if isinstance(param, list) else param for name, param in raw["params"].items()}
    suspicion = raw.get("suspicion")
    event = Event(raw["code"], params)
    return Fact(raw["scene"], raw["weight"], event, (suspicion[0], suspicion[1]) if suspicion else None)
