"""Premoves, which are the same for every card.

Guesses have none, because the guess is asked in secret.
"""

from games.rules.engine.premoves import Offer, Premove, Premoves, Slot
from games.rules.engine.texts import text
from games.rules.engine.values import Json, Phrase, Seat, Term
from games.titles.rendezvous.rules.emoji import EMOJI, MAX_EMOJI
from games.titles.rendezvous.rules.families import is_banned
from games.titles.rendezvous.rules.folding import fold, is_word
from games.titles.rendezvous.rules.legality import POINTED_AT
from games.titles.rendezvous.rules.moves import POINT, SAY, Move, Point, Say
from games.titles.rendezvous.rules.observe import Observation

WORD = "word"
SIGNS = tuple(f"emoji-{place}" for place in range(1, MAX_EMOJI + 1))
YOUR_WORD = Slot(WORD, Phrase(text("Your word"), {}))
AT = tuple(f"at-{place}" for place in range(1, POINTED_AT + 1))


def _offer(seen: Observation) -> Offer | None:
    """Offer a premove for the next lap, or else for the pointing."""
    if seen.viewer is None or seen.decision is not None or seen.phase != SAY:
        return None
    said = sum(say.seat == seen.viewer for say in seen.says)
    if said == seen.laps:
        return Offer(f"{POINT}-{seen.round}", _list_pointing(seen.seats))
    return Offer(f"{SAY}-{seen.round}-{said + 1}", _list_signs() if seen.options.silent else (YOUR_WORD,))


def _list_signs() -> tuple[Slot, ...]:
    choices = tuple((sign, Term("word", sign)) for sign in EMOJI)
    return tuple(
        Slot(name, Phrase(text("Emoji {number}"), {"number": place}), choices) for place, name in enumerate(SIGNS, 1)
    )


def _list_pointing(seats: int) -> tuple[Slot, ...]:
    """Return the fields for a pointing.

    Everyone can choose themselves, because the form must not tell who is a spy.
    """
    choices = tuple((str(seat), Term("seat", seat)) for seat in range(seats))
    labels = (Phrase(text("I point at"), {}), Phrase(text("and at"), {}))
    return tuple(Slot(name, label, choices) for name, label in zip(AT, labels, strict=True))


def _objection(seen: Observation, premove: Premove) -> str | None:
    """Return why a premove cannot be kept, or None. Only the viewer's own card counts."""
    if WORD in premove:
        return _object_to_word(seen, premove[WORD])
    if any(sign in premove for sign in SIGNS):
        return None
    return _object_to_pointing(seen, _read_pointing(premove))


def _object_to_word(seen: Observation, word: str) -> str | None:
    if not is_word(word):
        return "no_single_word"
    own = seen.password
    return "own_password" if own is not None and is_banned(word, own, seen.options.language, seen.rules) else None


def _object_to_pointing(seen: Observation, at: tuple[Seat, ...]) -> str | None:
    if len(set(at)) != POINTED_AT:
        return "point_two"
    if seen.is_spy is None or seen.is_spy == (seen.viewer in at):
        return None
    return "point_self" if seen.is_spy else "point_others"


def _answer(seen: Observation, premove: Premove) -> tuple[Move, ...] | None:
    assert seen.viewer is not None
    kind = seen.decision.kind if seen.decision else ""
    if kind == SAY and seen.options.silent:
        signs = _read_signs(premove)
        return (Say(seen.viewer, None, signs),) if signs else None
    if kind == SAY:
        word = premove.get(WORD, "")
        return None if _object_to_word(seen, word) else (Say(seen.viewer, word),)
    point = Point(seen.viewer, _read_pointing(premove))
    return (point,) if kind == POINT and point in seen.legal else None


def _read_signs(premove: Premove) -> tuple[str, ...]:
    return tuple(premove[name] for name in SIGNS if premove.get(name) in EMOJI)


def _read_pointing(premove: Premove) -> tuple[Seat, ...]:
    return tuple(sorted(int(premove[name]) for name in AT if premove.get(name)))


def _rests_on(seen: Observation, premove: Premove, kind: str) -> Json:
    """Return how often the prepared word or emoji were said in this round.

    The premove is dropped if someone else says them first: an echo would say nothing, or too much.
    """
    if kind != SAY:
        return None
    if seen.options.silent:
        signs = _read_signs(premove)
        return sum(say.emoji == signs for say in seen.says)
    word = fold(premove.get(WORD, ""))
    return sum(say.word is not None and fold(say.word) == word for say in seen.says)


LIMITS = Phrase(text("Dropped if someone else says the same before your turn."), {})
PREMOVES: Premoves | None = Premoves(_offer, _objection, _answer, _rests_on, LIMITS)
