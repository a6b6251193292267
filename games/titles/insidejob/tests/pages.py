"""Pages of tables that tests lay out, without a database."""

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.models import Game, Player
from games.models.outage import SiteClock
from games.rules.registry import get_title
from games.state.table import Table
from games.state.view import View, view_table
from games.titles.insidejob.tests import builders
from tests.tables.pages.browser import MARK
from tests.tables.unsaved import NAMES, render_page

TITLE = get_title("insidejob")


def page_of(now: builders.Table, seat: int, **extra: Any) -> str:
    return MARK.sub(r"\1", render_page(view_of(now, seat), **extra))


def view_of(now: builders.Table, seat: int) -> View:
    state = now.state
    people = [User(pk=index + 1, display_name=NAMES[index]) for index in range(len(state.deal.hands))]
    game = Game(pk=1, code="k7mq2wd9ax", title=TITLE.NAME, rules=TITLE.RULES, seat_count=len(people), host=people[0])
    game.site_clock = SiteClock(timedelta(0), latest=0)
    game.status = Game.Status.OVER if state.outcome else Game.Status.RUNNING
    players = tuple(Player(game=game, seat=index, user=person) for index, person in enumerate(people))
    return view_table(Table(game, players, TITLE, state.deal, (state,), (), {}), seat)
