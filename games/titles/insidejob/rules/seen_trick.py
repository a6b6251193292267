"""One finished trick, as its viewer may know it."""

from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.failures import Failure, find_failure
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.pictures import Picture, draw_condition
from games.titles.insidejob.rules.reasons import Reason, find_reason
from games.titles.insidejob.rules.showing import Column, line_up
from games.titles.insidejob.rules.trick import Played


@dataclass(frozen=True, slots=True)
class SeenTrick:
    # From 1.
    number: int
    mission: Mission
    plays: tuple[Played, ...]
    winner: Seat
    met: bool
    # How much intel its winner took.
    intel: int
    # The mission that was not chosen. Its leader knows it, and at the end everyone does.
    set_aside: Mission | None
    has_larry: bool = False

    @property
    def picture(self) -> Picture:
        return draw_condition(self.mission.condition, len(self.plays))

    @property
    def failure(self) -> Failure | None:
        return find_failure(self.mission, self.plays)

    @property
    def reason(self) -> Reason:
        return find_reason(self.plays, self.mission.trump)

    @property
    def columns(self) -> tuple[Column, ...]:
        order = [played.seat for played in self.plays]
        return line_up(order, self.plays, self.mission.trump, has_larry=self.has_larry)
