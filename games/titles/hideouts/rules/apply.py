from dataclasses import replace
from typing import TypeVar

from games.rules.engine.values import Seat
from games.titles.hideouts.rules.acts import SUCCESS, Act, Attacked, Refilled, Swapped, answer_attack
from games.titles.hideouts.rules.ending import end
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.titles.hideouts.rules.state import Gap, Hideout, State, opponent_of

Value = TypeVar("Value")
Hands = tuple[tuple[int, ...], ...]
Hideouts = tuple[tuple[Hideout, ...], ...]


def apply(state: State, move: Move) -> State:
    match move:
        case Hide():
            return _begin_if_hidden(_hide(state, move))
        case AttackFromHand():
            return _go_on(_attack_from_hand(state, move))
        case AttackFromHideout():
            return _go_on(_attack_from_hideout(state, move))
        case Refill():
            return _go_on(_refill(state, move))
        case Swap():
            return _go_on(_swap(state, move))


def _hide(state: State, move: Hide) -> State:
    return replace(
        state,
        hideouts=_put(state.hideouts, move.seat, tuple(Hideout(spy) for spy in move.spies)),
        hands=_put(state.hands, move.seat, tuple(spy for spy in state.hands[move.seat] if spy not in move.spies)),
    )


def _begin_if_hidden(state: State) -> State:
    return replace(state, turn=1) if all(state.has_hidden(seat) for seat in range(len(state.hands))) else state


def _attack_from_hand(state: State, move: AttackFromHand) -> State:
    """Attack with a spy from the hand. After a success both spies lie open, out of play."""
    other = opponent_of(move.seat)
    answer = answer_attack(move.spy, _find_spy(state, other, move.target))
    past = (*state.past, Attacked(move.seat, move.spy, None, move.target, answer))
    if answer != SUCCESS:
        return replace(state, past=past)
    hands = _drop_spy(state.hands, move.seat, move.spy)
    return replace(state, past=past, hands=hands, hideouts=_destroy(state.hideouts, other, move.target))


def _attack_from_hideout(state: State, move: AttackFromHideout) -> State:
    """Attack with a hidden spy.

    After a success the attacked hideout is destroyed, and the attacker must refill the own one. After a failure the
    attacker's hideout is destroyed. If the defender hid the same spy, its hideout must be refilled.
    """
    other = opponent_of(move.seat)
    spy = _find_spy(state, move.seat, move.own)
    answer = answer_attack(spy, _find_spy(state, other, move.target))
    if answer == SUCCESS:
        act = Attacked(move.seat, spy, move.own, move.target, answer)
        return _open_gap(state, act, Gap(move.seat, move.own), _destroy(state.hideouts, other, move.target))
    matched = next((place for place, held in enumerate(state.hideouts[other]) if _is_hidden(held, spy)), None)
    act = Attacked(move.seat, spy, move.own, move.target, answer, matched)
    hideouts = _destroy(state.hideouts, move.seat, move.own)
    if matched is not None:
        return _open_gap(state, act, Gap(other, matched), hideouts)
    return replace(state, past=(*state.past, act), hands=_drop_spy(state.hands, other, spy), hideouts=hideouts)


def _is_hidden(hideout: Hideout, spy: int) -> bool:
    return hideout.spy == spy and not hideout.destroyed


def _open_gap(state: State, act: Act, gap: Gap, hideouts: Hideouts) -> State:
    emptied = Hideout(tokens=hideouts[gap.seat][gap.place].tokens)
    return replace(
        state, past=(*state.past, act), gap=gap, hideouts=_put_hideout(hideouts, gap.seat, gap.place, emptied)
    )


def _refill(state: State, move: Refill) -> State:
    assert state.gap is not None
    place = state.gap.place
    return replace(
        state,
        gap=None,
        past=(*state.past, Refilled(move.seat, place)),
        hands=_drop_spy(state.hands, move.seat, move.spy),
        hideouts=_fill(state.hideouts, move.seat, place, move.spy),
    )


def _swap(state: State, move: Swap) -> State:
    taken = _find_spy(state, move.seat, move.own)
    hand = {*state.hands[move.seat], taken} - {move.spy}
    filled = _fill(state.hideouts, move.seat, move.own, move.spy)
    return replace(
        state,
        past=(*state.past, Swapped(move.seat, move.own, taken, move.token)),
        hands=_put(state.hands, move.seat, tuple(sorted(hand))),
        hideouts=_add_token(filled, move.seat, move.token),
    )


def _go_on(state: State) -> State:
    if any(all(hideout.destroyed for hideout in own) for own in state.hideouts):
        return end(state)
    if state.gap is not None:
        return state
    return replace(state, turn=state.turn + 1, player=opponent_of(state.player))


def _find_spy(state: State, seat: Seat, place: int) -> int:
    spy = state.hideouts[seat][place].spy
    assert spy is not None
    return spy


# The functions below change hands and hideouts only, so that a move makes a single new state.


def _drop_spy(hands: Hands, seat: Seat, spy: int) -> Hands:
    return _put(hands, seat, tuple(held for held in hands[seat] if held != spy))


def _destroy(hideouts: Hideouts, seat: Seat, place: int) -> Hideouts:
    before = hideouts[seat][place]
    return _put_hideout(hideouts, seat, place, Hideout(before.spy, destroyed=True, tokens=before.tokens))


def _fill(hideouts: Hideouts, seat: Seat, place: int, spy: int) -> Hideouts:
    return _put_hideout(hideouts, seat, place, Hideout(spy, tokens=hideouts[seat][place].tokens))


def _add_token(hideouts: Hideouts, seat: Seat, place: int) -> Hideouts:
    before = hideouts[seat][place]
    return _put_hideout(hideouts, seat, place, Hideout(before.spy, before.destroyed, before.tokens + 1))


def _put_hideout(hideouts: Hideouts, seat: Seat, place: int, hideout: Hideout) -> Hideouts:
    return _put(hideouts, seat, _put(hideouts[seat], place, hideout))


def _put(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
