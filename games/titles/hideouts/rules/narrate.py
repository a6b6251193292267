from games.rules.engine.values import Event, Seat, Term
from games.titles.hideouts.rules.acts import SUCCESS, Attacked
from games.titles.hideouts.rules.ending import END_REASONS
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.titles.hideouts.rules.state import State, opponent_of

Params = dict[str, Term | int]


def narrate(before: State, move: Move, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    """Narrate a move. Only owners see what goes into their hideouts."""
    match move:
        case Hide():
            return _narrate_hiding(move, after, viewer)
        case AttackFromHand() | AttackFromHideout():
            return (*_narrate_attack(after, viewer), *_narrate_end(after))
        case Refill():
            return (_narrate_refill(before, move, viewer),)
        case Swap():
            return (_narrate_swap(before, move, viewer),)


def _hideout(place: int) -> Term:
    return Term("hideout", place)


def _narrate_hiding(move: Hide, after: State, viewer: Seat | None) -> tuple[Event, ...]:
    own: dict[str, Term | int] = dict(zip(("left", "centre", "right"), move.spies, strict=True))
    reminder = (Event("hidden_by_you", own),) if viewer == move.seat else ()
    begins = (Event("begins", {"player": Term("seat", after.player)}),) if after.turn else ()
    return (*reminder, *begins)


def _narrate_attack(after: State, viewer: Seat | None) -> tuple[Event, ...]:
    """Narrate an attack, and that the defender hid the same spy in another hideout if so."""
    act = after.past[-1]
    assert isinstance(act, Attacked)
    params: Params = {"player": Term("seat", act.seat), "spy": act.spy, "target": _hideout(act.target)}
    at_whom = "_at_you" if viewer == opponent_of(act.seat) else ""
    if act.own is None:
        return (Event(f"hand_{act.answer}{at_whom}", params),)
    attack = Event(f"hideout_{act.answer}{at_whom}", {**params, "own": _hideout(act.own)})
    if act.answer == SUCCESS:
        return (attack,)
    defender: Params = {"player": Term("seat", opponent_of(act.seat)), "spy": act.spy}
    if act.matched is None:
        return (attack, Event("match_from_hand", defender))
    return (attack, Event("match_from_hideout", {**defender, "hideout": _hideout(act.matched)}))


def _narrate_refill(before: State, move: Refill, viewer: Seat | None) -> Event:
    assert before.gap is not None
    params = {"player": Term("seat", move.seat), "hideout": _hideout(before.gap.place)}
    if viewer != move.seat:
        return Event("refilled", params)
    return Event("refilled_by_you", {**params, "spy": move.spy})


def _narrate_swap(before: State, move: Swap, viewer: Seat | None) -> Event:
    taken = before.hideouts[move.seat][move.own].spy
    assert taken is not None
    params: Params = {
        "player": Term("seat", move.seat),
        "spy": taken,
        "own": _hideout(move.own),
        "beside": _hideout(move.token),
    }
    if viewer != move.seat:
        return Event("swapped", params)
    return Event("swapped_by_you", {**params, "put": move.spy})


def _narrate_end(after: State) -> tuple[Event, ...]:
    if after.outcome is None:
        return ()
    figures, reason = after.outcome.figures, after.outcome.reason
    points = tuple(
        Event("scored", {"player": Term("seat", seat), "count": count}) for seat, count in enumerate(figures["points"])
    )
    sums = tuple(
        Event("hand_counted", {"player": Term("seat", seat), "sum": total})
        for seat, total in enumerate(figures["hand_sums"] if END_REASONS[reason].shows_hands else ())
    )
    return (*points, *sums, Event("over", {"reason": Term("reason", reason)}))
