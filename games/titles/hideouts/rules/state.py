from dataclasses import dataclass
from typing import NamedTuple

from games.rules.engine.values import FINALE, Outcome, Seat
from games.titles.hideouts.rules.acts import Act
from games.titles.hideouts.rules.deal import Deal
from games.titles.hideouts.rules.material import PLACES, PLAYERS, SPIES, TOKENS
from games.titles.hideouts.rules.options import Options


@dataclass(frozen=True, slots=True)
class Hideout:
    """A hideout.

    The spy is None before the hiding, and while the hideout must be refilled. Once the hideout is destroyed, everyone
    knows the spy.
    """

    spy: int | None = None
    destroyed: bool = False
    tokens: int = 0


class Gap(NamedTuple):
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    Hands are in ascending order. `turn` counts from 1 and is 0 while the players hide their spies.
    """

    rules: int
    options: Options
    deal: Deal
    hands: tuple[tuple[int, ...], ...]
    hideouts: tuple[tuple[Hideout, ...], ...]
    turn: int
    player: Seat
    gap: Gap | None
    past: tuple[Act, ...]
    outcome: Outcome | None

    def has_hidden(self, seat: Seat) -> bool:
        return self.turn > 0 or self.hideouts[seat][0].spy is not None

    def standing(self, seat: Seat) -> tuple[int, ...]:
        return tuple(place for place, hideout in enumerate(self.hideouts[seat]) if not hideout.destroyed)

    def tokens_left(self, seat: Seat) -> int:
        return TOKENS - sum(hideout.tokens for hideout in self.hideouts[seat])


def start(options: Options, deal: Deal, rules: int) -> State:
    return State(
        rules=rules,
        options=options,
        deal=deal,
        hands=(tuple(SPIES),) * PLAYERS,
        hideouts=(tuple(Hideout() for _ in PLACES),) * PLAYERS,
        turn=0,
        player=deal.first,
        gap=None,
        past=(),
        outcome=None,
    )


def scene(state: State) -> int:
    """Return the turn, from 1, or `FINALE`. The hiding belongs to turn 1, and a refill to the turn of its attack."""
    return FINALE if state.outcome else max(state.turn, 1)


def opponent_of(seat: Seat) -> Seat:
    return 1 - seat
