from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from games.rules.engine.texts import Sentence

# From 0, clockwise.
Seat = int
Json = Any
# `SystemRandom` on the site, seeded elsewhere.
Chance = Random
PLAYER, BOT, CLOCK = "player", "bot", "clock"
# After the last trick, turn or round.
FINALE = -1


@dataclass(frozen=True, slots=True)
class Decision:
    """One submission answers it.

    `number` counts within a kind. `sealed` choices stay outside the log, may change, and take effect together.
    `public`: others may know who is asked. `vote`: the time limit for votes applies.
    """

    kind: str
    number: int = 1
    sealed: bool = False
    public: bool = True
    vote: bool = False

    @property
    def name(self) -> str:
        """The name in forms and rows: `play-4`. Never parse it."""
        return f"{self.kind}-{self.number}"


@dataclass(frozen=True, slots=True)
class Remaining:
    """At most:

    `turns` counts successive decisions by seat, `votes` simultaneous ones with talk before them, `together` those
    without.
    """

    turns: tuple[int, ...]
    votes: int
    together: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """A translated name: `Term("card", "B7")`. A `Term("word", "chat")` is not translated; `language` is its own."""

    kind: str
    value: str | int
    language: str = ""


# Several terms make a list.
Param = Term | int | tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    sentence: Sentence
    params: Mapping[str, Param]

    def __hash__(self) -> int:
        return hash((self.sentence, frozenset(self.params.items())))


@dataclass(frozen=True, slots=True)
class Event:
    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winners` are sorted; `figures` in the order of a record."""

    reason: str
    winners: tuple[Seat, ...]
    roles: tuple[str, ...]
    figures: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class DealtJson:
    """`hands` has what only their seats may see."""

    common: dict[str, Json]
    hands: tuple[dict[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A question with five answers from no to yes.

    `truth` is the answer for a seat of a finished game, None for neither; `sides` names no and yes. `by_scene` starts
    again in each scene.
    """

    question: str
    steps: tuple[str, str, str, str, str]
    sides: tuple[str, str]
    truth: Callable[[Any, Seat], bool | None]
    by_scene: bool = False


class Move(Protocol):
    @property
    def seat(self) -> Seat: ...


class State(Protocol):
    @property
    def rules(self) -> int: ...


class Observation(Protocol):
    """What `viewer` may know; None is the public.

    `awaited` are the seats publicly known to be asked.
    """

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def awaited(self) -> tuple[Seat, ...]: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def legal(self) -> Sequence[Any]: ...
    @property
    def outcome(self) -> Outcome | None: ...


# Takes observation and dice, returns a legal move.
Bot = Callable[[Any, Chance], Any]
# Easiest first. Every title has `steady`.
LEVELS = ("gentle", "steady", "expert")
# Must not look at the role. Every title has one.
STAND_IN = "stand_in"


@dataclass(frozen=True, slots=True)
class Entry:
    move: Any
    by: str
