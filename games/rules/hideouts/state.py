"""The state of a game of T.A.R.G.E.T., and the plain questions about it that every rule asks."""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.engine.values import FINALE, Outcome, Seat
from games.rules.hideouts.acts import Act
from games.rules.hideouts.deal import Deal
from games.rules.hideouts.material import PLACES, PLAYERS, SPIES, TOKENS
from games.rules.hideouts.options import Options


@dataclass(frozen=True, slots=True)
class Hideout:
    """A hideout: its spy, which lies open once it is destroyed, and the decoys beside it.

    It holds none (`spy` is None) before its owner has hidden anything, and while it is to be refilled.
    """

    spy: int | None = None
    destroyed: bool = False
    tokens: int = 0


class Gap(NamedTuple):
    """A hideout that its owner must refill before play goes on."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class State:
    """A game between two moves. Hands and hideouts are by seat, hands ascending.

    `turn` counts from 1 and is 0 while the players hide their spies; `player` is whose turn it is. `past` is the public
    history.
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
        """Tell whether a player has hidden three spies."""
        return self.turn > 0 or self.hideouts[seat][0].spy is not None

    def standing(self, seat: Seat) -> tuple[int, ...]:
        """Return the places of a player's hideouts that are not destroyed."""
        return tuple(place for place, hideout in enumerate(self.hideouts[seat]) if not hideout.destroyed)

    def tokens_left(self, seat: Seat) -> int:
        """Return how many decoys a player may still put down."""
        return TOKENS - sum(hideout.tokens for hideout in self.hideouts[seat])


def start(options: Options, deal: Deal, rules: int) -> State:
    """Return the state before anything is hidden: all spies in the hands."""
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
    """Return which turn a state belongs to, counted from 1, hiding being part of the first; `FINALE` at the end."""
    return FINALE if state.outcome else len(state.past) + 1


def opponent_of(seat: Seat) -> Seat:
    """Return the other seat."""
    return 1 - seat
