from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from games.rules.engine.texts import Sentence

# The number of a seat, from 0, clockwise.
Seat = int
Json = Any
# On the site this is `SystemRandom`; in tests and simulations it is seeded.
Chance = Random
PLAYER, BOT, CLOCK = "player", "bot", "clock"
# The scene after the last trick, turn or round: a last vote, or the finished game.
FINALE = -1


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked. One submission answers it.

    `number` counts the decisions of a kind. A `sealed` choice stays outside the log and may change; all sealed choices
    take effect together. If `public`, others may know who is asked. If `vote`, the time limit for votes applies.
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
    """How many decisions may still be asked at most.

    `turns` counts, by seat, the decisions that come one after another. `votes` counts the simultaneous decisions with
    talk before them, `together` those without.
    """

    turns: tuple[int, ...]
    votes: int
    together: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """A name that is translated when shown, such as `Term("card", "B7")`.

    A word such as `Term("word", "chat")` is not translated. It may be in another language than the page; `language`
    says which.
    """

    kind: str
    value: str | int
    language: str = ""


# Several terms are shown as a list, as in "Ada, Ben and Chloé".
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
    """How a game ended. `winners` are sorted.

    `figures` are what else a record says of the end, such as points, in its order.
    """

    reason: str
    winners: tuple[Seat, ...]
    roles: tuple[str, ...]
    figures: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class DealtJson:
    """A deal as JSON. Each of `hands` has what only its seat may see."""

    common: dict[str, Json]
    hands: tuple[dict[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A question about a seat, with five answers from no to yes.

    `truth` gives the right answer for a seat of a finished game, or None for a role on neither side. `sides` names the
    two sides, that for no first. With `by_scene`, notes start empty in each scene.
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
    """What `viewer` may know. The viewer None is the public.

    `awaited` are the seats that are publicly known to be asked.
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


# A function that takes an observation and a source of chance, and returns a legal move.
Bot = Callable[[Any, Chance], Any]
# The names of the levels, the easiest first. Every title has `steady`.
LEVELS = ("gentle", "steady", "expert")
# The name of the bot for absent players. Every title has one, and it must not look at the role.
STAND_IN = "stand_in"


@dataclass(frozen=True, slots=True)
class Entry:
    move: Any
    by: str
