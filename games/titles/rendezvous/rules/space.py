from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from games.rules.engine.space import Parts, Space, flags, hot, share, shares
from games.rules.engine.values import Seat
from games.titles.rendezvous.rules import moves
from games.titles.rendezvous.rules.emoji import EMOJI
from games.titles.rendezvous.rules.families import is_banned
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.legality import POINTED_AT, list_signs
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.options import Options
from games.titles.rendezvous.rules.state import OVER, POINTS
from games.titles.rendezvous.rules.words import NUMBERS, find_pack, list_associations
from games.titles.rendezvous.rules.worlds import imagine

PHASES = (moves.NUMBER, moves.SAY, moves.POINT, moves.GUESS, OVER)
SIGNS = {sign: place for place, sign in enumerate(EMOJI)}


def _list_actions(options: Options, seats: int, seat: Seat) -> Sequence[Move]:
    """Return all actions of a seat.

    Words are all hints of the pack, and mimes are single emoji.
    """
    says = list_signs(seat) if options.silent else tuple(Say(seat, word) for word in _list_hints(options.language))
    return [
        *(ChooseNumber(seat, number) for number in NUMBERS),
        *says,
        *(Point(seat, at) for at in combinations(range(seats), POINTED_AT)),
        *(Guess(seat, password) for password in (None, *find_pack(options.language).associations)),
    ]


@cache
def _list_hints(language: str) -> tuple[str, ...]:
    associations = find_pack(language).associations.values()
    return tuple(dict.fromkeys(hint for association in associations for hint in association.hints))


def _list_legal(seen: Observation) -> Sequence[Move]:
    if seen.viewer is None or seen.decision is None or seen.decision.kind != moves.SAY or seen.options.silent:
        return seen.legal
    words = _list_allowed(seen.options.language, seen.password, seen.rules)
    return [Say(seen.viewer, word) for word in words]


@cache
def _list_allowed(language: str, password: str | None, rules: int) -> tuple[str, ...]:
    words = _list_hints(language)
    return words if password is None else tuple(w for w in words if not is_banned(w, password, language, rules))


def _list_parts(seen: Observation) -> Parts:
    """Encode an observation.

    A word is encoded as the cards that it suits. Of finished rounds only the points are encoded.
    """
    cards, turns = find_pack(seen.options.language).cards, product(range(seen.laps), range(seen.seats))
    return [
        ("viewer", hot(seen.viewer, seen.seats)),
        ("awaited", flags(seen.awaited, seen.seats)),
        ("decision", [float(seen.decision is not None)]),
        ("phase", hot(PHASES.index(seen.phase), len(PHASES))),
        ("number", hot(None if seen.number is None else seen.number - 1, len(NUMBERS))),
        ("round", [share(seen.round, seen.rounds)]),
        ("lap", [share(seen.lap, seen.laps)]),
        ("order", hot(seen.order[0], seen.seats)),
        ("card", hot(None if seen.card is None else cards.index(seen.card), len(cards))),
        ("is_spy", hot(None if seen.is_spy is None else int(seen.is_spy), 2)),
        ("pointed", flags(seen.pointed, seen.seats)),
        ("points", shares(seen.points, POINTS)),
        ("bank", [share(seen.bank, POINTS)]),
        ("spy_rounds", shares(seen.spy_rounds, seen.rounds)),
        ("says", [number for lap, seat in turns for number in _encode_say(seen, lap, seat)]),
    ]


def _encode_say(seen: Observation, lap: int, seat: Seat) -> Iterator[float]:
    said = [say for say in seen.says if say.seat == seat][lap : lap + 1]
    yield float(bool(said))
    if seen.options.silent:
        yield from flags((SIGNS[sign] for say in said for sign in say.emoji), len(EMOJI))
    else:
        words = [fold(say.word) for say in said if say.word is not None]
        topics = list_associations(seen.options.language, seen.number) if words and seen.number else ()
        suited = (place for place, topic in enumerate(topics) if words[0] in topic.folded)
        yield from flags(suited, len(find_pack(seen.options.language).cards))


SPACE: Space | None = Space(list_actions=_list_actions, list_legal=_list_legal, list_parts=_list_parts, imagine=imagine)
