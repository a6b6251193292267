"""Premoves, the same for every card. Guesses are asked in secret, so they have none."""

from games.rules.engine.premoves import Offer, Premove, Premoves, Slot
from games.rules.engine.texts import text
from games.rules.engine.values import Phrase, Seat, Term
from games.rules.rendezvous.emoji import EMOJI, MAX_EMOJI
from games.rules.rendezvous.folding import contains, is_word
from games.rules.rendezvous.legality import POINTED_AT
from games.rules.rendezvous.moves import POINT, SAY, Move, Point, Say
from games.rules.rendezvous.observe import Observation

WORD = "word"
SIGNS = tuple(f"emoji-{place}" for place in range(1, MAX_EMOJI + 1))
YOUR_WORD = Slot(WORD, Phrase(text("Your word"), {}))
AT = tuple(f"at-{place}" for place in range(1, POINTED_AT + 1))


def offer(seen: Observation) -> Offer | None:
    """The next lap, or else the pointing."""
    if seen.viewer is None or seen.decision is not None or seen.phase != SAY:
        return None
    said = sum(say.seat == seen.viewer for say in seen.says)
    if said == seen.laps:
        return Offer(f"{POINT}-{seen.round}", list_pointing(seen.seats))
    return Offer(f"{SAY}-{seen.round}-{said + 1}", list_signs() if seen.options.silent else (YOUR_WORD,))


def list_signs() -> tuple[Slot, ...]:
    choices = tuple((sign, Term("word", sign)) for sign in EMOJI)
    return tuple(
        Slot(name, Phrase(text("Emoji {number}"), {"number": place}), choices) for place, name in enumerate(SIGNS, 1)
    )


def list_pointing(seats: int) -> tuple[Slot, ...]:
    """Spies may point at themselves."""
    choices = tuple((str(seat), Term("seat", seat)) for seat in range(seats))
    labels = (Phrase(text("I point at"), {}), Phrase(text("and at"), {}))
    return tuple(Slot(name, label, choices) for name, label in zip(AT, labels, strict=True))


def objection(seen: Observation, premove: Premove) -> str | None:
    """By the viewer's own card."""
    if WORD in premove:
        return object_to_word(seen, premove[WORD])
    if any(sign in premove for sign in SIGNS):
        return None
    return object_to_pointing(seen, read_pointing(premove))


def object_to_word(seen: Observation, word: str) -> str | None:
    if not is_word(word):
        return "no_single_word"
    return "own_password" if seen.password is not None and contains(word, seen.password) else None


def object_to_pointing(seen: Observation, at: tuple[Seat, ...]) -> str | None:
    if len(set(at)) != POINTED_AT:
        return "point_two"
    if seen.is_spy is None or seen.is_spy == (seen.viewer in at):
        return None
    return "point_self" if seen.is_spy else "point_others"


def answer(seen: Observation, premove: Premove) -> tuple[Move, ...] | None:
    assert seen.viewer is not None
    kind = seen.decision.kind if seen.decision else ""
    if kind == SAY and seen.options.silent:
        signs = tuple(premove[name] for name in SIGNS if premove.get(name) in EMOJI)
        return (Say(seen.viewer, None, signs),) if signs else None
    if kind == SAY:
        word = premove.get(WORD, "")
        return None if object_to_word(seen, word) else (Say(seen.viewer, word),)
    point = Point(seen.viewer, read_pointing(premove))
    return (point,) if kind == POINT and point in seen.legal else None


def read_pointing(premove: Premove) -> tuple[Seat, ...]:
    return tuple(sorted(int(premove[name]) for name in AT if premove.get(name)))


PREMOVES: Premoves | None = Premoves(offer, objection, answer)
