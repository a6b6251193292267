from collections.abc import Iterator
from functools import cache
from itertools import chain, permutations

from games.rules.engine.values import Decision, Remaining, Seat
from games.titles.hideouts.rules.material import PLACES, PLAYERS, SPIES
from games.titles.hideouts.rules.moves import (
    HIDE,
    REFILL,
    TURN,
    AttackFromHand,
    AttackFromHideout,
    Hide,
    Move,
    Refill,
    Swap,
)
from games.titles.hideouts.rules.state import State, opponent_of


def to_act(state: State) -> tuple[Seat, ...]:
    if state.outcome is not None:
        return ()
    if state.turn == 0:
        return tuple(seat for seat in range(PLAYERS) if not state.has_hidden(seat))
    return (state.player if state.gap is None else state.gap.seat,)


def decision(state: State, seat: Seat) -> Decision | None:
    if seat not in to_act(state):
        return None
    if state.turn == 0:
        return Decision(HIDE, sealed=True)
    return Decision(TURN if state.gap is None else REFILL, state.turn)


def remaining(state: State) -> Remaining | None:
    """Return None while the game runs, because attacks from the hand may go on without limit."""
    return None if state.outcome is None else Remaining((0,) * PLAYERS, 0)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in to_act(state):
        return ()
    if state.turn == 0:
        return list_hidings(seat)
    if state.gap is not None:
        return tuple(Refill(seat, spy) for spy in state.hands[seat])
    targets = state.standing(opponent_of(seat))
    from_hand = (list_attacks_with(seat, spy, targets) for spy in state.hands[seat])
    from_hideouts = (list_attacks_from(seat, own, targets) for own in state.standing(seat))
    return tuple(chain.from_iterable(chain(from_hand, from_hideouts, _list_swaps(state, seat))))


# These lists are cached, because the same moves recur: up to 200 in a turn, and 720 ways to hide.


@cache
def list_hidings(seat: Seat) -> tuple[Hide, ...]:
    return tuple(Hide(seat, spies) for spies in permutations(SPIES, len(PLACES)))


@cache
def list_attacks_with(seat: Seat, spy: int, targets: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(AttackFromHand(seat, spy, target) for target in targets)


@cache
def list_attacks_from(seat: Seat, own: int, targets: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(AttackFromHideout(seat, own, target) for target in targets)


@cache
def list_swaps_of(seat: Seat, own: int, spy: int) -> tuple[Move, ...]:
    return tuple(Swap(seat, own, spy, token) for token in PLACES)


def _list_swaps(state: State, seat: Seat) -> Iterator[tuple[Move, ...]]:
    if not state.tokens_left(seat):
        return
    for own in state.standing(seat):
        for spy in _spies_to_put(state, seat, own):
            yield list_swaps_of(seat, own, spy)


def _spies_to_put(state: State, seat: Seat, place: int) -> tuple[int, ...]:
    """Return the spies that may go into a hideout: those in the hand and the one that is there."""
    spy = state.hideouts[seat][place].spy
    assert spy is not None
    return tuple(sorted((*state.hands[seat], spy)))


def objection(state: State, move: Move) -> str | None:
    if move.seat not in to_act(state):
        return "not_your_turn"
    match move:
        case Hide() if state.turn == 0:
            return _object_to_hiding(move)
        case Refill() if state.gap is not None:
            return _object_to_spy(state, move)
        case AttackFromHand() if _is_turn(state):
            return _object_to_spy(state, move) or _object_to_target(state, move.seat, move.target)
        case AttackFromHideout() if _is_turn(state):
            return _object_to_own(state, move.seat, move.own) or _object_to_target(state, move.seat, move.target)
        case Swap() if _is_turn(state):
            return _object_to_swap(state, move)
    return "other_choice"


def _is_turn(state: State) -> bool:
    return state.turn > 0 and state.gap is None


def _object_to_hiding(move: Hide) -> str | None:
    fits = len(move.spies) == len(set(move.spies)) == len(PLACES) and set(move.spies) <= set(SPIES)
    return None if fits else "hide_three"


def _object_to_spy(state: State, move: Refill | AttackFromHand) -> str | None:
    return None if move.spy in state.hands[move.seat] else "spy_not_held"


def _object_to_target(state: State, seat: Seat, target: int) -> str | None:
    if target not in PLACES:
        return "no_target"
    return None if target in state.standing(opponent_of(seat)) else "target_destroyed"


def _object_to_own(state: State, seat: Seat, own: int) -> str | None:
    if own not in PLACES:
        return "no_own"
    return None if own in state.standing(seat) else "own_destroyed"


def _object_to_swap(state: State, move: Swap) -> str | None:
    if not state.tokens_left(move.seat):
        return "out_of_tokens"
    if wrong := _object_to_own(state, move.seat, move.own):
        return wrong
    if move.spy not in _spies_to_put(state, move.seat, move.own):
        return "spy_not_held"
    return None if move.token in PLACES else "no_token"
