"""People at one table, each at a browser: what they send, and what their pages show."""

from typing import Any

from accounts.models import User
from games.models import Game
from games.state.table import Table, load_table
from tests.tables.builders import start_table
from tests.tables.pages.browser import HTMX, link, sign_in, text_of
from tests.tables.unsaved import Controls


class Visitors:
    """A started table, and a client for each person at it, by seat; bots sit behind them."""

    def __init__(self, *people: User, title: str, bots: int = 0, **options: Any) -> None:
        self.people = people
        self.game: Game = start_table(*people, bots=bots, title=title, options=options)
        self.clients = [sign_in(person) for person in people]

    @property
    def table(self) -> Table:
        """The game as the house knows it."""
        return load_table(self.game)

    @property
    def state(self) -> Any:
        return self.table.states[-1]

    @property
    def asked(self) -> int:
        """The first of the seats that are asked."""
        seat: int = self.table.title.to_act(self.state)[0]
        return seat

    def page(self, seat: int) -> str:
        return text_of(self.clients[seat].get(link("table", self.game)))

    def controls(self, seat: int) -> Controls:
        """Return what can be filled in on the page of a seat."""
        return Controls(self.page(seat))

    def answer(self, seat: int, htmx: bool = False, **fields: object) -> Any:
        """Send what a seat chooses, and return the page that comes back, even where it leads to another."""
        decision = self.table.title.decision(self.state, seat)
        named = {"decision": decision.name if decision else "", **fields}
        headers = HTMX if htmx else {}
        return self.clients[seat].post(link("move", self.game), named, headers=headers, follow=True)
