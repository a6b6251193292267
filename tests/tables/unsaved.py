"""Builds tables of random games, and pages of them, without a database."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from random import Random
from typing import Any

from django.template.loader import render_to_string

from accounts.models import User
from games.models import Game, Player
from games.models.outage import SiteClock
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Entry
from games.state.table import Table, fold_states
from games.state.view import View, view_table
from games.tables.selectors.notes import Notebook
from games.tables.views.table import TABS, TALK
from tests.tables.pages.browser import MARK

NO_NOTES = Notebook(False, False, False, (), {}, (), (), (), {}, None, {}, 0)
PARTS = re.compile(r"<template>.*?</template>", re.DOTALL)
"""What a page has only for later answers."""
NAMES = ("Ada", "Ben", "Chloé", "Dan", "Eve", "Fay", "Gus", "Hal")


def make_table(title: AnyTitle, seats: int, seed: int, raw_options: dict[str, Any], moves: int | None = None) -> Table:
    """Return the table of a random game, broken off after `moves` moves if given."""
    chance = Random(seed)
    options = title.parse_options(raw_options, seats)
    deal = title.make_deal(options, seats, chance)
    entries = tuple(draw_entries(title, title.start(options, deal, title.RULES), chance))[:moves]
    people = [User(pk=seat + 1, display_name=NAMES[seat], code=f"person{seat}") for seat in range(seats)]
    game = Game(pk=1, code="k7mq2wd9ax", title=title.NAME, rules=title.RULES, seat_count=seats, host=people[0])
    game.site_clock = SiteClock(timedelta(0), latest=0)
    game.status = Game.Status.RUNNING
    game.options = title.dump_options(options)
    players = tuple(Player(game=game, seat=seat, user=people[seat]) for seat in range(seats))
    states = fold_states(title, title.start(options, deal, title.RULES), entries)
    return Table(game, players, title, deal, states, entries, {})


def draw_entries(title: AnyTitle, state: Any, chance: Random) -> Iterator[Entry]:
    """Yield the moves of a random game, the clock's now and then."""
    while asked := title.to_act(state):
        seen = title.observe(state, asked[0])
        by_clock = chance.random() < 0.1
        move = chance.choice(title.fallback(seen) if by_clock else seen.legal)
        yield Entry(move, "clock" if by_clock else "player")
        state = title.apply(state, move)


def render_page(view: View, **extra: Any) -> str:
    """Return the page of a table as its viewer receives it, without tokens, and with all tabs open but talk."""
    log, *others = (tab for tab in TABS if tab.name != TALK)
    given = {"view": view, "code": view.game.code, "notebook": NO_NOTES, "charts": (), "fields": {}}
    context = {**given, "tabs": TABS, "tab": log, "error": None, "next_game": None, "together": {"code": "x"}, **extra}
    pages = [render_to_string("games/tables/table.html", context)]
    return "".join((*pages, *(render_to_string(tab.template, context) for tab in others)))


def render_for(table: Table, seat: int, **extra: Any) -> str:
    """Return the page of a table for one seat, without the markup of what no browser translates."""
    return MARK.sub(r"\1", render_page(view_table(table, seat), **extra))


class Controls(HTMLParser):
    """The form controls of a page: `controls` holds name, value and whether it is enabled."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.controls: list[tuple[str, str, bool]] = []
        self.faded: list[tuple[str, str]] = []
        self.feed(PARTS.sub("", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("input", "button") and given.get("name"):
            self.controls.append((given["name"] or "", given.get("value") or "", "disabled" not in given))
            if given.get("aria-disabled"):
                self.faded.append((given["name"] or "", given.get("value") or ""))

    def values(self, name: str, *, enabled: bool = True) -> list[str]:
        return [value for other, value, on in self.controls if other == name and on == enabled]

    def marked(self, name: str) -> list[str]:
        """Return the values under a name that can be pressed and not taken as they are."""
        return [value for other, value in self.faded if other == name]
