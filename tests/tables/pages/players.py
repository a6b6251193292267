"""Players who press what their page offers until the game is over."""

from random import Random
from typing import Any

from accounts.models import User
from games.models import Game
from games.state.table import load_table
from tests.tables.acts import healthy
from tests.tables.builders import asked
from tests.tables.pages.browser import HTMX, Page, link, page_of, sign_in, text_of

MAX_VISITS = 400


class Player:
    """Somebody at a browser, who plays at random what the page in front of them offers."""

    def __init__(self, person: User, game: Game, chance: Random) -> None:
        self.client, self.game, self.chance = sign_in(person), game, chance
        self.page = Page("")

    def take_turn(self) -> None:
        """Reload the page and, if it asks for something new, answer."""
        self.show(self.client.get(link("table", self.game)))
        if self.wants_answer():
            self.show(self.client.post(link("move", self.game), self.fill(), follow=True))

    def wants_answer(self) -> bool:
        """Tell whether the page has a form to fill in, and not for a vote that is cast already.

        A vote that was refused is shown with what was picked, too.
        """
        form = self.page.form_to(link("move", self.game))
        is_cast = form is not None and "against" in form.checked and "choice-error" not in self.page.ids
        return form is not None and not is_cast

    def fill(self) -> dict[str, str]:
        form = self.page.form_to(link("move", self.game))
        assert form is not None
        return form.fill(self.chance)

    def show(self, answer: Any) -> None:
        """Look at a page; one that refuses, as an intel on a card of another suit, asks again."""
        assert answer.status_code in (200, 409)
        self.page = Page(text_of(answer))


class PlayerWithHtmx(Player):
    """Somebody whose page asks for news, and has parts of it swapped."""

    def __init__(self, person: User, game: Game, chance: Random) -> None:
        super().__init__(person, game, chance)
        self.show(self.client.get(link("table", game)))

    def take_turn(self) -> None:
        answer = self.client.get(self.address, headers=HTMX)
        if answer.status_code != 204:
            self.show(answer)
        if self.wants_answer():
            self.show(self.client.post(link("move", self.game), self.fill(), headers=HTMX))

    def show(self, answer: Any) -> None:
        """Swap the parts that came; a form that did not come stays."""
        assert answer.status_code == 200
        html = text_of(answer)
        self.address = html.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
        page = Page(html)
        if "mine" in page.ids:
            self.page = page


def play_to_the_end(kind: type[Player], game: Game, people: list[User], chance: Random) -> None:
    """Let people play in turns what their pages offer, and look at what they see in the end."""
    players, visits = [kind(person, game, chance) for person in people], 0
    while game.is_running and visits < MAX_VISITS:
        players[asked(load_table(game))[0]].take_turn()
        game.refresh_from_db()
        visits += 1
    assert game.status == Game.Status.OVER
    healthy(game)
    for person in people:
        page = page_of(game, person)
        assert "result-heading" in page
        assert Page(page).form_to(link("rematch", game))
