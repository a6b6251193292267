from collections.abc import Iterator, Sequence

from games.rules.engine.space import Parts, Space, Vector, flags, hot, share, shares
from games.rules.engine.values import Seat
from games.titles.hideouts.rules import moves
from games.titles.hideouts.rules.acts import MINUS, PLUS, SUCCESS, Act, Attacked, Refilled, Swapped
from games.titles.hideouts.rules.legality import list_attacks_from, list_attacks_with, list_hidings, list_swaps_of
from games.titles.hideouts.rules.material import PLACES, PLAYERS, SPIES, TOKENS
from games.titles.hideouts.rules.moves import Move, Refill
from games.titles.hideouts.rules.observe import Observation, SeenHideout
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.rules.worlds import imagine

# How many of the latest acts a vector has.
PAST = 16
KINDS = (moves.HIDE, moves.TURN, moves.REFILL)
ANSWERS = (PLUS, MINUS, SUCCESS)
ACTS = (Attacked, Swapped, Refilled)
ACT_SIZE = len(ACTS) + PLAYERS + len(SPIES) + len(ANSWERS) + 3 * len(PLACES)
# The numbers of turns and fillings have no limit, so larger ones are encoded as these.
MANY = 50


def _list_actions(options: Options, seats: int, seat: Seat) -> Sequence[Move]:
    every = tuple(PLACES)
    attacks = [move for spy in SPIES for move in list_attacks_with(seat, spy, every)]
    attacks += [move for own in PLACES for move in list_attacks_from(seat, own, every)]
    swaps = [move for own in PLACES for spy in SPIES for move in list_swaps_of(seat, own, spy)]
    return [*list_hidings(seat), *attacks, *(Refill(seat, spy) for spy in SPIES), *swaps]


def _list_parts(seen: Observation) -> Parts:
    gap = seen.gap
    return [
        ("viewer", hot(seen.viewer, PLAYERS)),
        ("awaited", flags(seen.awaited, PLAYERS)),
        ("decision", hot(KINDS.index(seen.decision.kind) if seen.decision else None, len(KINDS))),
        ("first", hot(seen.first, PLAYERS)),
        ("turn", [share(seen.turn, MANY)]),
        ("player", hot(seen.player, PLAYERS)),
        ("gap", [*hot(gap and gap.seat, PLAYERS), *hot(gap and gap.place, len(PLACES))]),
        ("hand", flags(seen.hand, len(SPIES))),
        ("hand_sizes", shares(seen.hand_sizes, len(SPIES))),
        ("tokens", shares(seen.tokens, TOKENS)),
        ("points", shares(seen.points, TOKENS + len(PLACES))),
        ("hideouts", [number for row in seen.hideouts for hideout in row for number in _encode_hideout(hideout)]),
        ("past", _encode_past(seen.past)),
    ]


def _encode_hideout(hideout: SeenHideout) -> Iterator[float]:
    yield from hot(hideout.spy, len(SPIES))
    yield float(hideout.destroyed)
    yield share(hideout.tokens, TOKENS)
    yield share(hideout.worth, TOKENS + 1)
    yield share(hideout.filled, MANY)
    yield from flags(hideout.possible, len(SPIES))
    for kind in ANSWERS:
        yield from flags((spy for spy, answer in hideout.answers if answer == kind), len(SPIES))


def _encode_past(past: Sequence[Act]) -> Vector:
    latest = past[-PAST:]
    numbers = [number for act in latest for number in _encode_act(act)]
    return numbers + [0.0] * (ACT_SIZE * (PAST - len(latest)))


def _encode_act(act: Act) -> Vector:
    spy, target, answer, matched = None, None, None, None
    match act:
        case Attacked():
            spy, target, answer, matched = act.spy, act.target, ANSWERS.index(act.answer), act.matched
        case Swapped():
            spy, target = act.spy, act.token
    return [
        *hot(ACTS.index(type(act)), len(ACTS)),
        *hot(act.seat, PLAYERS),
        *hot(spy, len(SPIES)),
        *hot(act.own, len(PLACES)),
        *hot(target, len(PLACES)),
        *hot(answer, len(ANSWERS)),
        *hot(matched, len(PLACES)),
    ]


SPACE: Space | None = Space(
    list_actions=_list_actions, list_legal=lambda seen: seen.legal, list_parts=_list_parts, imagine=imagine
)
