from dataclasses import dataclass

from games.rules.engine.errors import InvalidOption
from games.rules.engine.values import FINALE, Outcome, Seat
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.deal import LARRY, Deal
from games.titles.insidejob.rules.house_role import FIRST_RULES
from games.titles.insidejob.rules.missions import Mission, offer
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.numbers import INTEL, Numbers, find_numbers
from games.titles.insidejob.rules.options import LARRY_SEATS, Options
from games.titles.insidejob.rules.roles import ACCOMPLICE, PROF_NO, ROLES, TURNS, is_house
from games.titles.insidejob.rules.trick import Played

# How many intel tokens each player starts with (section 2).
INTEL_EACH = 1
INTEL_OF_LARRY = 3
# How many of Larry's cards his controller looks at (section 10).
CARDS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick. `intel` is what the winner took."""

    mission: Mission
    set_aside: Mission
    plays: tuple[Played, ...]
    winner: Seat
    met: bool
    intel: int


@dataclass(frozen=True, slots=True)
class Look:
    """What Larry's controller did with three of his cards.

    In an observation `back` is None if the viewer does not know it.
    """

    trick: int
    seat: Seat
    card: Card
    back: Card | None
    boxed: Card


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    `mission` and `plays` belong to the current trick. Tuples by seat include Larry's place. `partner` is the
    Accomplice's, `pile` is Larry's with its top card first.
    """

    rules: int
    options: Options
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]
    leader: Seat
    mission: Mission | None
    plays: tuple[Played, ...]
    tricks: tuple[Trick, ...]
    intel: tuple[int, ...]
    met: int
    revealed: tuple[Seat, ...]
    votes: tuple[Vote, ...]
    outcome: Outcome | None
    partner: Seat | None = None
    pile: tuple[Card, ...] = ()
    looks: tuple[Look, ...] = ()

    @property
    def seats(self) -> int:
        """The number of places, including Larry's."""
        return len(self.hands)

    @property
    def has_larry(self) -> bool:
        return bool(self.deal.larry)

    @property
    def numbers(self) -> Numbers:
        return find_numbers(LARRY_SEATS if self.has_larry else len(self.hands), self.options.roles)

    @property
    def reserve(self) -> int:
        return INTEL - sum(self.intel) - sum(played.wager for played in self.plays)

    @property
    def drawn(self) -> tuple[Mission, Mission]:
        top = 2 * len(self.tricks)
        return self.deal.missions[top], self.deal.missions[top + 1]

    @property
    def offered(self) -> tuple[Mission, ...]:
        return offer(self.drawn)

    @property
    def set_aside(self) -> Mission | None:
        if self.mission is None:
            return None
        first, second = self.drawn
        return second if self.mission == first else first

    @property
    def is_vote(self) -> bool:
        return self.outcome is None and len(self.tricks) == self.numbers.tricks

    @property
    def accomplice(self) -> Seat | None:
        return find_role(self, ACCOMPLICE)

    @property
    def awaits_partner(self) -> bool:
        return self.accomplice is not None and self.partner is None

    @property
    def order(self) -> tuple[Seat, ...]:
        """The places in order of play."""
        if self.has_larry:
            return (self.leader, LARRY, self.controller)
        return tuple((self.leader + step) % len(self.hands) for step in range(len(self.hands)))

    @property
    def controller(self) -> Seat:
        """The player who plays for Larry: the one who does not lead."""
        return 1 - self.leader

    @property
    def turn(self) -> Seat:
        return self.order[len(self.plays)]

    @property
    def shown(self) -> tuple[Card, ...]:
        return self.pile[:CARDS_SHOWN]


def start(options: Options, deal: Deal, rules: int) -> State:
    """Return the first state.

    Raises `InvalidOption` for a house role in a version of the rules that has none.
    """
    if rules < FIRST_RULES and any(map(is_house, options.roles)):
        raise InvalidOption("roles", "unknown_value")
    places = len(deal.roles)
    hands = (*deal.hands, ()) if deal.larry else deal.hands
    intel = [0 if role == ACCOMPLICE else INTEL_EACH for role in deal.roles]
    if deal.larry:
        intel[LARRY] = INTEL_OF_LARRY
    return State(
        rules=rules,
        options=options,
        deal=deal,
        hands=hands,
        leader=deal.leader,
        mission=None,
        plays=(),
        tricks=(),
        intel=tuple(intel),
        met=0,
        revealed=tuple(seat for seat in range(places) if ROLES[deal.roles[seat]].is_open),
        votes=(),
        outcome=None,
        pile=deal.larry,
    )


def scene(state: State) -> int:
    """Return the trick, from 1, or `FINALE`."""
    return FINALE if state.is_vote or state.outcome else len(state.tricks) + 1


def find_role(state: State, role: str) -> Seat | None:
    return state.deal.roles.index(role) if role in state.deal.roles else None


def _is_revealed_by_intel(state: State, seat: Seat) -> bool:
    return seat in state.revealed and not ROLES[state.deal.roles[seat]].is_open


def has_turned(state: State, seat: Seat) -> bool:
    """Whether a seat has changed sides, as the Sleeper does once revealed."""
    return ROLES[state.deal.roles[seat]].revealed == TURNS and _is_revealed_by_intel(state, seat)


def suspects(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that a seat may vote against (section 6)."""
    return tuple(other for other in range(state.seats) if other != seat and other not in state.revealed)


def _may_vote(state: State, seat: Seat) -> bool:
    role = ROLES[state.deal.roles[seat]]
    if not role.votes or (state.has_larry and seat == LARRY):
        return False
    if _is_revealed_by_intel(state, seat):
        return role.revealed_votes and PROF_NO not in state.options.roles
    return True


def voters(state: State) -> tuple[Seat, ...]:
    """Return who votes (section 6)."""
    return tuple(seat for seat in range(state.seats) if _may_vote(state, seat) and suspects(state, seat))
