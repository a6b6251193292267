"""Whole games from page to page, as browsers play them: without JavaScript, and with HTMX."""

from random import Random

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
from tests.tables.acts import person_in
from tests.tables.builders import asked, play_to_the_vote, start_table
from tests.tables.pages.browser import HTMX, link, read_form, text_of
from tests.tables.pages.players import Player, PlayerWithHtmx, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "seed"), one_in(4, [(kind, seed) for kind in (PlayerWithHtmx, Player) for seed in range(2)])
)
def test_two_people_and_a_bot_play_to_the_end(kind: type[Player], seed: int) -> None:
    people = [make_person(), make_person()]
    play_to_the_end(kind, start_table(*people, bots=1), people, Random(seed))


KINDS = (Player, PlayerWithHtmx)
# seats, special roles
LINE_UPS = [
    (4, ["accomplice", "prof_no"]),
    (4, ["paranoid", "sleeper"]),
    (4, ["decoy"]),
    (5, ["daredevil", "tim_shady"]),
    (5, ["prof_no", "wiretapped"]),
    (5, ["accomplice", "daredevil"]),
]


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "seats", "roles"),
    one_in(
        12, [(KINDS[(row + step) % 2], *line_up) for row, line_up in enumerate(LINE_UPS) for step in (0, 1)], deep=2
    ),
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
