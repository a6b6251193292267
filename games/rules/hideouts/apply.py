"""What a legal move does to the state."""

from dataclasses import replace

from games.rules.hideouts.acts import SUCCESS, Act, Attacked, Refilled, Swapped, answer_attack
from games.rules.hideouts.ending import end, is_over
from games.rules.hideouts.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.rules.hideouts.state import Gap, Hideout, State, opponent_of
from games.rules.protocol import Seat


def apply(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    match move:
        case Hide():
            return begin_if_hidden(hide(state, move))
        case AttackFromHand():
            return go_on(attack_from_hand(state, move))
        case AttackFromHideout():
            return go_on(attack_from_hideout(state, move))
        case Refill():
            return go_on(refill(state, move))
        case Swap():
            return go_on(swap(state, move))


def hide(state: State, move: Hide) -> State:
    """Put three spies into the hideouts of a player."""
    hideouts = tuple(Hideout(spy) for spy in move.spies)
    taken = replace(state, hideouts=(*state.hideouts[: move.seat], hideouts, *state.hideouts[move.seat + 1 :]))
    return set_hand(taken, move.seat, set(state.hands[move.seat]) - set(move.spies))


def begin_if_hidden(state: State) -> State:
    """Begin the first turn if both have hidden their spies."""
    return replace(state, turn=1) if all(state.has_hidden(seat) for seat in range(len(state.hands))) else state


def attack_from_hand(state: State, move: AttackFromHand) -> State:
    """Answer the attack; if it succeeds, both spies lie open on the destroyed hideout, out of play."""
    answer = answer_attack(move.spy, find_spy(state, opponent_of(move.seat), move.target))
    after = note(state, Attacked(move.seat, move.spy, None, move.target, answer))
    if answer != SUCCESS:
        return after
    return destroy(drop_spy(after, move.seat, move.spy), opponent_of(move.seat), move.target)


def attack_from_hideout(state: State, move: AttackFromHideout) -> State:
    """Answer the attack; one of the two hideouts is destroyed by it, and a hideout that lost its spy has a gap."""
    other = opponent_of(move.seat)
    spy = find_spy(state, move.seat, move.own)
    answer = answer_attack(spy, find_spy(state, other, move.target))
    if answer == SUCCESS:
        act = Attacked(move.seat, spy, move.own, move.target, answer)
        return destroy(open_gap(note(state, act), move.seat, move.own), other, move.target)
    matched = next((place for place, held in enumerate(state.hideouts[other]) if is_hidden(held, spy)), None)
    after = note(state, Attacked(move.seat, spy, move.own, move.target, answer, matched))
    after = drop_spy(after, other, spy) if matched is None else open_gap(after, other, matched)
    return destroy(after, move.seat, move.own)


def is_hidden(hideout: Hideout, spy: int) -> bool:
    """Tell whether a spy is in a hideout that stands."""
    return hideout.spy == spy and not hideout.destroyed


def refill(state: State, move: Refill) -> State:
    """Put a spy of the hand into the hideout that was left empty."""
    assert state.gap is not None
    place = state.gap.place
    after = note(replace(state, gap=None), Refilled(move.seat, place))
    hideout = replace(state.hideouts[move.seat][place], spy=move.spy)
    return set_hideout(drop_spy(after, move.seat, move.spy), move.seat, place, hideout)


def swap(state: State, move: Swap) -> State:
    """Exchange a hidden spy for one of the hand, maybe the same, and put a decoy beside one of the own hideouts."""
    taken = find_spy(state, move.seat, move.own)
    after = note(state, Swapped(move.seat, move.own, taken, move.token))
    after = set_hand(after, move.seat, {*state.hands[move.seat], taken} - {move.spy})
    hideout = replace(state.hideouts[move.seat][move.own], spy=move.spy)
    after = set_hideout(after, move.seat, move.own, hideout)
    beside = after.hideouts[move.seat][move.token]
    return set_hideout(after, move.seat, move.token, replace(beside, tokens=beside.tokens + 1))


def go_on(state: State) -> State:
    """End the game if it is over; else let a gap be filled, or pass the turn on."""
    if is_over(state):
        return end(state)
    if state.gap is not None:
        return state
    return replace(state, turn=state.turn + 1, player=opponent_of(state.player))


def note(state: State, act: Act) -> State:
    """Add what everybody sees of a move to the history."""
    return replace(state, past=(*state.past, act))


def destroy(state: State, seat: Seat, place: int) -> State:
    """Destroy a hideout: its spy lies open from now on."""
    return set_hideout(state, seat, place, replace(state.hideouts[seat][place], destroyed=True))


def open_gap(state: State, seat: Seat, place: int) -> State:
    """Take the spy out of a hideout, which must be refilled."""
    emptied = replace(state.hideouts[seat][place], spy=None)
    return replace(set_hideout(state, seat, place, emptied), gap=Gap(seat, place))


def find_spy(state: State, seat: Seat, place: int) -> int:
    """Return the spy in a hideout that holds one."""
    spy = state.hideouts[seat][place].spy
    assert spy is not None
    return spy


def drop_spy(state: State, seat: Seat, spy: int) -> State:
    """Take a spy out of a hand."""
    return set_hand(state, seat, set(state.hands[seat]) - {spy})


def set_hand(state: State, seat: Seat, spies: set[int]) -> State:
    """Return the state with another hand."""
    return replace(state, hands=(*state.hands[:seat], tuple(sorted(spies)), *state.hands[seat + 1 :]))


def set_hideout(state: State, seat: Seat, place: int, hideout: Hideout) -> State:
    """Return the state with another hideout."""
    own = state.hideouts[seat]
    changed = (*own[:place], hideout, *own[place + 1 :])
    return replace(state, hideouts=(*state.hideouts[:seat], changed, *state.hideouts[seat + 1 :]))
