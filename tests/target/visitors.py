"""Two people at a table of T.A.R.G.E.T., each at a browser: what they send, and what their pages show."""

from typing import Any

from games.models import Game
from games.selectors import Table, load_table
from tests.builders_people import make_person
from tests.games.builders import start_table
from tests.games.unsaved import Controls
from tests.pages.browser import HTMX, link, sign_in, text_of


class Match:
    """A started table and a client for each seat. `language` is that of both."""

    def __init__(self, language: str = "en") -> None:
        self.people = [make_person(name, language=language) for name in ("Ada", "Ben")]
        self.game: Game = start_table(*self.people, title="target")
        self.clients = [sign_in(person) for person in self.people]

    @property
    def table(self) -> Table:
        """The game as the house knows it."""
        return load_table(self.game)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.table.states[-1]

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        (seat,) = self.table.title.to_act(self.state)
        return int(seat)

    def page(self, seat: int) -> str:
        """Return the table's page as a seat sees it."""
        return text_of(self.clients[seat].get(link("table", self.game)))

    def controls(self, seat: int) -> Controls:
        """Return what can be filled in on the page of a seat."""
        return Controls(self.page(seat))

    def send(self, seat: int, htmx: bool = False, **fields: object) -> Any:
        """Send what a seat chooses, and return the answer; a page that sends one on is followed."""
        decision = self.table.title.decision(self.state, seat)
        named = {"decision": decision.name if decision else "", **{name: str(value) for name, value in fields.items()}}
        headers = HTMX if htmx else {}
        return self.clients[seat].post(link("move", self.game), named, headers=headers, follow=True)

    def hide(self, first: str = "123", second: str = "456") -> "Match":
        """Let whoever will begin hide the spies of `first`, from left to right, and the other those of `second`."""
        beginner = self.state.player
        for seat, spies in ((beginner, first), (1 - beginner, second)):
            self.send(seat, spy0=spies[0], spy1=spies[1], spy2=spies[2])
        return self

    def hand(self, spy: int, at: int) -> Any:
        """Let whoever is asked attack from the hand."""
        return self.send(self.asked, action="hand", spy=spy, target=at)

    def hideout(self, own: int, at: int) -> Any:
        """Let whoever is asked attack from a hideout."""
        return self.send(self.asked, action="hideout", own=own, target=at)

    def swap(self, own: int, spy: int, beside: int) -> Any:
        """Let whoever is asked swap two spies."""
        return self.send(self.asked, action="swap", own=own, spy=spy, token=beside)

    def refill(self, spy: int) -> Any:
        """Let whoever is asked refill a hideout."""
        return self.send(self.asked, spy=spy)

    def draw(self) -> "Match":
        """Play to the end so that nobody wins."""
        self.hide("012", "345")
        self.swap(1, 1, beside=1)
        for spy, at in ((1, 1), (3, 0), (2, 2), (4, 1), (9, 0), (5, 2)):
            self.hand(spy, at)
        return self
