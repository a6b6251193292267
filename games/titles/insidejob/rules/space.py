from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, permutations

from games.rules.engine.space import Parts, Space, Vector, flags, hot, share, shares
from games.rules.engine.values import Seat
from games.titles.insidejob.rules import moves
from games.titles.insidejob.rules.cards import DECK, DECK_ORDER, Card
from games.titles.insidejob.rules.deal import list_missions
from games.titles.insidejob.rules.missions import MISSIONS, Mission
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.numbers import INTEL, NUMBERS
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.options import LARRY_SEATS, Options
from games.titles.insidejob.rules.roles import EFFECTS, PRINTED, ROLES
from games.titles.insidejob.rules.seen_trick import SeenTrick
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.rules.worlds import imagine

KINDS = (moves.PARTNER, moves.LEAD, moves.PLAY, moves.LARRY, moves.VOTE)
PRINTED_ROLES = tuple(PRINTED)
SIDES = tuple(EFFECTS)
REVEALED = tuple(dict.fromkeys(chain.from_iterable(EFFECTS.values())))
MISSION_ORDER = {name: place for place, name in enumerate(MISSIONS)}
VOTES = 2
ROLE_SIZE = len(PRINTED_ROLES) + len(SIDES) + len(REVEALED) + 3
MOST_TRICKS = max(numbers.tricks for numbers in NUMBERS.values())


def _list_actions(options: Options, seats: int, seat: Seat) -> Sequence[Move]:
    places = range(seats + (seats == LARRY_SEATS))
    pairs = permutations(DECK, 2) if seats == LARRY_SEATS else ()
    against = [*((one,) for one in places), *combinations(places, VOTES), *((one, one) for one in places)]
    return [
        *(ChoosePartner(seat, partner) for partner in places),
        *(ChooseMission(seat, mission) for mission in list_missions(options)),
        *(Play(seat, card, wager) for wager in (False, True) for card in DECK),
        *(PlayForLarry(seat, card, back) for card, back in pairs),
        *(Vote(seat, suspects) for suspects in against),
    ]


def _list_parts(seen: Observation) -> Parts:
    places = seen.seats
    return [
        ("viewer", hot(seen.viewer, places)),
        ("awaited", flags(seen.awaited, places)),
        ("decision", hot(KINDS.index(seen.decision.kind) if seen.decision else None, len(KINDS))),
        ("in_play", [number for role in seen.in_play for number in _encode_role(role)]),
        ("roles", [number for role in seen.roles for number in _encode_role(role)]),
        ("partner", hot(seen.partner, places)),
        ("revealed", flags(seen.revealed, places)),
        ("suspects", flags(seen.suspects, places)),
        ("votes_allowed", [share(seen.votes_allowed, VOTES)]),
        ("hand", _encode_cards(seen.hand)),
        ("hand_sizes", shares(seen.hand_sizes, len(DECK))),
        ("intel", shares(seen.intel, INTEL)),
        ("reserve", [share(seen.reserve, INTEL)]),
        ("met", [share(seen.met, MOST_TRICKS)]),
        ("trick", [share(seen.trick, MOST_TRICKS)]),
        ("leader", hot(seen.leader, places)),
        ("drawn", _encode_missions(seen.drawn)),
        ("offered", _encode_missions(seen.offered)),
        ("mission", _encode_missions([seen.mission] if seen.mission else [])),
        ("plays", [*_encode_plays(seen.plays, places)]),
        ("tricks", [*_encode_tricks(seen)]),
        ("larry", [*_encode_larry(seen)]),
    ]


def _encode_role(role: str | None) -> Vector:
    """Encode a role. House roles are encoded by their parts."""
    if role is None:
        return [0.0] * ROLE_SIZE
    row = ROLES[role]
    return [
        *hot(PRINTED_ROLES.index(role) if role in PRINTED else None, len(PRINTED_ROLES)),
        *hot(SIDES.index(row.side), len(SIDES)),
        *hot(REVEALED.index(row.revealed), len(REVEALED)),
        float(row.is_open),
        float(row.breaks_suit),
        share(row.votes, VOTES),
    ]


def _encode_cards(cards: Iterable[Card]) -> Vector:
    return flags((DECK_ORDER[card] for card in cards), len(DECK))


def _encode_missions(missions: Iterable[Mission]) -> Vector:
    return flags((MISSION_ORDER[mission.id] for mission in missions), len(MISSION_ORDER))


def _encode_plays(plays: Sequence[Played], places: int) -> Iterator[float]:
    """Yield the plays of a trick as numbers, in the order of seats."""
    by_seat = {played.seat: played for played in plays}
    for seat in range(places):
        played = by_seat.get(seat)
        yield from _encode_cards([played.card] if played else [])
        yield float(played is not None and played.wager)
    yield from hot(plays[0].seat if plays else None, places)


def _encode_tricks(seen: Observation) -> Iterator[float]:
    tricks = {trick.number: trick for trick in seen.tricks}
    set_aside = dict(seen.set_aside)
    for number in range(1, seen.numbers.tricks + 1):
        yield from _encode_trick(tricks.get(number), seen.seats)
        yield from _encode_missions([set_aside[number]] if number in set_aside else [])


def _encode_trick(trick: SeenTrick | None, places: int) -> Iterator[float]:
    yield from _encode_missions([trick.mission] if trick else [])
    yield from _encode_plays(trick.plays if trick else [], places)
    yield from hot(trick.winner if trick else None, places)
    yield float(trick is not None and trick.met)
    yield share(trick.intel if trick else 0, INTEL)


def _encode_larry(seen: Observation) -> Iterator[float]:
    if seen.controller is None:
        return
    looks = {look.trick: look for look in seen.looks}
    yield from hot(seen.controller, seen.seats)
    yield share(seen.pile, len(DECK))
    yield from _encode_cards(seen.shown)
    for number in range(1, seen.numbers.tricks + 1):
        look = looks.get(number)
        yield from _encode_cards([look.card] if look else [])
        yield from _encode_cards([look.back] if look and look.back else [])
        yield from _encode_cards([look.boxed] if look else [])


SPACE: Space | None = Space(
    list_actions=_list_actions, list_legal=lambda seen: seen.legal, list_parts=_list_parts, imagine=imagine
)
