"""Whole games of T.A.R.G.E.T. from page to page, as browsers play them: without JavaScript, and with HTMX."""

from random import Random

import pytest

from games.state.table import load_table
from tests.builders_people import make_person
from tests.rounds import mark
from tests.tables.builders import start_table
from tests.tables.pages.players import Player, PlayerWithHtmx, play_to_the_end

pytestmark = pytest.mark.django_db
SWAPS = 0.2
"""How often the box for a swap is ticked."""


class Duellist(Player):
    """A player without JavaScript, who hides their spies once, and swaps now and then."""

    def fill(self) -> dict[str, str]:
        fields = super().fill()
        return fields if self.chance.random() < SWAPS else {**fields, "action": ""}

    def wants_answer(self) -> bool:
        return super().wants_answer() and "choice-made" not in self.page.ids


class DuellistWithHtmx(Duellist, PlayerWithHtmx):
    """A player whose page asks for news."""


@pytest.mark.parametrize(("kind", "people"), [mark((Duellist, 2), "deep"), (DuellistWithHtmx, 1)])
def test_people_play_to_the_end(kind: type[Player], people: int) -> None:
    duellists = [make_person() for _ in range(people)]
    game = start_table(*duellists, bots=2 - people, title="target")
    play_to_the_end(kind, game, duellists, Random(people))
    assert load_table(game).outcome
