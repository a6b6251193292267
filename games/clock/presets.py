"""Presets of times for a new table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.clock.table_clock import DAY, MINUTE, Clock, make_clock

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


@dataclass(frozen=True)
class Preset:
    """Times are in seconds. `verb` is on the button that opens such a table.

    `sleeps`: clocks stop at night; `vacations`: the table waits during them.
    """

    code: str
    label: "Words"
    verb: "Words"
    text: "Words"
    pace: int
    vote_time: int
    bank: int
    sleeps: bool
    vacations: bool

    @property
    def clock(self) -> Clock:
        return make_clock(self.pace, self.vote_time, self.bank, vacations=self.vacations)

    @property
    def fields(self) -> Mapping[str, str]:
        times = {"pace": str(self.pace), "vote_time": str(self.vote_time), "bank": str(self.bank)}
        return {**times, "sleeps": "on" if self.sleeps else "", "vacations": "on" if self.vacations else ""}


PRESETS: Mapping[str, Preset] = {
    preset.code: preset
    for preset in (
        Preset(
            "evening",
            _("This evening"),
            _("Open for tonight"),
            _("All together, in one sitting. 5 minutes a move."),
            pace=5 * MINUTE,
            vote_time=15 * MINUTE,
            bank=15 * MINUTE,
            sleeps=False,
            vacations=False,
        ),
        Preset(
            "relaxed",
            _("Relaxed"),
            _("Open over several days"),
            _("One move a day. An email tells you when it’s your turn, and nights don’t count."),
            pace=DAY,
            vote_time=2 * DAY,
            bank=2 * DAY,
            sleeps=True,
            vacations=True,
        ),
        Preset(
            "week",
            _("One move a week"),
            _("Open over several weeks"),
            _("One move a week, for busy diaries."),
            pace=7 * DAY,
            vote_time=7 * DAY,
            bank=3 * DAY,
            sleeps=True,
            vacations=True,
        ),
    )
}
"""Quickest first."""
