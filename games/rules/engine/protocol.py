"""What a title is: the functions and values that the house needs to run any of its games.

A title is a package whose module level satisfies `Title`. State, move, deal, options and observation
are the title's own frozen values; the house passes them on and never looks inside.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from games.rules.engine.deal_parts import Parts
from games.rules.engine.options import Option
from games.rules.engine.premoves import Premoves
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
    """Every sentence a title needs, in English source form: keys are the codes used by its rules.

    `terms` hold, by kind, the name of each value a `Term` of that kind may have. `glossary` explains, by code, the
    title's own words. Of `tips`, a page shows the first one whose moment has come.
    """

    name: str
    pitch: str
    events: Mapping[str, Sentence]
    objections: Mapping[str, str]
    reasons: Mapping[str, str]
    terms: Mapping[str, Mapping[str, str | Phrase]]
    # What a scene is called by its `{number}`: a trick, a turn, a round; and the tab that shows what is past.
    scene: str
    past: str
    talk_limits: tuple[str, ...]
    # Whether players' own words are part of the game, and so stand on the page beside what is secret.
    has_words: bool = False
    glossary: Mapping[str, Gloss] = field(default_factory=dict)
    tips: tuple[Tip, ...] = ()
    # What players may suspect of each other; None where there is nothing to suspect.
    suspicion: Suspicion | None = None
    # The kinds of terms that a log draws, each by the title's `chip.html`, which is given the `value`.
    drawn: tuple[str, ...] = ()


OptionsT = TypeVar("OptionsT")
DealT = TypeVar("DealT")
StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)
SeenT = TypeVar("SeenT", bound=Observation)


class Title(Protocol[OptionsT, DealT, StateT, MoveT, SeenT]):
    """The functions of a title. All are pure: they change nothing and return new frozen values."""

    # What rows, records and addresses call it.
    NAME: str
    # The name of its folders: its package, its templates, its style sheet, its tests.
    FOLDER: str
    # The versions of its rules that it can play, the oldest first; `RULES`, the newest, is that of new tables.
    VERSIONS: tuple[int, ...]
    RULES: int
    SEATS: tuple[int, ...]
    # The kinds of decisions that are not public: only those who are asked may know of it.
    SECRET_QUESTIONS: frozenset[str]
    # Whether the table ever talks before a decision, which then has a time of its own.
    HAS_VOTE: bool
    # How many sit at a table of which nothing else is said, such as a first game against bots.
    USUAL_SEATS: int
    OPTIONS: tuple[Option, ...]
    # Of a newcomer's first game against bots: the options, by name, that differ from their defaults.
    FIRST_OPTIONS: Mapping[str, Json]
    TEXTS: Texts
    BOTS: Mapping[str, Callable[[SeenT, Chance], MoveT]]
    # By role, the side it is dealt to: what results are counted by. `TEXTS.terms` names roles and sides.
    SIDES: Mapping[str, str]
    # What a player may prepare while they wait; None where nothing can be.
    PREMOVES: Premoves | None
    # What is counted of each player of a finished game besides wins; None where nothing is.
    STATISTICS: TitleStatistics | None
    # Who one could have suspected, from what all could see; None where nobody can say.
    SUSPICION_MODEL: SuspicionModel | None
    # The parts of its deal that are committed to before the first move.
    PARTS: Parts

    def parse_options(self, raw: Mapping[str, Json], seats: int) -> OptionsT:
        """Return the options of a table with `seats` seats; what is missing takes its default.

        Raises `InvalidOption` for an unknown name, a wrong type, or a value that is not offered.
        """

    def dump_options(self, options: OptionsT) -> dict[str, Json]:
        """Return the options as JSON, defaults written out."""

    def list_wishes(self, options: OptionsT) -> tuple[str, ...]:
        """Return what a player may wish for before the deal, as codes of `TEXTS.terms["wish"]`."""

    def list_imaginary(self, seats: int) -> tuple[str, ...]:
        """Return the names of the places beyond the seats, which no player has, of a table with `seats` seats."""

    def make_guide(self) -> Any:
        """Return the facts of the page of rules, `games/<title>/rules.html`: the data that games are played by."""

    def make_deal(
        self,
        options: OptionsT,
        seats: int,
        chance: Chance,
        previous: DealT | None = None,
        wishes: Mapping[Seat, str] | None = None,
        moved: Mapping[Seat, Seat] | None = None,
    ) -> DealT:
        """Return all that chance decides for a game.

        `previous` is the deal of the game it follows, and `moved` tells where those who had a seat there sit now;
        without it nobody has moved. `wishes` are codes of `list_wishes` by seat.
        """

    def dump_deal(self, deal: DealT) -> DealtJson:
        """Return a deal as JSON, the common part apart from each seat's."""

    def load_deal(self, dealt: DealtJson) -> DealT:
        """Return the deal that `dump_deal` wrote."""

    def record_deal(self, deal: DealT) -> dict[str, Json]:
        """Return a deal as a record has it: in full, for everybody, once the game is over."""

    def read_record_deal(self, raw: Json, options: OptionsT, seats: int) -> DealT:
        """Return the deal that `record_deal` wrote. Raises `BadRecord` unless chance could have given it."""

    def start(self, options: OptionsT, deal: DealT, rules: int) -> StateT:
        """Return the state before the first move, played by the version `rules` to its end.

        Raises `InvalidOption` for what that version did not have.
        """

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats being asked: empty exactly when the game is over.

        Choices made at the same time take effect in this order: seat order, if the rules name no other. Each is first
        tried alone on the state in which all are asked: after it, exactly its seat is missing here.
        """

    def decision(self, state: StateT, seat: Seat) -> Decision | None:
        """Return what `seat` is being asked, or None."""

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """Return the moves open to the player of `seat`: all or, where they cannot be listed, some."""

    def objection(self, state: StateT, move: MoveT) -> str | None:
        """Return why a player may not make `move` now, a code of `TEXTS.objections`, or None if legal."""

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after a legal move."""

    def observe(self, state: StateT, viewer: Seat | None) -> SeenT:
        """Return what `viewer` may know, built field by field; None is the public."""

    def disguise(self, state: StateT, seat: Seat) -> StateT | None:
        """Return `state` as the link of a mail shows it to `seat`, who is asked: the same whatever its secret role is.

        Who has the link is shown what `seat` observes there, and may answer what is legal there; all of that must be
        legal in `state`, too. It is `state` itself where no role is at stake; None where the question, or which answers
        are taken, would tell the role.
        """

    def open_cards(self, state: StateT) -> Any:
        """Return what an unfinished game has held back, for everybody at the table: its players agreed to open it."""

    def narrate(
        self, before: StateT, move: MoveT, after: StateT, viewer: Seat | None, now: StateT
    ) -> tuple[Event, ...]:
        """Return what `viewer` is told of a move between two states, if memory holds it at `now`.

        The first event tells the move itself, unless its decision is sealed; what follows from it comes after. What is
        sealed is told with the last choice of all.
        """

    def fallback(self, seen: SeenT) -> Sequence[MoveT]:
        """Return the moves among which the clock draws for an absent player. Looks at no role."""

    def remaining(self, state: StateT) -> Remaining | None:
        """Return the most that may still be asked: nothing exactly when the game is over.

        None where the rules let players go on for as long as they like: stand-ins must end such a game.
        """

    def scene(self, state: StateT) -> int:
        """Return in which part of the game a state is: the trick, turn or round, counted from 1, or `FINALE`."""

    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended, or None while it runs."""

    def dump_move(self, move: MoveT) -> dict[str, Json]:
        """Return a move as JSON: `type` and the move's own fields, without its seat."""

    def load_move(self, seat: Seat, raw: Mapping[str, Json]) -> MoveT:
        """Return the move of `seat` written by `dump_move`. Raises `MalformedMove`."""

    def read_choice(self, seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[MoveT, ...]:
        """Return the moves with which a submitted form answers a decision of `kind`.

        Raises `MalformedMove` with the code of what is missing or unknown.
        """


AnyTitle = Title[Any, Any, Any, Any, Any]
"""A title whose values are never looked into: what the house holds."""
