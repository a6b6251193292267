from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Json, Seat
from games.titles.rendezvous.rules.emoji import EMOJI, MAX_EMOJI
from games.titles.rendezvous.rules.families import is_guess
from games.titles.rendezvous.rules.folding import is_word


class ChooseNumber(NamedTuple):
    seat: Seat
    number: int


class Say(NamedTuple):
    """A word, or emoji. Only a move by the clock has neither."""

    seat: Seat
    word: str | None
    emoji: tuple[str, ...] = ()


class Point(NamedTuple):
    """A pointing at `at`, seats in ascending order. It is empty only in a move by the clock."""

    seat: Seat
    at: tuple[Seat, ...]


class Guess(NamedTuple):
    """A guess of a password, which may be left empty."""

    seat: Seat
    password: str | None


Move = ChooseNumber | Say | Point | Guess
NUMBER, SAY, POINT, GUESS = "number", "say", "point", "guess"


def dump_move(move: Move) -> dict[str, Json]:
    match move:
        case ChooseNumber(_, number):
            return {"type": NUMBER, "number": number}
        case Say(_, word, ()):
            return {"type": SAY, "word": word}
        case Say(_, _, emoji):
            return {"type": SAY, "emoji": list(emoji)}
        case Point(_, at):
            return {"type": POINT, "at": list(at)}
        case Guess(_, password):
            return {"type": GUESS, "password": password}


def load_move(seat: Seat, raw: Mapping[str, Json]) -> Move:
    """Read a move as `dump_move` writes it. Raises `MalformedMove`."""
    if len(raw) != 2:
        raise MalformedMove("malformed")
    match raw:
        case {"type": "number", "number": int(number)} if type(number) is int:
            return ChooseNumber(seat, number)
        case {"type": "say", "word": None | str() as word} if word is None or is_word(word):
            return Say(seat, word)
        case {"type": "say", "emoji": list(emoji)} if _is_mime(emoji):
            return Say(seat, None, tuple(emoji))
        case {"type": "point", "at": list(at)} if all(type(other) is int for other in at):
            return Point(seat, tuple(at))
        case {"type": "guess", "password": None | str() as password} if password is None or is_guess(password):
            return Guess(seat, password)
    raise MalformedMove("malformed")


def _is_mime(emoji: Sequence[Json]) -> bool:
    """Whether these are emoji that the game has. Repeats are allowed."""
    return 0 < len(emoji) <= MAX_EMOJI and all(isinstance(sign, str) and sign in EMOJI for sign in emoji)


def read_choice(seat: Seat, kind: str, fields: Mapping[str, Sequence[str]]) -> tuple[Move, ...]:
    """Parse a form. Typed text is stored as it is, but without outer spaces."""
    if kind == NUMBER:
        return (ChooseNumber(seat, _read_number(fields, "no_number")),)
    if kind == SAY:
        return (_read_say(seat, fields),)
    if kind == POINT:
        return (Point(seat, _read_seats(fields)),)
    return (Guess(seat, None if any(fields.get("none", ())) else _read_guess(fields)),)


def _read_say(seat: Seat, fields: Mapping[str, Sequence[str]]) -> Say:
    """Parse what is said.

    If any emoji field is filled in, the player means emoji.
    """
    if "emoji" not in fields:
        return Say(seat, _read_word(fields))
    emoji = tuple(sign for sign in fields["emoji"] if sign)
    if not _is_mime(emoji):
        raise MalformedMove("no_emoji")
    return Say(seat, None, emoji)


def _read_word(fields: Mapping[str, Sequence[str]]) -> str:
    word = next(iter(fields.get("word", ())), "").strip()
    if not word:
        raise MalformedMove("no_word")
    if not is_word(word):
        raise MalformedMove("no_single_word")
    return word


def _read_guess(fields: Mapping[str, Sequence[str]]) -> str:
    guess = " ".join(next(iter(fields.get("password", ())), "").split())
    if not guess:
        raise MalformedMove("no_guess")
    if not is_guess(guess):
        raise MalformedMove("no_single_word")
    return guess


def _read_number(fields: Mapping[str, Sequence[str]], missing: str) -> int:
    try:
        return int(fields["number"][0])
    except (KeyError, IndexError, ValueError):
        raise MalformedMove(missing) from None


def _read_seats(fields: Mapping[str, Sequence[str]]) -> tuple[Seat, ...]:
    """Return the seats of a form in ascending order."""
    try:
        return tuple(sorted(int(seat) for seat in fields.get("at", ())))
    except ValueError:
        raise MalformedMove("point_two") from None
