"""What is planted in Inside Job: the leaks, each of which the world swap must catch, and what is none."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.tests.larry_leaks import LARRY_LEAKS, draw_larrys_table
from games.titles.insidejob.tests.role_leaks import ROLE_LEAKS
from games.titles.insidejob.tests.table_leaks import PLANT, TABLE_LEAKS
from tests.rules.swap import Channels

LEAKS: dict[str, Channels] = {
    **TABLE_LEAKS,
    **{name: channels for name, (_, channels) in ROLE_LEAKS.items()},
    **LARRY_LEAKS,
    "the roles, by the telling": PLANT.narration_of(lambda state, viewer: state.deal.roles),
}
"""The planted leaks by what they tell."""
TABLES: dict[str, Callable[[Random], tuple[Options, int]]] = {
    **{name: draw_table for name, (draw_table, _) in ROLE_LEAKS.items()},
    **dict.fromkeys(LARRY_LEAKS, draw_larrys_table),
}
"""At which tables those leaks are looked for that not every table has."""
HARMLESS: dict[str, Channels] = {
    "beside": PLANT.beside(lambda state, viewer: (state.met, state.partner, len(state.pile))),
    "within": PLANT.within(lambda seen, state: replace(seen, met=state.met)),
    "telling": PLANT.narration(lambda events, before, move, after: (*events, events[0])),
    "own": PLANT.beside(lambda state, viewer: [look for look in state.looks if look.seat == viewer]),
}
"""What is told to a viewer who may know it."""
