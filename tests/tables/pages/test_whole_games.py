"""Whole games from page to page, as browsers play them: without JavaScript, and with HTMX."""

from random import Random
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Move
from games.state.table import load_table
from tests.accounts.forms_and_emails import last_code
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.acts import healthy, person_in
from tests.tables.builders import asked, play_to_the_vote, start_table
from tests.tables.pages.browser import HTMX, Page, link, page_of, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db

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


@pytest.mark.parametrize(
    ("kind", "seed"), one_in(4, [(kind, seed) for kind in (PlayerWithHtmx, Player) for seed in range(2)])
)
def test_two_people_and_a_bot_play_to_the_end(kind: type[Player], seed: int) -> None:
    people = [make_person(), make_person()]
    play_to_the_end(kind, start_table(*people, bots=1), people, Random(seed))


# seats, special roles
LINE_UPS = [
    (4, ["accomplice", "prof_no"]),
    (4, ["paranoid", "sleeper"]),
    (4, ["decoy"]),
    (5, ["daredevil", "tim_shady"]),
    (5, ["prof_no", "wiretapped"]),
    (5, ["accomplice", "daredevil"]),
]


@pytest.mark.parametrize(
    ("kind", "seats", "roles"),
    one_in(12, [(kind, *line_up) for kind in (Player, PlayerWithHtmx) for line_up in LINE_UPS]),
)
def test_special_roles_play_to_the_end(kind: type[Player], seats: int, roles: list[str]) -> None:
    people = [make_person() for _ in range(seats - 1)]
    game = start_table(*people, bots=1, options={"roles": roles})
    play_to_the_end(kind, game, people, Random(seats))


@pytest.mark.parametrize("kind", [Player, PlayerWithHtmx])
def test_a_player_whose_vote_was_refused_votes_again(kind: type[Player]) -> None:
    game = play_to_the_vote(3)
    player = kind(person_in(game, asked(load_table(game))[0]), game, Random(0))
    player.show(player.client.get(link("table", game)))
    vote = player.fill()
    extra = HTMX if kind is PlayerWithHtmx else {}
    for fields, wants_more in (({**vote, "also": vote["against"]}, True), (vote, False)):
        player.show(player.client.post(link("move", game), fields, follow=True, headers=extra))
        assert player.wants_answer() == wants_more


@pytest.mark.parametrize(
    ("kind", "bots"), one_in(4, [(kind, bots) for kind in (Player, PlayerWithHtmx) for bots in (0, 1)])
)
def test_two_and_larry_play_to_the_end(kind: type[Player], bots: int) -> None:
    people = [make_person() for _ in range(2 - bots)]
    play_to_the_end(kind, start_table(*people, bots=bots), people, Random(bots))


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


def test_from_the_landing_page_to_a_guests_first_card_in_three_steps() -> None:
    client = Client(headers={"accept-language": "en"})
    landing = client.get("/")
    table = client.post("/play/", read_form(landing, "/play/").fields, follow=True)
    game = Game.objects.get()
    form = read_form(table, link("move", game))
    before = Move.objects.filter(game=game, by="player").count()
    client.post(link("move", game), form.fill(Random(7)), follow=True)
    assert Move.objects.filter(game=game, by="player").count() > before
    assert User.objects.get().is_guest
    assert not mail.outbox


def test_a_guest_keeps_the_game_when_signing_up() -> None:
    client = Client(headers={"accept-language": "en"})
    client.post("/play/")
    game, guest = Game.objects.get(), User.objects.get()
    client.post(reverse("account_signup"), {"email": "ada@example.org", "display_name": "Ada"})
    client.post(reverse("accounts:confirm_sign_up"), {"code": last_code()})
    ada = User.objects.get()
    assert (ada.pk, ada.is_guest, ada.display_name) == (guest.pk, False, "Ada")
    assert game.code in text_of(client.get("/games/"))
    assert client.get(link("table", game)).status_code == 200


def test_playing_again_from_the_landing_page_starts_another_game_of_the_same_guest() -> None:
    client = Client()
    for _ in range(2):
        client.post("/play/")
    assert (User.objects.count(), Game.objects.count()) == (1, 2)
