"""What T.A.R.G.E.T. gives to the world swap: what can be known of its games, and worlds that agree with it.

What has left a hideout was shown, so another world differs in what hides in the hideouts now, and in the moves that
put it there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Entry, Seat, Term
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.acts import Act, Attacked, Refilled, Swapped
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Hide, Move, Refill, Swap
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.rules.state import State
from games.titles.hideouts.tests.referee import Referee
from tests.rules import drawing
from tests.rules.worlds import Fields, Log, World

TITLE: AnyTitle = hideouts
HIDES = 2
"""How many moves come before the first turn; each move after them is an act that everybody sees."""
SECRETS = ("sealed hiding", "hidden at first", "swapped in", "the same spy put back", "refilled", "hideouts", "hands")
"""The kinds of secrets a pair of worlds may differ in."""
ASKED = ("hiding", "a turn", "a refill by the attacker", "a refill by the defender")
SHARES = dict.fromkeys([*SECRETS, *(f"asked: {asked}" for asked in ASKED), "viewer: public", "viewer: player"], 1 / 200)
RARE = ()
TYPED: dict[str, tuple[str, ...]] = {}
COMBINED: tuple[str, ...] = ()
HIDES_ROLES = False


def draw_table(chance: Random) -> tuple[Options, int]:
    return drawing.draw_options(TITLE, 2, chance), 2


def knows(state: State, log: Log, viewer: Seat | None) -> dict[str, Any]:
    is_over = state.outcome is not None
    return {
        "first": state.deal.first,
        "seen": Referee(log).seen,
        "moves": [entry.move for entry in log if is_over or entry.move.seat == viewer],
        "outcome": state.outcome,
    }


def imagine(state: State, log: Log, foreseen: Log, viewer: Seat | None, chance: Random) -> World:
    if state.outcome is not None:
        return World(state.deal, log)
    imagined = list(log)
    for owner in (0, 1):
        if owner != viewer:
            imagine_hideouts(imagined, Referee(foreseen), owner, chance)
    return World(state.deal, tuple(imagined))


def imagine_hideouts(log: list[Entry], then: Referee, owner: Seat, chance: Random) -> None:
    places = [place for place in range(3) if then.hideouts[owner][place] is not None]
    choices = [sorted(allowed(then.seen, owner, place)) for place in places]
    spies = chance.choice([spies for spies in product(*choices) if len(set(spies)) == len(spies)])
    for place, spy in zip(places, spies, strict=True):
        last = find_filling(then.seen, owner, place)
        if last is None:
            number = next((n for n, entry in enumerate(log) if entry.move == find_hide(log, owner)), None)
        else:
            number = HIDES + last
        if number is not None and number < len(log):
            log[number] = replace(log[number], move=fill(log[number].move, place, spy))


def find_hide(log: Sequence[Entry], owner: Seat) -> Move | None:
    return next((entry.move for entry in log if isinstance(entry.move, Hide) and entry.move.seat == owner), None)


def find_filling(seen: Sequence[Act], owner: Seat, place: int) -> int | None:
    fillings = [
        number
        for number, act in enumerate(seen)
        if isinstance(act, Swapped | Refilled) and (act.seat, act.own) == (owner, place)
    ]
    return fillings[-1] if fillings else None


def fill(move: Move, place: int, spy: int) -> Move:
    if isinstance(move, Hide):
        return replace(move, spies=(*move.spies[:place], spy, *move.spies[place + 1 :]))
    assert isinstance(move, Refill | Swap)
    return replace(move, spy=spy)


def allowed(seen: Sequence[Act], owner: Seat, place: int) -> set[int]:
    """Return what may hide in a hideout by all that was seen, except what hides in the others now."""
    last = find_filling(seen, owner, place)
    return {
        spy
        for spy in range(10)
        if not any(excludes(act, spy, owner, place, last is None or number > last) for number, act in enumerate(seen))
    }


def excludes(act: Act, spy: int, owner: Seat, place: int, is_later: bool) -> bool:
    """Tell whether after an act a spy cannot be in a hideout; `is_later`: than what filled it last."""
    match act:
        case Attacked():
            if act.spy == spy and (act.own is not None or act.answer == "success"):
                return True
            if not is_later:
                return False
            if act.seat == owner:
                return act.spy == spy
            return act.target == place and not {"plus": spy > act.spy, "minus": spy < act.spy}.get(act.answer, False)
        case Swapped():
            return is_later and act.seat == owner and act.spy == spy
    return False


def differing_secrets(state: State, log: Log, other: World) -> set[str]:
    changed = [(ours.move, theirs.move) for ours, theirs in zip(log, other.log, strict=True) if ours != theirs]
    taken = {n: act.spy for n, act in enumerate(Referee(log).seen, start=HIDES) if isinstance(act, Swapped)}
    put_back = [{n for n, spy in taken.items() if world[n].move.spy == spy} for world in (log, other.log)]
    here, there = Referee(log), Referee(other.log)
    differs = {
        "sealed hiding": bool(changed) and state.turn == 0,
        "hidden at first": any(isinstance(move, Hide) for move, _ in changed),
        "swapped in": any(isinstance(move, Swap) for move, _ in changed),
        "the same spy put back": put_back[0] != put_back[1],
        "refilled": any(isinstance(move, Refill) for move, _ in changed),
        "hideouts": here.hideouts != there.hideouts,
        "hands": here.hands != there.hands,
    }
    return {kind for kind, differing in differs.items() if differing}


def list_facts(state: State, viewer: Seat | None) -> list[str]:
    if state.turn == 0:
        asked = "hiding"
    elif state.gap is None:
        asked = "a turn"
    else:
        asked = "a refill by the attacker" if state.gap.seat == state.player else "a refill by the defender"
    return [f"asked: {asked}", f"viewer: {'public' if viewer is None else 'player'}"]


def attempts(state: State, seat: Seat, dice: Random) -> list[Any]:
    spy, own, place = dice.randrange(10), dice.randrange(3), dice.randrange(3)
    return [
        AttackFromHand(seat, spy, place),
        AttackFromHideout(seat, own, place),
        Swap(seat, own, spy, place),
        Refill(seat, spy),
        Hide(seat, tuple(dice.sample(range(10), 3))),
    ]


def opens(before: State, after: State, viewer: Seat | None) -> bool:
    """Tell whether the move between two states lets `viewer` tell the worlds apart by the rules.

    The game ends, an attack is answered, unless it was one from the hand on the viewer, or another shows what was in a
    hideout of theirs.
    """
    act = after.past[-1] if after.past else None
    if after.outcome is not None:
        return True
    if isinstance(act, Attacked):
        return viewer in (None, act.seat) or act.own is not None
    return isinstance(act, Swapped) and act.seat != viewer


def swap_roles(state: State, seat: Seat) -> Iterator[State]:
    """Yield nothing: everyone knows on which side a player is."""
    yield from ()


def find_forgotten(received: Any, state: State, viewer: Seat | None) -> str | None:
    """Return what is shown although it is no longer in sight: nothing is ever out of sight."""
    return None


def list_hidden(state: State, viewer: Seat | None) -> list[Term]:
    """Return nothing: a spy is a digit, which stands on every page for something else."""
    return []


def write_form(move: Move) -> Fields:
    match move:
        case Hide(_, spies):
            return {f"spy{place}": str(spy) for place, spy in enumerate(spies)}
        case Refill(_, spy):
            return {"spy": str(spy)}
        case AttackFromHand(_, spy, aim):
            return {"spy": str(spy), "target": str(aim)}
        case AttackFromHideout(_, own, aim):
            return {"spy": f"door-{own}", "target": str(aim)}
        case Swap(_, own, spy, token):
            return {"action": "swap", "own": str(own), "spy": str(spy), "token": str(token)}


def draw_forms(chance: Random) -> list[Fields]:
    spy, own, aim = (str(chance.randrange(most)) for most in (10, 3, 3))
    numbers = {"spy": spy, "own": own, "target": aim, "token": aim}
    return [numbers, {**numbers, "spy": f"door-{own}"}, {**numbers, "action": "swap"}, {**numbers, "action": "other"}]
