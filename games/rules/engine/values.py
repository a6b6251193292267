"""The values that the rules of all titles share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from games.rules.engine.texts import Sentence

# A place at the game, numbered from 0 clockwise.
Seat = int
# None, bool, int, str, list, or dict with string keys.
Json = Any
# The dice: `SystemRandom` on the site, a seeded `Random` in simulations and tests.
Chance = Random
# Who chose a move. The clock plays for an absent player.
PLAYER, BOT, CLOCK = "player", "bot", "clock"
# The scene after the last trick, turn or round: a vote, or the end.
FINALE = -1


@dataclass(frozen=True, slots=True)
class Decision:
    """What one seat is asked. It is answered by one submission of one or more moves.

    `kind` is the title's word for the question (`play`, `vote`); `number` counts from 1 within a kind. `sealed` choices
    stay outside the log, may be changed, and take effect together. `public`: others may know who is asked. `vote`: the
    table talks first, so the time limit for votes applies.
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
    """The most that may still be asked in a game, including now.

    `turns` counts successive decisions by seat. `votes` counts simultaneous questions with talk before them, `together`
    those without.
    """

    turns: tuple[int, ...]
    votes: int
    together: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """Something with a translated name: `Term("card", "B7")`, `Term("seat", 2)`.

    A `Term("word", "chat")` is a word of the game, the same in every language. `language` is then the language the
    table plays in.
    """

    kind: str
    value: str | int
    language: str = ""


# What fills a place of a sentence. Several terms make a list: `Ada, Ben and Chloé`.
Param = Term | int | tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name made of other names, as a mission names its trump."""

    sentence: Sentence
    params: Mapping[str, Param]

    def __hash__(self) -> int:
        return hash((self.sentence, frozenset(self.params.items())))


@dataclass(frozen=True, slots=True)
class Event:
    """A consequence of a move for one viewer: a code and what fills the places of its sentence."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: code of the reason, sorted winners, roles by seat, and the title's own figures.

    The order of `figures` is that of a record's result.
    """

    reason: str
    winners: tuple[Seat, ...]
    roles: tuple[str, ...]
    figures: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class DealtJson:
    """A deal as stored: the common part, and what only each seat may see."""

    common: dict[str, Json]
    hands: tuple[dict[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What players may note of each other: a question and five answers, from surely not to surely so.

    `truth` says for a finished game whether it was so of a seat, None for neither. `sides` names no and yes. `by_scene`
    starts anew in each scene.
    """

    question: str
    steps: tuple[str, str, str, str, str]
    sides: tuple[str, str]
    truth: Callable[[Any, Seat], bool | None]
    by_scene: bool = False


class Move(Protocol):
    """A choice by a seat: one entry of the log."""

    @property
    def seat(self) -> Seat: ...


class State(Protocol):
    """A game between two moves. The site reads only its version of the rules."""

    @property
    def rules(self) -> int: ...


class Observation(Protocol):
    """What one seat, or the public (`viewer` None), may know. Titles add fields.

    `awaited` are the seats that are publicly known to be asked. `decision` and `legal` are the viewer's own.
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


# Takes the observation of its seat and dice, and returns one legal move.
Bot = Callable[[Any, Chance], Any]
# The bots that a host may choose from, easiest first. Every title has `steady`.
LEVELS = ("gentle", "steady", "expert")
# The bot that plays for an absent player. It must not look at its role. Every title has one.
STAND_IN = "stand_in"


@dataclass(frozen=True, slots=True)
class Entry:
    """`by` is `PLAYER`, `BOT` or `CLOCK`."""

    move: Any
    by: str
