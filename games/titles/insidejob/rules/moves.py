from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Json, Seat
from games.titles.insidejob.rules.cards import CARDS, Card
from games.titles.insidejob.rules.missions import MISSIONS, Mission


class ChoosePartner(NamedTuple):
    seat: Seat
    partner: Seat


class ChooseMission(NamedTuple):
    seat: Seat
    mission: Mission


class Play(NamedTuple):
    seat: Seat
    card: Card
    wager: bool


class PlayForLarry(NamedTuple):
    """A card played for Larry.

    `back` goes back on top of his pile, and the third card goes to the box.
    """

    seat: Seat
    card: Card
    back: Card


class Vote(NamedTuple):
    """A vote.

    `against` is sorted. It is empty only in a vote by the clock. Only the revealed Paranoid Agent may name one seat
    twice.
    """

    seat: Seat
    against: tuple[Seat, ...]


PARTNER, LEAD, PLAY, LARRY, VOTE = "accomplice", "lead", "play", "larry", "vote"
Move = ChoosePartner | ChooseMission | Play | PlayForLarry | Vote


def dump_move(move: Move) -> dict[str, Json]:
    match move:
        case ChoosePartner(_, partner):
            return {"type": "accomplice", "partner": partner}
        case ChooseMission(_, mission):
            return {"type": "mission", "mission": mission.id}
        case Play(_, card, wager):
            return {"type": "play", "card": card.code, "wager": wager}
        case PlayForLarry(_, card, back):
            return {"type": "larry", "card": card.code, "back": back.code}
        case Vote(_, against):
            return {"type": "vote", "against": list(against)}


def load_move(seat: Seat, raw: Mapping[str, Json]) -> Move:
    """Read a move as `dump_move` writes it. Raises `MalformedMove`."""
    match raw:
        case {"type": "accomplice", "partner": int(partner)} if len(raw) == 2 and type(partner) is int:
            return ChoosePartner(seat, partner)
        case {"type": "mission", "mission": str(mission_id)} if len(raw) == 2 and mission_id in MISSIONS:
            return ChooseMission(seat, MISSIONS[mission_id])
        case {"type": "play", "card": str(code), "wager": bool(wager)} if len(raw) == 3 and code in CARDS:
            return Play(seat, CARDS[code], wager)
        case {"type": "larry", "card": str(code), "back": str(back)} if (
            len(raw) == 3 and code in CARDS and back in CARDS
        ):
            return PlayForLarry(seat, CARDS[code], CARDS[back])
        case {"type": "vote", "against": list(against)} if len(raw) == 2 and _are_seats(against):
            return Vote(seat, tuple(against))
    raise MalformedMove("malformed")


def _are_seats(values: Sequence[Json]) -> bool:
    """Whether all values are integers.

    JSON's `true` and `1.0` are not, although Python takes them for 1.
    """
    return all(type(value) is int for value in values)


def read_choice(seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[Move, ...]:
    """Parse a form. Raises `MalformedMove` with the code of what is missing."""
    if kind == VOTE:
        return (Vote(seat, _read_suspects(fields)),)
    if kind == PARTNER:
        return (ChoosePartner(seat, _read_seat(fields, "partner", "no_partner")),)
    if kind == LARRY:
        return (PlayForLarry(seat, _read_card(fields), _read_card(fields, "back", "no_back")),)
    play = Play(seat, _read_card(fields), "1" in fields.get("wager", ()))
    return (ChooseMission(seat, _read_mission(fields)), play) if kind == LEAD else (play,)


def _read_card(fields: Mapping[str, Sequence[str]], name: str = "card", missing: str = "no_card") -> Card:
    """Read a card from a form. Raises `MalformedMove(missing)`."""
    try:
        return CARDS[fields[name][0]]
    except (KeyError, IndexError):
        raise MalformedMove(missing) from None


def _read_mission(fields: Mapping[str, Sequence[str]]) -> Mission:
    try:
        return MISSIONS[fields["mission"][0]]
    except (KeyError, IndexError):
        raise MalformedMove("no_mission") from None


def _read_seat(fields: Mapping[str, Sequence[str]], name: str, missing: str) -> Seat:
    """Read a seat from a form. Raises `MalformedMove(missing)`."""
    try:
        return int(fields[name][0])
    except (KeyError, IndexError, ValueError):
        raise MalformedMove(missing) from None


def _read_suspects(fields: Mapping[str, Sequence[str]]) -> tuple[Seat, ...]:
    against = [_read_seat(fields, "against", "no_suspect")]
    if any(fields.get("also", ())):
        against.append(_read_seat(fields, "also", "no_suspect"))
    return tuple(sorted(against))
