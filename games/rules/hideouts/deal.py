"""What chance decides before the first move: who goes first."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.engine.values import Chance, DealtJson, Seat
from games.rules.hideouts.material import PLAYERS
from games.rules.hideouts.options import Options


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: the seat that has the first turn. Both players have the same spies."""

    first: Seat


def make_deal(
    options: Options,
    seats: int,
    chance: Chance,
    previous: Deal | None = None,
    wishes: Mapping[Seat, str] | None = None,
    moved: Mapping[Seat, Seat] | None = None,
) -> Deal:
    """Draw the first player; in a rematch, too."""
    return Deal(chance.randrange(seats))


def dump_deal(deal: Deal) -> DealtJson:
    """Return a deal as JSON: the first player for all, nothing for one seat's eyes."""
    return DealtJson(common={"first": deal.first}, hands=({},) * PLAYERS)


def load_deal(dealt: DealtJson) -> Deal:
    """Return the deal that `dump_deal` wrote."""
    return Deal(dealt.common["first"])
