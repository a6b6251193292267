"""People at browsers without JavaScript who play Rendezvous: they fill in the forms that their pages offer."""

from random import Random
from typing import Any

from games.models import Game
from tests.builders_people import make_person
from tests.tables.builders import play_on
from tests.tables.pages.browser import Page, link, text_of
from tests.tables.pages.visitors import Visitors
from tests.tables.unsaved import Controls

WORDS = ("sea", "Sky", "l'eau", "été", "Straße", "arc-en-ciel", "猫", "קול")
"""Things to say that are no passwords."""
MAX_VISITS = 600


class Company(Visitors):
    """A started table, and a client for each person at it, by seat; bots sit behind them."""

    def __init__(self, people: int, bots: int = 0, **options: Any) -> None:
        chosen = {"language": "en", **options}
        super().__init__(*(make_person() for _ in range(people)), title="rendezvous", bots=bots, **chosen)

    @property
    def version(self) -> int:
        return Game.objects.get(pk=self.game.pk).version

    def reach(self, phase: str) -> "Company":
        while self.state.phase != phase:
            play_on(self.game, 1)
        return self

    def point_right(self) -> None:
        state, title = self.state, self.table.title
        spies = [seat for seat in range(state.seats) if title.observe(state, seat).is_spy]
        hunters = [seat for seat in range(state.seats) if seat not in spies]
        for seat in range(state.seats):
            at = [seat, hunters[0]] if seat in spies else spies
            self.answer(seat, at=[str(other) for other in at])


class Player:
    """A player at a browser, who plays at random what the page in front of them offers."""

    def __init__(self, company: Company, seat: int, chance: Random) -> None:
        self.company, self.seat, self.chance = company, seat, chance

    def take_turn(self) -> None:
        html = self.company.page(self.seat)
        if 'data-turn="yes"' in html:
            answer = self.company.answer(self.seat, **self.fill(html))
            assert answer.status_code == 200, text_of(answer)

    def fill(self, html: str) -> dict[str, Any]:
        form = Page(html).form_to(link("move", self.company.game))
        assert form is not None
        boxes = Controls(html)
        if "number" in form.picks:
            return {"number": self.chance.choice(form.picks["number"])}
        if "word" in form.fields:
            return {"word": self.chance.choice(WORDS)}
        if "emoji" in form.fields:
            return {"emoji": ["", *self.chance.sample(boxes.values("emoji")[1:], self.chance.randint(1, 3))]}
        if "at" in form.picks:
            return {"at": [form.fields["at"], self.chance.choice(form.picks["at"])]}
        if "at" in form.fields:
            return {"at": self.chance.sample(boxes.values("at"), 2)}
        return {"password": "Guesswork"} if self.chance.random() < 0.5 else {"password": "", "none": "1"}


def play_to_the_end(company: Company, chance: Random) -> None:
    players = [Player(company, seat, chance) for seat in range(len(company.people))]
    for visit in range(MAX_VISITS):
        players[visit % len(players)].take_turn()
        company.game.refresh_from_db()
        if company.game.status == Game.Status.OVER:
            return
    raise AssertionError("the game goes on and on")
