"""Ways to open a table with one press: how much time there is. Everything else is as the title has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.clock import DAY, HOUR, MINUTE

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words


@dataclass(frozen=True)
class Preset:
    """A choice of times, in seconds, under a name."""

    code: str
    label: "Words"
    text: "Words"
    pace: int
    vote_time: int


PRESETS: Mapping[str, Preset] = {
    preset.code: preset
    for preset in (
        Preset("evening", _("This evening"), _("Everyone is here: a game in one sitting."), 5 * MINUTE, 15 * MINUTE),
        Preset("relaxed", _("Relaxed"), _("A few turns a day, between other things."), 4 * HOUR, 12 * HOUR),
        Preset("week", _("Over a week"), _("A turn a day; an email tells you when it’s yours."), DAY, 2 * DAY),
    )
}
"""Every preset by its code, the quickest first."""
