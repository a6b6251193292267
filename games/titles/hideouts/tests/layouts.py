"""Every way a player's hideouts may be manned, kept by brute force: what deduction is measured against.

A layout is what the three hideouts hold, None for nothing hidden. At first there are 720; each act that everyone sees
strikes out those in which it could not have happened, and a spy put in unseen makes each into all it may have become.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from games.rules.engine.values import Seat
from games.titles.hideouts.rules.acts import Act, Attacked, Refilled, Swapped, answer_attack
from games.titles.hideouts.rules.material import SPIES

Layout = tuple[int | None, ...]


def trace_layouts(past: Sequence[Act], owner: Seat) -> Iterator[set[Layout]]:
    """Yield, at first and after each act, every layout of `owner` that agrees with all that everyone has seen."""
    layouts: set[Layout] = set(permutations(SPIES, 3))
    spent: set[int] = set()
    yield layouts
    for act in past:
        layouts = {after for layout in layouts for after in follow(layout, act, owner, spent)}
        if isinstance(act, Attacked) and (act.own is not None or act.answer == "success"):
            spent.add(act.spy)
        yield layouts


def follow(layout: Layout, act: Act, owner: Seat, spent: set[int]) -> Iterator[Layout]:
    """Yield what a layout may be after an act: nothing if it makes the act impossible."""
    hand = [spy for spy in SPIES if spy not in spent and spy not in layout]
    match act:
        case Attacked() if act.seat == owner:
            yield from follow_attack_by_owner(layout, act, hand)
        case Attacked():
            yield from follow_attack_on_owner(layout, act, hand)
        case Swapped() if act.seat == owner:
            if layout[act.own] == act.spy:
                yield from (put(layout, act.own, spy) for spy in (*hand, act.spy))
        case Refilled() if act.seat == owner:
            yield from (put(layout, act.own, spy) for spy in hand)
        case _:
            yield layout


def follow_attack_by_owner(layout: Layout, act: Attacked, hand: Sequence[int]) -> Iterator[Layout]:
    if act.own is None:
        if act.spy in hand:
            yield layout
    elif layout[act.own] == act.spy:
        yield put(layout, act.own, None)


def follow_attack_on_owner(layout: Layout, act: Attacked, hand: Sequence[int]) -> Iterator[Layout]:
    hidden = layout[act.target]
    if hidden is None or answer_attack(act.spy, hidden) != act.answer:
        return
    if act.answer == "success":
        yield put(layout, act.target, None)
    elif act.own is None:
        yield layout
    elif act.matched is None:
        if act.spy in hand:
            yield layout
    elif layout[act.matched] == act.spy:
        yield put(layout, act.matched, None)


def put(layout: Layout, place: int, spy: int | None) -> Layout:
    return (*layout[:place], spy, *layout[place + 1 :])


def values_of(layouts: Iterable[Layout]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted({spy for spy in column if spy is not None})) for column in zip(*layouts, strict=True))
