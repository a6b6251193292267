"""Two people at a table of T.A.R.G.E.T., each at a browser: what they send, and what their pages show."""

from typing import Any

from tests.builders_people import make_person
from tests.tables.pages.visitors import Visitors


class Match(Visitors):
    """A started table and a client for each seat. `language` is that of both."""

    def __init__(self, language: str = "en") -> None:
        super().__init__(*(make_person(name, language=language) for name in ("Ada", "Ben")), title="target")

    def hide(self, first: str = "123", second: str = "456") -> "Match":
        """Let the one who will begin hide the spies of `first`, from left to right, and the other those of `second`."""
        beginner = self.state.player
        for seat, spies in ((beginner, first), (1 - beginner, second)):
            self.answer(seat, spy0=spies[0], spy1=spies[1], spy2=spies[2])
        return self

    def hand(self, spy: int, at: int) -> Any:
        return self.answer(self.asked, spy=spy, target=at)

    def hideout(self, own: int, at: int) -> Any:
        return self.answer(self.asked, spy=f"door-{own}", target=at)

    def swap(self, own: int, spy: int, beside: int) -> Any:
        return self.answer(self.asked, action="swap", own=own, spy=spy, token=beside)

    def refill(self, spy: int) -> Any:
        return self.answer(self.asked, spy=spy)

    def draw(self) -> "Match":
        self.hide("012", "345")
        self.swap(1, 1, beside=1)
        for spy, at in ((1, 1), (3, 0), (2, 2), (4, 1), (9, 0), (5, 2)):
            self.hand(spy, at)
        return self
