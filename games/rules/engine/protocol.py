"""The `Title`: all that the site needs to run a game.

States, moves, deals, options and observations are opaque to the site. What has a default is optional: the default says
that the title does without. `docs/new-title.md` lists what a title lacks then.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from games.rules.engine.cases import CaseRules
from games.rules.engine.deal_parts import Parts
from games.rules.engine.errors import InvalidOption
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
    # What players may and may not say at the table, a sentence each. It stands next to the talk.
    talk_limits: tuple[str, ...]
    # Of `events`, those about `{player}` in the words for that player: "You play …".
    own_events: Mapping[str, Sentence] = field(default_factory=dict)
    # Whether words that players type are part of the game.
    has_words: bool = False
    glossary: Mapping[str, Gloss] = field(default_factory=dict)
    tips: tuple[Tip, ...] = ()
    suspicion: Suspicion | None = None
    # Kinds of terms that `chip.html` draws in the log.
    drawn: tuple[str, ...] = ()


OptionsT = TypeVar("OptionsT")
OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)
DealT = TypeVar("DealT")
StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)
SeenT = TypeVar("SeenT", bound=Observation)


class MakeDeal(Protocol[OptionsT_contra, DealT]):
    def __call__(
        self,
        options: OptionsT_contra,
        seats: int,
        chance: Chance,
        previous: DealT | None = None,
        wishes: Mapping[Seat, str] | None = None,
        moved: Mapping[Seat, Seat] | None = None,
    ) -> DealT: ...


def _without_options(raw: Mapping[str, Json], seats: int) -> tuple[()]:
    """Parse the options of a title that has none."""
    for name in raw:
        raise InvalidOption(name, "unknown_option")
    return ()


def _nothing(*given: Any) -> None:
    return None


def _none_of_them(*given: Any) -> tuple[()]:
    return ()


def _no_fields(options: Any) -> dict[str, Json]:
    return {}


# Compared by identity: it is a key of caches.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Title(Generic[OptionsT, DealT, StateT, MoveT, SeenT]):
    # The title's name in database rows, records and URLs.
    NAME: str
    # The name of its folder, and of the folders or files of templates and styles in it.
    FOLDER: str
    # Oldest first.
    VERSIONS: tuple[int, ...]
    SEATS: tuple[int, ...]
    USUAL_SEATS: int
    TEXTS: Texts
    BOTS: Mapping[str, Callable[[SeenT, Chance], MoveT]]
    # The side of each role. Results are counted by side.
    SIDES: Mapping[str, str]
    # What the site commits to before the first move.
    PARTS: Parts

    # Decide everything that chance decides. In a rematch, `previous` is the last deal, and `moved` maps old seats to
    # new ones (None: unchanged). `wishes` has codes of `list_wishes` by seat.
    make_deal: MakeDeal[OptionsT, DealT]
    dump_deal: Callable[[DealT], DealtJson]
    load_deal: Callable[[DealtJson], DealT]
    # Return the deal as it stands in a record. `read_record_deal` reads it.
    record_deal: Callable[[DealT], dict[str, Json]]
    # Read the deal of a record at a table of so many seats. Raises `BadRecord` unless chance could have given it.
    read_record_deal: Callable[[Json, OptionsT, int], DealT]
    # Return the first state by a version of the rules. Raises `InvalidOption` for options that this version lacks.
    start: Callable[[OptionsT, DealT, int], StateT]
    # Return the seats that are asked. It is empty exactly when the game is over. Simultaneous choices take effect in
    # this order. Each is checked separately on the state that asks all, and applying it must remove exactly its seat
    # from the seats that are asked.
    to_act: Callable[[StateT], tuple[Seat, ...]]
    decision: Callable[[StateT, Seat], Decision | None]
    # Return the legal moves of a seat. Where they cannot all be listed, some are enough.
    legal_moves: Callable[[StateT, Seat], Sequence[MoveT]]
    # Return why a move is illegal, as a code of `TEXTS.objections`, or None.
    objection: Callable[[StateT, MoveT], str | None]
    # Return the state after a move, which must be legal.
    apply: Callable[[StateT, MoveT], StateT]
    # Build field by field what a viewer may know. None is the public.
    observe: Callable[[StateT, Seat | None], SeenT]
    # Return the title's own fields of an observation as they stand in a record.
    record_observation: Callable[[SeenT], dict[str, Json]]
    # Return the cards that the players of an unfinished game agreed to open.
    open_cards: Callable[[StateT], Any]
    # Return the events of a move, from the state before and after it, that a viewer may see and still remembers in the
    # state now. The first event is the move itself, unless its decision is sealed. Sealed choices are narrated together
    # with the last one.
    narrate: Callable[[StateT, MoveT, StateT, Seat | None, StateT], tuple[Event, ...]]
    # Return the legal moves from which the clock draws one. They must not depend on the role. They may be all moves
    # that a player may make, or only some.
    fallback: Callable[[SeenT], Sequence[MoveT]]
    # Return the number of the trick, turn or round, from 1. What comes after the last of them, such as a vote that ends
    # the game or the finished game, may be `FINALE`.
    scene: Callable[[StateT], int]
    outcome: Callable[[StateT], Outcome | None]
    # Return `type` and the move's own fields, without the seat.
    dump_move: Callable[[MoveT], dict[str, Json]]
    # Read a move as `dump_move` writes it. Raises `MalformedMove`.
    load_move: Callable[[Seat, Mapping[str, Json]], MoveT]
    # Parse the form of a kind of decision. Raises `MalformedMove` with the code of what is missing or unknown.
    read_choice: Callable[[Seat, str, Mapping[str, Sequence[str]]], tuple[MoveT, ...]]

    # Kinds of decisions that only the seats asked may know of.
    SECRET_QUESTIONS: frozenset[str] = frozenset()
    # Whether there is a decision before which the players talk. Such a decision has `vote`.
    HAS_VOTE: bool = False
    # A new option belongs to a new version, its `since`.
    OPTIONS: tuple[Option, ...] = ()
    # Parse options at a table of so many seats. Missing ones get their default. Raises `InvalidOption`.
    parse_options: Callable[[Mapping[str, Json], int], OptionsT] = _without_options  # type: ignore[assignment]
    # Return all options as JSON, including those with a default value.
    dump_options: Callable[[OptionsT], dict[str, Json]] = _no_fields
    # The options of a newcomer's first game against bots.
    FIRST_OPTIONS: Mapping[str, Json] = field(default_factory=dict)
    # Return the wishes that players may have before the deal, as codes of `TEXTS.terms["wish"]`.
    list_wishes: Callable[[OptionsT], tuple[str, ...]] = _none_of_them
    # Return the names of players who are imagined at a table of so many seats, such as Larry. Their places come after
    # the seats.
    list_imaginary: Callable[[int], tuple[str, ...]] = _none_of_them
    # Return what the title's own rules page needs, such as numbers and example positions.
    make_guide: Callable[[], Any] = _nothing
    # Return the state as a link in an email shows it: the same for every secret role. What is legal there must be legal
    # in the state, too. Return the state itself where no role is at stake, and None where the decision or its legal
    # answers reveal it.
    disguise: Callable[[StateT, Seat], StateT | None] = _nothing
    # Return the most that may still be asked, which is empty exactly when the game is over. Return None if the rules
    # set no limit. Stand-ins must then be able to end a game.
    remaining: Callable[[StateT], Remaining | None] = _nothing
    PREMOVES: Premoves | None = None
    STATISTICS: TitleStatistics | None = None
    SUSPICION_MODEL: SuspicionModel | None = None
    # Needs the suspicion model.
    CASES: CaseRules | None = None
    # Moves and observations as numbers, for programs that learn.
    SPACE: Space | None = None

    @property
    def RULES(self) -> int:  # noqa: N802
        """The newest version of the rules."""
        return self.VERSIONS[-1]


AnyTitle = Title[Any, Any, Any, Any, Any]
