"""The values that the rules of every title share: seats, decisions, events, outcomes, moves and entries of the log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from games.rules.engine.texts import Sentence

Seat = int
"""A place at the game, numbered from 0 clockwise."""
Json = Any
"""A value that survives a trip through real JSON: None, bool, int, str, list, dict with string keys."""
Chance = Random
"""Where dice come from: `SystemRandom` on the site, a seeded `Random` in simulations and tests."""
PLAYER, BOT, CLOCK = "player", "bot", "clock"
"""Who chose a move: its seat's player, a bot in the seat, or the clock for an absent player."""
FINALE = -1
"""The scene that comes after the last trick, turn or round: a vote, or the end."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one seat is being asked. One decision is answered by one submission of one or more moves.

    `kind` is the title's word for the question (`play`, `vote`); `number` counts from 1 and tells apart the decisions
    of a kind in one game. `sealed` choices are kept outside the log, may be changed, and take effect together.
    `public` says whether others may know who is being asked. `vote` marks a decision before which the table talks: it
    gets the time that the table gives to votes.
    """

    kind: str
    number: int = 1
    sealed: bool = False
    public: bool = True
    vote: bool = False

    @property
    def name(self) -> str:
        """What forms and rows call it: `play-4`. Made here and taken apart nowhere."""
        return f"{self.kind}-{self.number}"


@dataclass(frozen=True, slots=True)
class Remaining:
    """The most that may still be asked in a game, what is asked now included.

    `turns` holds by seat the decisions that follow one another; `votes` the questions asked of several at once before
    which the table talks, `together` those asked of several at once before which it does not.
    """

    turns: tuple[int, ...]
    votes: int
    together: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """Something with a name in every language: `Term("card", "B7")`, `Term("seat", 2)`.

    A `Term("word", "chat")` is a word that was typed or dealt: it is its own name in every language. `language` is the
    one of the words that the table plays with.
    """

    kind: str
    value: str | int
    language: str = ""


Param = Term | int | tuple[Term, ...]
"""What fills a place of a sentence; several terms are listed: `Ada, Ben and Chloé`."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name made of others: a sentence and what fills its places, as a mission names its trump."""

    sentence: Sentence
    params: Mapping[str, Param]

    def __hash__(self) -> int:
        return hash((self.sentence, frozenset(self.params.items())))


@dataclass(frozen=True, slots=True)
class Event:
    """What a move caused, told to one viewer: a code and what fills the places of its sentence."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.params.items())))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the reason's code, the winners (sorted), each role, and the title's own figures.

    `figures` follow reason and winners in a record's result, in their order.
    """

    reason: str
    winners: tuple[Seat, ...]
    roles: tuple[str, ...]
    figures: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class DealtJson:
    """A deal as stored: what chance decided for all, and by seat what it gave to that seat's eyes only."""

    common: dict[str, Json]
    hands: tuple[dict[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What players may note of each other: a question, and five answers from surely not to surely so.

    `truth` says of a state of a finished game whether it was so of a seat, None where neither holds; `sides` names no
    and yes. `by_scene` marks what begins anew with each scene.
    """

    question: str
    steps: tuple[str, str, str, str, str]
    sides: tuple[str, str]
    truth: Callable[[Any, Seat], bool | None]
    by_scene: bool = False


class Move(Protocol):
    """A choice by a seat: the unit of the log."""

    @property
    def seat(self) -> Seat: ...


class State(Protocol):
    """A game between two moves. The house asks it one thing: by which version of the rules it is played."""

    @property
    def rules(self) -> int: ...


class Observation(Protocol):
    """What one seat (`viewer`), or the public (`viewer` None), may know. Titles add their own fields.

    `awaited` are the seats that everybody may know to be asked; `decision` and `legal` are the viewer's own.
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


Bot = Callable[[Any, Chance], Any]
"""A bot takes its seat's observation and dice, and returns one legal move."""
LEVELS = ("gentle", "steady", "expert")
"""The bots that a host may choose among, the easiest first, as far as a title has them: all have `steady`."""
STAND_IN = "stand_in"
"""The bot that keeps an absent player's seat: it looks at no role. Every title has one under this name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: a move, and who chose it (`PLAYER`, `BOT` or `CLOCK`)."""

    move: Any
    by: str
