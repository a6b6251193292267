"""Mole, the smallest title with a secret role: in turn each names another seat, and the digger must not be named most.

All that is compulsory is here. What `Title` has a default for, Mole does without: options, premoves, statistics, cases.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.engine.deal_parts import Parts
from games.rules.engine.errors import BadRecord, MalformedMove
from games.rules.engine.protocol import Texts, Title
from games.rules.engine.texts import text
from games.rules.engine.values import STAND_IN, Chance, DealtJson, Decision, Event, Json, Outcome, Remaining, Seat, Term

AGENT, DIGGER = "agent", "digger"
# What is committed to before the first move: each role by itself. Of a game that all agreed to end, all may be opened.
PARTS = Parts(
    split=lambda deal: {f"role-{seat}": role for seat, role in enumerate(deal)},
    opened=lambda state: {"game", *(f"role-{seat}" for seat in range(len(state.deal)))},
    text=text("The roles are sealed."),
)
TEXTS = Texts(
    name=text("Mole"),
    pitch=text("One of you digs."),
    duration=text("ten minutes"),
    events={"named": text("{player} names {at}.")},
    objections={"not_your_turn": text("It isn’t your turn."), "name_another": text("Please name another player.")},
    reasons={"caught": text("The digger is caught."), "escaped": text("The digger escapes.")},
    terms={
        "role": {AGENT: text("Agent"), DIGGER: text("Digger")},
        "side": {"agents": text("Agents"), "diggers": text("Digger")},
    },
    scene=text("Turn {number}"),
    past=text("Turns"),
    talk_limits=(),
)


@dataclass(frozen=True, slots=True)
class Name:
    """The move: `seat` names the seat `at`."""

    seat: Seat
    at: Seat


@dataclass(frozen=True, slots=True)
class State:
    """A game: the version of its rules, its options (there are none), the roles as dealt, and who was named in turn."""

    rules: int
    options: tuple[()]
    deal: tuple[str, ...]
    named: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What `viewer` may know. `roles` holds the own role, and all of them once the game is over."""

    viewer: Seat | None
    seats: int
    awaited: tuple[Seat, ...]
    decision: Decision | None
    legal: Sequence[Name]
    outcome: Outcome | None
    roles: tuple[str | None, ...]
    named: tuple[Seat, ...]


def make_deal(
    options: tuple[()], seats: int, chance: Chance, previous: Any = None, wishes: Any = None, moved: Any = None
) -> Any:
    digger = chance.randrange(seats)
    return tuple(DIGGER if seat == digger else AGENT for seat in range(seats))


def dump_deal(deal: tuple[str, ...]) -> DealtJson:
    return DealtJson({}, tuple({"role": role} for role in deal))


def load_deal(dealt: DealtJson) -> tuple[str, ...]:
    return tuple(hand["role"] for hand in dealt.hands)


def record_deal(deal: tuple[str, ...]) -> dict[str, Json]:
    return {"roles": [*deal]}


def read_record_deal(raw: Json, options: tuple[()], seats: int) -> tuple[str, ...]:
    if not isinstance(raw, dict) or sorted(raw.get("roles", ())) != [AGENT] * (seats - 1) + [DIGGER]:
        raise BadRecord("deal", "the roles are not one digger among agents")
    return tuple(raw["roles"])


def start(options: tuple[()], deal: tuple[str, ...], rules: int) -> State:
    return State(rules, options, deal)


def scene(state: State) -> int:
    return len(state.named) + 1


def to_act(state: State) -> tuple[Seat, ...]:
    return (len(state.named),) if len(state.named) < len(state.deal) else ()


def decision(state: State, seat: Seat) -> Decision | None:
    return Decision("turn", seat + 1) if seat in to_act(state) else None


def legal_moves(state: State, seat: Seat) -> Sequence[Name]:
    return tuple(Name(seat, at) for at in range(len(state.deal)) if at != seat) if seat in to_act(state) else ()


def objection(state: State, move: Name) -> str | None:
    if move.seat not in to_act(state):
        return "not_your_turn"
    return None if move in legal_moves(state, move.seat) else "name_another"


def apply(state: State, move: Name) -> State:
    return replace(state, named=(*state.named, move.at))


def outcome(state: State) -> Outcome | None:
    if to_act(state):
        return None
    digger, counts = state.deal.index(DIGGER), Counter(state.named)
    is_caught = all(counts[digger] > counts[seat] for seat in range(len(state.deal)) if seat != digger)
    winners = tuple(seat for seat, role in enumerate(state.deal) if (role == AGENT) == is_caught)
    # A copy: what is observed must not lead to the deal itself.
    roles = (*state.deal,)
    return Outcome("caught" if is_caught else "escaped", winners, roles, {})


def remaining(state: State) -> Remaining:
    return Remaining(tuple(int(seat >= len(state.named)) for seat in range(len(state.deal))), 0)


def observe(state: State, viewer: Seat | None) -> Observation:
    end, seats = outcome(state), len(state.deal)
    roles = tuple(role if end or seat == viewer else None for seat, role in enumerate(state.deal))
    own = (decision(state, viewer), legal_moves(state, viewer)) if viewer is not None else (None, ())
    return Observation(viewer, seats, to_act(state), *own, end, roles, state.named)


def record_observation(seen: Observation) -> dict[str, Json]:
    return {"roles": [*seen.roles], "named": [*seen.named]}


def disguise(state: State, seat: Seat) -> State:
    return replace(state, deal=(AGENT,) * len(state.deal))


def open_cards(state: State) -> tuple[str, ...]:
    return state.deal


def narrate(before: State, move: Name, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    return (Event("named", {"player": Term("seat", move.seat), "at": Term("seat", move.at)}),)


def fallback(seen: Observation) -> Sequence[Name]:
    return seen.legal


def play_at_random(seen: Observation, chance: Chance) -> Name:
    return chance.choice(seen.legal)


def dump_move(move: Name) -> dict[str, Json]:
    return {"type": "name", "at": move.at}


def load_move(seat: Seat, raw: Mapping[str, Json]) -> Name:
    if raw.keys() != {"type", "at"} or raw["type"] != "name" or type(raw["at"]) is not int:
        raise MalformedMove("name_another")
    return Name(seat, raw["at"])


def read_choice(seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[Name, ...]:
    at = (*fields.get("at", ()), "")[0]
    if not (at.isascii() and at.isdigit() and len(at) == 1):
        raise MalformedMove("name_another")
    return (Name(seat, int(at)),)


TITLE: Title[tuple[()], tuple[str, ...], State, Name, Observation] = Title(
    NAME="mole",
    FOLDER="mole",
    VERSIONS=(1,),
    SEATS=(3, 4, 5),
    USUAL_SEATS=3,
    TEXTS=TEXTS,
    BOTS={"random": play_at_random, "steady": play_at_random, STAND_IN: play_at_random},
    SIDES={AGENT: "agents", DIGGER: "diggers"},
    PARTS=PARTS,
    make_deal=make_deal,
    dump_deal=dump_deal,
    load_deal=load_deal,
    record_deal=record_deal,
    read_record_deal=read_record_deal,
    start=start,
    to_act=to_act,
    decision=decision,
    legal_moves=legal_moves,
    objection=objection,
    apply=apply,
    observe=observe,
    record_observation=record_observation,
    open_cards=open_cards,
    narrate=narrate,
    fallback=fallback,
    scene=scene,
    outcome=outcome,
    dump_move=dump_move,
    load_move=load_move,
    read_choice=read_choice,
    disguise=disguise,
    remaining=remaining,
)
