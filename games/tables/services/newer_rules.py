"""Holds the clocks of games with rules that this release does not know, as after a downgrade."""

from datetime import datetime, timedelta

import structlog

from games.models import Game
from games.models.known_rules import name_known
from games.models.outage import read_site_clock

log = structlog.get_logger(__name__)

# A table with less time left than `LEAST` gets `GIVEN`, or the time of a turn if that is longer.
LEAST, GIVEN = timedelta(hours=1), timedelta(hours=2)


def hold_clocks(now: datetime) -> int:
    clock = read_site_clock()
    here, held = now - clock.lost, 0
    short = Game.objects.filter(~name_known(), due_at__lt=here + LEAST)
    for pace, vote_time in list(short.order_by().values_list("pace", "vote_time").distinct()):
        due_at = here + max(GIVEN, timedelta(seconds=max(pace, vote_time)))
        tables = short.filter(pace=pace, vote_time=vote_time)
        held += tables.update(due_at=due_at, outage_counted=clock.latest)
    if held:
        log.info("tables of newer rules wait", count=held)
    return held
