"""Makes random states that agree with an observation.

`observe(imagine(seen, chance), seen.viewer) == seen` holds for every legal game.
"""

from itertools import product

from games.rules.engine.values import Chance, Seat
from games.titles.hideouts.rules.deal import Deal
from games.titles.hideouts.rules.material import PLACES, PLAYERS, RULES, SPIES
from games.titles.hideouts.rules.observe import Observation
from games.titles.hideouts.rules.options import Options
from games.titles.hideouts.rules.state import Hideout, State

# The hidden spies from left to right; None where a hideout is destroyed or empty.
Layout = tuple[int | None, ...]


def imagine(seen: Observation, chance: Chance) -> State:
    hideouts = tuple(_imagine_hideouts(seen, seat, chance) for seat in range(PLAYERS))
    spent = find_spent(seen)
    return State(
        rules=RULES,
        options=Options(),
        deal=Deal(seen.first),
        hands=tuple(tuple(spy for spy in SPIES if spy not in spent | _find_hidden(row)) for row in hideouts),
        hideouts=hideouts,
        turn=seen.turn,
        player=seen.player,
        gap=seen.gap,
        past=seen.past,
        outcome=seen.outcome,
    )


def _imagine_hideouts(seen: Observation, seat: Seat, chance: Chance) -> tuple[Hideout, ...]:
    shown = seen.hideouts[seat]
    if seat == seen.viewer or seen.outcome is not None:
        layout = tuple(each.spy for each in shown)
    else:
        layout = chance.choice(list_layouts(seen, seat))
    return tuple(
        Hideout(each.spy if each.destroyed else spy, each.destroyed, each.tokens)
        for each, spy in zip(shown, layout, strict=True)
    )


def list_layouts(seen: Observation, seat: Seat) -> tuple[Layout, ...]:
    if seen.turn == 0:
        possible: tuple[tuple[int, ...], ...] = (tuple(SPIES),) * len(PLACES)
        if seen.hand_sizes[seat] == len(SPIES):
            return ((None,) * len(PLACES),)
    else:
        possible = tuple(each.possible for each in seen.hideouts[seat])
    layouts = product(*((values or (None,)) for values in possible))
    return tuple(layout for layout in layouts if _is_apart(layout))


def _is_apart(layout: Layout) -> bool:
    hidden = [spy for spy in layout if spy is not None]
    return len(set(hidden)) == len(hidden)


def find_spent(seen: Observation) -> set[int]:
    """Return the spies that are out of play for both players."""
    return {each.spy for row in seen.hideouts for each in row if each.destroyed and each.spy is not None}


def _find_hidden(hideouts: tuple[Hideout, ...]) -> set[int]:
    return {each.spy for each in hideouts if each.spy is not None and not each.destroyed}
