from games.rules.engine.premoves import Offer, Premove, Premoves, Slot
from games.rules.engine.texts import text
from games.rules.engine.values import Json, Phrase, Seat, Term
from games.titles.hideouts.rules.moves import (
    DOOR,
    REFILL,
    TURN,
    AttackFromHand,
    AttackFromHideout,
    Move,
    Refill,
)
from games.titles.hideouts.rules.observe import Observation
from games.titles.hideouts.rules.state import opponent_of

SPY, TARGET, FILL = "spy", "target", "fill"


def _offer(seen: Observation) -> Offer | None:
    """Return a form for the next turn: an attack, and the spy to refill a hideout with if the hand has a choice."""
    if seen.viewer is None or seen.decision is not None or seen.outcome is not None or not seen.turn:
        return None
    own = [hideout for hideout in seen.hideouts[seen.viewer] if not hideout.destroyed and hideout.spy is not None]
    targets = [hideout.place for hideout in seen.hideouts[opponent_of(seen.viewer)] if not hideout.destroyed]
    hand = tuple((str(spy), Term("word", str(spy))) for spy in seen.hand)
    doors = tuple(
        (
            f"{DOOR}{hideout.place}",
            Phrase(
                text("the {spy} in the {hideout}"),
                {"spy": hideout.spy or 0, "hideout": Term("hideout", str(hideout.place))},
            ),
        )
        for hideout in own
    )
    if len(hand) + len(doors) < 2 and len(targets) < 2:
        return None
    slots = [
        Slot(SPY, Phrase(text("I attack with"), {}), (*hand, *doors)),
        Slot(TARGET, Phrase(text("Target"), {}), tuple((str(place), Term("aim", str(place))) for place in targets)),
    ]
    if len(hand) > 1:
        slots.append(Slot(FILL, Phrase(text("If I have a hideout to fill"), {}), hand))
    places = "".join(map(str, (*targets, "-", *(hideout.place for hideout in own))))
    return Offer(f"{TURN}-{seen.turn}-{places}", tuple(slots))


def _objection(seen: Observation, premove: Premove) -> str | None:
    """Return why a premove cannot be kept, or None. An attack that is only half filled in is refused."""
    if (SPY in premove) == (TARGET in premove):
        return None
    return "no_target" if SPY in premove else "no_spy"


def _answer(seen: Observation, premove: Premove) -> tuple[Move, ...] | None:
    assert seen.viewer is not None
    kind = seen.decision.kind if seen.decision else ""
    move: Move | None = None
    if kind == TURN and premove.get(SPY) and premove.get(TARGET):
        move = _read_attack(seen.viewer, premove[SPY], int(premove[TARGET]))
    elif kind == REFILL and premove.get(FILL):
        move = Refill(seen.viewer, int(premove[FILL]))
    return (move,) if move in seen.legal else None


def _read_attack(seat: Seat, spy: str, target: int) -> Move:
    """Return the attack that a premove means. `spy` is the value of the form's field."""
    if spy.startswith(DOOR):
        return AttackFromHideout(seat, int(spy.removeprefix(DOOR)), target)
    return AttackFromHand(seat, int(spy), target)


def _rests_on(seen: Observation, premove: Premove, kind: str) -> Json:
    """Return how often the hideouts of a prepared attack were filled.

    The attack is dropped if that changes, because a swap makes what was known of the old spy worthless.
    """
    if kind != TURN or seen.viewer is None or not premove.get(TARGET):
        return None
    target = seen.hideouts[opponent_of(seen.viewer)][int(premove[TARGET])]
    spy = premove.get(SPY, "")
    own = seen.hideouts[seen.viewer][int(spy.removeprefix(DOOR))] if spy.startswith(DOOR) else None
    return [target.filled, own and own.filled]


def _keep_rest(before: Observation, after: Observation, premove: Premove) -> Premove:
    """Return the attack after a refill, or the refill after a hit, if that is asked at once.

    After a later turn of the opponent, only what was prepared since counts.
    """
    kinds = tuple(seen.decision.kind if seen.decision else "" for seen in (before, after))
    if kinds == (REFILL, TURN):
        return _pick(premove, SPY, TARGET)
    if kinds == (TURN, REFILL) and before.turn == after.turn:
        return _pick(premove, FILL)
    return {}


def _pick(premove: Premove, *names: str) -> Premove:
    return {name: premove[name] for name in names if name in premove}


LIMITS = Phrase(text("Dropped if your opponent swaps or refills the hideout you aim at."), {})
PREMOVES: Premoves | None = Premoves(_offer, _objection, _answer, _rests_on, LIMITS, _keep_rest)
