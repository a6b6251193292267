from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.engine.values import Chance, DealtJson, Seat
from games.titles.hideouts.rules.material import PLAYERS
from games.titles.hideouts.rules.options import Options


@dataclass(frozen=True, slots=True)
class Deal:
    first: Seat


def make_deal(
    options: Options,
    seats: int,
    chance: Chance,
    previous: Deal | None = None,
    wishes: Mapping[Seat, str] | None = None,
    moved: Mapping[Seat, Seat] | None = None,
) -> Deal:
    """Draw who goes first. A rematch draws again."""
    return Deal(chance.randrange(seats))


def dump_deal(deal: Deal) -> DealtJson:
    return DealtJson(common={"first": deal.first}, hands=({},) * PLAYERS)


def load_deal(dealt: DealtJson) -> Deal:
    return Deal(dealt.common["first"])
