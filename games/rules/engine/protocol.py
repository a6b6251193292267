"""The `Title` protocol: all that the site needs to run a game.

States, moves, deals, options and observations are opaque to the site.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from games.rules.engine.cases import CaseRules
from games.rules.engine.deal_parts import Parts
from games.rules.engine.options import Option
from games.rules.engine.premoves import Premoves
from games.rules.engine.space import Space
from games.rules.engine.statistics import TitleStatistics
from games.rules.engine.suspicion import SuspicionModel
from games.rules.engine.texts import Gloss, Sentence, Tip
from games.rules.engine.values import (
    Chance,
    DealtJson,
    Decision,
    Event,
    Json,
    Move,
    Observation,
    Outcome,
    Phrase,
    Remaining,
    Seat,
    State,
    Suspicion,
)


@dataclass(frozen=True, slots=True)
class Texts:
    """English sentences by code; `terms` by kind. The page shows the first of `tips` that applies."""

    name: str
    pitch: str
    events: Mapping[str, Sentence]
    objections: Mapping[str, str]
    reasons: Mapping[str, str]
    terms: Mapping[str, Mapping[str, str | Phrase]]
    # Contains `{number}`; the tab shows past scenes.
    scene: str
    past: str
    talk_limits: tuple[str, ...]
    # Players' own words are part of the game.
    has_words: bool = False
    glossary: Mapping[str, Gloss] = field(default_factory=dict)
    tips: tuple[Tip, ...] = ()
    suspicion: Suspicion | None = None
    # Kinds of terms that `chip.html` draws in the log.
    drawn: tuple[str, ...] = ()


OptionsT = TypeVar("OptionsT")
DealT = TypeVar("DealT")
StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)
SeenT = TypeVar("SeenT", bound=Observation)


class Title(Protocol[OptionsT, DealT, StateT, MoveT, SeenT]):
    # In rows, records and URLs.
    NAME: str
    # Of the package, templates, style sheet and tests.
    FOLDER: str
    # Oldest first. `RULES` is the newest.
    VERSIONS: tuple[int, ...]
    RULES: int
    SEATS: tuple[int, ...]
    # Only the seats asked may know.
    SECRET_QUESTIONS: frozenset[str]
    # The table talks before some decision.
    HAS_VOTE: bool
    USUAL_SEATS: int
    OPTIONS: tuple[Option, ...]
    # For a newcomer's first game against bots.
    FIRST_OPTIONS: Mapping[str, Json]
    TEXTS: Texts
    BOTS: Mapping[str, Callable[[SeenT, Chance], MoveT]]
    # By role; results are counted by side.
    SIDES: Mapping[str, str]
    PREMOVES: Premoves | None
    STATISTICS: TitleStatistics | None
    SUSPICION_MODEL: SuspicionModel | None
    # Needs the suspicion model.
    CASES: CaseRules | None
    # For programs that learn.
    SPACE: Space | None
    # What the site commits to before the first move.
    PARTS: Parts

    def parse_options(self, raw: Mapping[str, Json], seats: int) -> OptionsT:
        """Missing options take their default. Raises `InvalidOption`."""

    def dump_options(self, options: OptionsT) -> dict[str, Json]:
        """Includes defaults."""

    def list_wishes(self, options: OptionsT) -> tuple[str, ...]:
        """Codes of `TEXTS.terms["wish"]`."""

    def list_imaginary(self, seats: int) -> tuple[str, ...]:
        """Names of places after the seats, without a player."""

    def make_guide(self) -> Any:
        pass

    def make_deal(
        self,
        options: OptionsT,
        seats: int,
        chance: Chance,
        previous: DealT | None = None,
        wishes: Mapping[Seat, str] | None = None,
        moved: Mapping[Seat, Seat] | None = None,
    ) -> DealT:
        """In a rematch, `previous` is the last deal, and `moved` maps old seats to new ones (None: unchanged).

        `wishes` are of `list_wishes`.
        """

    def dump_deal(self, deal: DealT) -> DealtJson: ...

    def load_deal(self, dealt: DealtJson) -> DealT: ...

    def record_deal(self, deal: DealT) -> dict[str, Json]:
        pass

    def read_record_deal(self, raw: Json, options: OptionsT, seats: int) -> DealT:
        """Raises `BadRecord` unless chance could have given this deal."""

    def start(self, options: OptionsT, deal: DealT, rules: int) -> StateT:
        """Raises `InvalidOption` for options that the version `rules` lacks."""

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Empty exactly when the game is over.

        Simultaneous choices take effect in this order. Each is tried alone on the state that asks all; then exactly its
        seat must be missing here.
        """

    def decision(self, state: StateT, seat: Seat) -> Decision | None: ...

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """Some suffice where moves cannot be listed."""

    def objection(self, state: StateT, move: MoveT) -> str | None:
        """Return a code of `TEXTS.objections`, or None."""

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """Assumes that the move is legal."""

    def observe(self, state: StateT, viewer: Seat | None) -> SeenT:
        """Build field by field what `viewer` may know. None is the public."""

    def record_observation(self, seen: SeenT) -> dict[str, Json]:
        """The title's own fields, in the words of a record."""

    def disguise(self, state: StateT, seat: Seat) -> StateT | None:
        """The state as an email link shows it: the same for every secret role.

        What is legal there must be legal in `state`, too. Return `state` where no role is at stake, None where the
        decision or its legal answers reveal it.
        """

    def open_cards(self, state: StateT) -> Any:
        """What players of an unfinished game agreed to open."""

    def narrate(
        self, before: StateT, move: MoveT, after: StateT, viewer: Seat | None, now: StateT
    ) -> tuple[Event, ...]:
        """What `viewer` may see and still remembers at `now`.

        The first event is the move itself, unless its decision is sealed. Sealed choices come with the last one.
        """

    def fallback(self, seen: SeenT) -> Sequence[MoveT]:
        """The clock draws one. Must not depend on the role."""

    def remaining(self, state: StateT) -> Remaining | None:
        """The most that may still be asked; empty exactly when the game is over.

        None where the rules set no end: stand-ins must then end games.
        """

    def scene(self, state: StateT) -> int:
        """The trick, turn or round from 1, or `FINALE`."""

    def outcome(self, state: StateT) -> Outcome | None: ...

    def dump_move(self, move: MoveT) -> dict[str, Json]:
        """`type` and the move's own fields, without the seat."""

    def load_move(self, seat: Seat, raw: Mapping[str, Json]) -> MoveT:
        """Raises `MalformedMove`."""

    def read_choice(self, seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[MoveT, ...]:
        """Parse the form of a decision. Raises `MalformedMove` with the code of what is missing or unknown."""


AnyTitle = Title[Any, Any, Any, Any, Any]
