"""The `Title` protocol: all that the site needs to run a game.

States, moves, deals, options and observations are opaque to the site.

Every name must be there. What is typed `| None` is optional: None says that the title does without. So are the fields
of `Texts` that have a default. Tuples, mappings and sets may be empty, except `VERSIONS`, `SEATS`, `BOTS` and `SIDES`.
`docs/new-title.md` lists what a title lacks without each of them.
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
    """The English sentences of a title by code, and names by kind (`terms`).

    The page shows the first of `tips` that applies.
    """

    name: str
    pitch: str
    # How long a game takes if everyone plays in one sitting.
    duration: str
    events: Mapping[str, Sentence]
    objections: Mapping[str, str]
    reasons: Mapping[str, str]
    terms: Mapping[str, Mapping[str, str | Phrase]]
    # `scene` names a scene and contains `{number}`. `past` is the label of the tab with past scenes.
    scene: str
    past: str
    talk_limits: tuple[str, ...]
    # Of `events`, those about `{player}` as a screen reader tells them to that player: "You play …".
    own_events: Mapping[str, Sentence] = field(default_factory=dict)
    # Whether words that players type are part of the game.
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
    # The title's name in database rows, records and URLs.
    NAME: str
    # The name of the folder in `games/titles/`, and of the folders or files of templates and styles in it.
    FOLDER: str
    # Oldest first. `RULES` is the newest.
    VERSIONS: tuple[int, ...]
    RULES: int
    SEATS: tuple[int, ...]
    # Kinds of decisions that only the seats asked may know of.
    SECRET_QUESTIONS: frozenset[str]
    # Whether there is a decision before which the players talk.
    HAS_VOTE: bool
    USUAL_SEATS: int
    # A new option belongs to a new version, its `since`.
    OPTIONS: tuple[Option, ...]
    # The options of a newcomer's first game against bots.
    FIRST_OPTIONS: Mapping[str, Json]
    TEXTS: Texts
    BOTS: Mapping[str, Callable[[SeenT, Chance], MoveT]]
    # The side of each role. Results are counted by side.
    SIDES: Mapping[str, str]
    # None: players cannot prepare a move.
    PREMOVES: Premoves | None
    # None: only games and wins are counted.
    STATISTICS: TitleStatistics | None
    # None: no chart after a game.
    SUSPICION_MODEL: SuspicionModel | None
    # Needs the suspicion model. None: no cases of the day.
    CASES: CaseRules | None
    # Moves and observations as numbers, for programs that learn. None: there is no environment for them.
    SPACE: Space | None
    # What the site commits to before the first move.
    PARTS: Parts

    def parse_options(self, raw: Mapping[str, Json], seats: int) -> OptionsT:
        """Parse options. Missing ones get their default. Raises `InvalidOption`."""

    def dump_options(self, options: OptionsT) -> dict[str, Json]:
        """Return all options as JSON, including those with a default value."""

    def list_wishes(self, options: OptionsT) -> tuple[str, ...]:
        """Return the wishes that players may have before the deal, as codes of `TEXTS.terms["wish"]`."""

    def list_imaginary(self, seats: int) -> tuple[str, ...]:
        """Return the names of players who are imagined, such as Larry. Their places come after the seats."""

    def make_guide(self) -> Any:
        """Return what the title's own rules page needs, such as numbers and example positions, or None."""

    def make_deal(
        self,
        options: OptionsT,
        seats: int,
        chance: Chance,
        previous: DealT | None = None,
        wishes: Mapping[Seat, str] | None = None,
        moved: Mapping[Seat, Seat] | None = None,
    ) -> DealT:
        """Decide everything that chance decides.

        In a rematch, `previous` is the last deal, and `moved` maps old seats to new ones (None: unchanged). `wishes`
        has codes of `list_wishes` by seat.
        """

    def dump_deal(self, deal: DealT) -> DealtJson: ...

    def load_deal(self, dealt: DealtJson) -> DealT: ...

    def record_deal(self, deal: DealT) -> dict[str, Json]:
        """Return the deal as it stands in a record. `read_record_deal` reads it."""

    def read_record_deal(self, raw: Json, options: OptionsT, seats: int) -> DealT:
        """Read the deal of a record. Raises `BadRecord` unless chance could have given this deal."""

    def start(self, options: OptionsT, deal: DealT, rules: int) -> StateT:
        """Return the first state. Raises `InvalidOption` for options that the version `rules` lacks."""

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that are asked. It is empty exactly when the game is over.

        Simultaneous choices take effect in this order. Each is checked separately on the state that asks all, and
        applying it must remove exactly its seat from the seats that are asked.
        """

    def decision(self, state: StateT, seat: Seat) -> Decision | None: ...

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """Return the legal moves of a seat. Where they cannot all be listed, some are enough."""

    def objection(self, state: StateT, move: MoveT) -> str | None:
        """Return why a move is illegal, as a code of `TEXTS.objections`, or None."""

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after a move, which must be legal."""

    def observe(self, state: StateT, viewer: Seat | None) -> SeenT:
        """Build field by field what `viewer` may know. None is the public."""

    def record_observation(self, seen: SeenT) -> dict[str, Json]:
        """Return the title's own fields of an observation as they stand in a record."""

    def disguise(self, state: StateT, seat: Seat) -> StateT | None:
        """Return the state as a link in an email shows it: the same for every secret role.

        What is legal there must be legal in `state`, too. Return `state` itself where no role is at stake, and None
        where the decision or its legal answers reveal it.
        """

    def open_cards(self, state: StateT) -> Any:
        """Return the cards that the players of an unfinished game agreed to open."""

    def narrate(
        self, before: StateT, move: MoveT, after: StateT, viewer: Seat | None, now: StateT
    ) -> tuple[Event, ...]:
        """Return the events of a move that `viewer` may see and still remembers at `now`.

        The first event is the move itself, unless its decision is sealed. Sealed choices are narrated together with the
        last one.
        """

    def fallback(self, seen: SeenT) -> Sequence[MoveT]:
        """Return moves. The clock draws one of them.

        They must not depend on the role. They may be all moves that a player may make, or only some.
        """

    def remaining(self, state: StateT) -> Remaining | None:
        """Return the most that may still be asked, which is empty exactly when the game is over.

        Return None if the rules set no limit. Stand-ins must then be able to end a game.
        """

    def scene(self, state: StateT) -> int:
        """Return the number of the trick, turn or round, from 1, or `FINALE`."""

    def outcome(self, state: StateT) -> Outcome | None: ...

    def dump_move(self, move: MoveT) -> dict[str, Json]:
        """Return `type` and the move's own fields, without the seat."""

    def load_move(self, seat: Seat, raw: Mapping[str, Json]) -> MoveT:
        """Read a move as `dump_move` writes it. Raises `MalformedMove`."""

    def read_choice(self, seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[MoveT, ...]:
        """Parse the form of a decision. Raises `MalformedMove` with the code of what is missing or unknown."""


AnyTitle = Title[Any, Any, Any, Any, Any]
