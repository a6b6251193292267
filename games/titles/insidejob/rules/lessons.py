"""Examples for the rules page, judged by the real rules."""

from dataclasses import dataclass

from games.titles.insidejob.rules.cards import CARDS, Card
from games.titles.insidejob.rules.missions import MISSIONS, Mission, is_met
from games.titles.insidejob.rules.pictures import Picture, draw_condition
from games.titles.insidejob.rules.showing import Column, fade, line_up
from games.titles.insidejob.rules.trick import Played

SEATS = 4
INTEL = "+"


@dataclass(frozen=True, slots=True)
class Example:
    mission: Mission
    plays: tuple[Played, ...]

    @property
    def picture(self) -> Picture:
        return draw_condition(self.mission.condition, len(self.plays))

    @property
    def columns(self) -> tuple[Column, ...]:
        return line_up([play.seat for play in self.plays], self.plays, self.mission.trump, has_larry=False)

    @property
    def met(self) -> bool:
        return is_met(self.mission, self.plays)


@dataclass(frozen=True, slots=True)
class Lessons:
    """Examples for the rules page.

    The cards of `hand` in `faded` do not follow `led`. The card of `wager` counts as the card `counts`.
    """

    mission: Mission
    picture: Picture
    led: Card
    hand: tuple[Card, ...]
    faded: tuple[Card, ...]
    wager: Column
    counts: Card
    trick: Example
    met: Example
    failed: Example
    votes: tuple[int, ...]


def make_lessons() -> Lessons:
    mission = MISSIONS["first-lowest-green"]
    led, hand = CARDS["B9"], tuple(CARDS[code] for code in ("B4", "B12", "G7", "Y2"))
    trick = _lay_out("second-wins-green", "B9", "B4+", "B12", "G2")
    wager = trick.columns[1]
    return Lessons(
        mission=mission,
        picture=draw_condition(mission.condition, SEATS),
        led=led,
        hand=hand,
        faded=fade(hand, (Played(0, led, wager=False),)),
        wager=wager,
        counts=Card(wager.suit, trick.plays[1].card.value),
        trick=trick,
        met=_lay_out("ascending-yellow", "P3", "P6", "P8", "G11"),
        failed=_lay_out("ascending-yellow", "P3", "P8", "B8", "P11"),
        votes=(1, 1, 2, 0),
    )


def _lay_out(mission: str, *codes: str) -> Example:
    """Return an example trick. A code such as `B4+` means a card with intel on it."""
    plays = (Played(seat, CARDS[code.rstrip(INTEL)], code.endswith(INTEL)) for seat, code in enumerate(codes))
    return Example(MISSIONS[mission], tuple(plays))
