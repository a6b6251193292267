"""Before the first card: inviting, sitting down, and what the host may do."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game, Player
from games.rules.registry import TITLES
from games.tables.services import lobby
from games.tables.services.deadlines import OPEN_FOR, _close_unfilled
from tests.accounts.forms_and_emails import last_code, send_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.tables.acts import fresh
from tests.tables.builders import finish, open_table, start_table
from tests.tables.pages.browser import HTMX, Page, has_form, link, page_of, read_form, sign_in, text_of
from tests.tables.pages.seating import follow, names

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> User:
    return make_person("Bob", email="bob@example.org")


@pytest.fixture
def game(ada: User) -> Game:
    """An open table of four seats, at which Ada sits."""
    return open_table(ada, seats=4)


def sign_in_as_bob(client: Client, **more: str) -> Any:
    return client.post(reverse("account_login"), {"login": "bob@example.org", "password": PASSWORD, **more})


@pytest.mark.parametrize("signed_in", [True, False])
def test_an_invitation_says_who_invites_to_what_and_has_one_button(signed_in: bool) -> None:
    game = open_table(make_person("Ada"), seats=4, options={"wagers": False})
    client = sign_in(make_person()) if signed_in else Client(headers={"accept-language": "en"})
    answer = client.get(link("table", game))
    with translation.override("en"):
        invitation = f"Ada invites you to {game.name}: 3 seats left"
    assert f'<meta property="og:title" content="{invitation}">' in text_of(answer)
    for words in ("Ada is keeping you a seat", game.name, "3 seats left", "Inside Job", "Wagers", "no", "Every trick"):
        assert words in text_of(answer)
    assert has_form(answer, link("join", game))
    assert not has_form(answer, link("fill", game))


def test_somebody_signed_in_sits_down_in_one_step_and_once(bob: User) -> None:
    game, client = open_table(make_person("Ada"), seats=3), sign_in(bob)
    for _ in range(2):
        answer = client.post(link("join", game), follow=True)
        assert answer.redirect_chain == [(link("table", game), 302)]
        assert has_form(answer, link("leave", game))
        assert names(game) == ["Ada", "Bob", ""]


def test_several_people_are_invited_in_one_press_each(ada: User) -> None:
    people = [make_person(name) for name in ("Ben", "Cleo", "Dora")]
    finish(start_table(ada, *people))
    game, client = open_table(ada, seats=5), sign_in(ada)
    address = link("table", game)
    for person in people:
        folded = text_of(client.get(address)).split('id="recent-players"')[1].split("</details>")[0]
        assert person.code in folded
        address, part = client.post(link("invite", game), {"person": person.code})["Location"].split("#")
        # A browser opens the details that hold the part of an address.
        assert f'id="{part}"' in folded
    assert names(game) == ["Ada", "(Ben)", "(Cleo)", "(Dora)", ""]
    refused = client.post(link("invite", game), {"person": ada.code})
    assert refused["Location"] == f"{address}#messages"


def test_a_newcomer_signs_up_on_the_way_and_lands_in_a_seat(game: Game) -> None:
    client = Client(headers={"accept-language": "en"})
    form = read_form(client.get(link("table", game)), link("join", game))
    sign_up = client.post(link("join", game), form.fields, follow=True)
    fields = read_form(sign_up, reverse("account_signup")).fields
    asked = client.post(reverse("account_signup"), {**fields, "email": "bob@example.org", "display_name": "Bob"})
    assert asked.status_code == 302
    assert names(game) == ["Ada", "", "", ""], "nobody sits before the address is proven"
    answer = client.post(asked["Location"], {"code": last_code()}, follow=True)
    assert answer.redirect_chain == [(link("table", game), 302)]
    assert names(game) == ["Ada", "Bob", "", ""]
    assert has_form(answer, link("leave", game))


def test_a_newcomer_who_only_looked_is_not_seated_by_signing_up(game: Game) -> None:
    client = Client()
    client.get(link("table", game))
    client.get(link("join", game))
    send_sign_up(client, "bob@example.org", "Bob", next=link("table", game))
    assert send_code(client, last_code())["Location"] == link("table", game)
    assert names(game) == ["Ada", "", "", ""]


def test_somebody_with_an_account_signs_in_on_the_way_and_lands_in_a_seat(game: Game, bob: User) -> None:
    client = Client()
    client.post(link("join", game))
    assert sign_in_as_bob(client, next=link("table", game))["Location"] == link("table", game)
    assert names(game) == ["Ada", "Bob", "", ""]


@pytest.mark.parametrize(("minutes", "seated"), [(50, True), (70, False), (3 * 24 * 60, False)])
def test_a_table_asked_for_long_ago_seats_nobody(minutes: int, seated: bool, game: Game, bob: User) -> None:
    client = Client()
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        client.post(link("join", game))
        now.shift(minutes * 60)
        sign_in_as_bob(client)
    assert "_auth_user_id" in client.session
    assert ("Bob" in names(game)) is seated


def test_whoever_plays_as_a_guest_instead_hears_nothing_of_the_table_until_they_sign_up(game: Game) -> None:
    client = Client()
    client.post(link("join", game))
    played = client.post(reverse("games:play"), follow=True)
    assert not list(played.context["messages"])
    assert names(game) == ["Ada", "", "", ""]
    send_sign_up(client, "bob@example.org", "Bob", next=link("table", game))
    send_code(client, last_code())
    assert names(game) == ["Ada", "Bob", "", ""]


def test_a_guest_who_joins_signs_up_and_keeps_row_and_games(guest: User) -> None:
    kept, game, client = start_table(guest, bots=2), open_table(make_person("Ada"), seats=4), sign_in(guest)
    assert client.post(link("join", game))["Location"].startswith(reverse("account_signup"))
    assert names(game) == ["Ada", "", "", ""]
    send_sign_up(client, "bob@example.org", "Bob", next=link("table", game))
    assert send_code(client, last_code())["Location"] == link("table", game)
    assert Player.objects.get(game=game, seat=1).user_id == guest.pk
    assert client.get(link("table", kept)).status_code == 200
    assert User.objects.get(pk=guest.pk).display_name == "Bob"


@pytest.mark.parametrize("by_code", [False, True])
def test_a_guest_who_has_an_account_signs_in_on_the_way_and_lands_in_a_seat(by_code: bool) -> None:
    game, client = open_table(make_person("Ada"), seats=4), sign_in(make_guest())
    bob = make_person("Bob", email="bob@example.org")
    client.post(link("join", game))
    if by_code:
        client.post(reverse("account_request_login_code"), {"email": "bob@example.org", "next": link("table", game)})
        client.post(reverse("account_confirm_login_code"), {"code": last_code()})
    else:
        sign_in_as_bob(client)
    assert client.session["_auth_user_id"] == str(bob.pk)
    assert names(game) == ["Ada", "Bob", "", ""]


def test_a_guest_who_only_looked_is_not_seated_by_signing_in(game: Game, bob: User) -> None:
    client = sign_in(make_guest())
    client.get(link("table", game))
    sign_in_as_bob(client)
    assert names(game) == ["Ada", "", "", ""]


def test_a_table_that_filled_up_while_somebody_signed_up_says_so() -> None:
    game, client = open_table(make_person("Ada"), make_person("Cleo"), seats=3), Client()
    client.post(link("join", game), headers={"accept-language": "en"})
    send_sign_up(client, "bob@example.org", "Bob", next=link("table", game))
    lobby.join_game(code=game.code, user=make_person("Dan"))
    answer = client.post(reverse("accounts:confirm_sign_up"), {"code": last_code()}, follow=True)
    assert answer.status_code == 403
    assert "a déjà commencé" in text_of(answer) or "has already started" in text_of(answer)


def full_table() -> Game:
    """Return an open table whose last places are kept for others."""
    game = open_table(make_person("Ada"), seats=3)
    for seat in (1, 2):
        game.players.filter(seat=seat).update(user=make_person(), invited=True)
    return game


@pytest.mark.parametrize("pace", [300, 86400])
def test_where_all_free_seats_are_kept_no_page_counts_none_left(pace: int) -> None:
    game = full_table()
    Game.objects.filter(pk=game.pk).update(pace=pace)
    kept = game.players.get(seat=1).user
    assert kept
    host_sees, invited_sees = (page_of(game, sign_in(person)) for person in (game.host, kept))
    assert "The remaining seats are kept." in host_sees
    assert "seats left" not in host_sees + invited_sees


def cancelled_table() -> Game:
    game = open_table(make_person("Ada"), seats=3)
    lobby.cancel_game(code=game.code, host=game.host)
    return game


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (full_table, "This table is full."),
        (cancelled_table, "This table has been closed."),
        (lambda: start_table(make_person(), bots=2), "This game has already started."),
    ],
)
def test_whoever_comes_too_late_is_told_kindly(make: Any, sentence: str) -> None:
    game = make()
    before = names(game)
    assert sentence in follow(sign_in(make_person()), link("join", game))
    assert names(game) == before


def test_a_kept_place_is_taken_by_whom_it_is_kept_for() -> None:
    bob, game = make_person("Bob"), full_table()
    game.players.filter(seat=2).update(user=bob)
    client = sign_in(bob)
    assert "There’s a seat for you" in page_of(game, client)
    client.post(link("join", game))
    assert names(game)[2] == "Bob"


def test_a_table_starts_by_itself_when_full() -> None:
    game = open_table(make_person("Ada"), make_person("Bob"), seats=3)
    answer = sign_in(make_person("Cleo")).post(link("join", game), follow=True)
    assert fresh(game).status == Game.Status.RUNNING
    assert "board" in Page(text_of(answer)).ids


def test_a_table_gets_a_name_and_its_host_may_draw_another_before_the_start(ada: User) -> None:
    client = sign_in(ada)
    game = open_table(ada, seats=4)
    with translation.override("en"):
        first = game.name
    assert f"<h1>{first}" in page_of(game, client)
    client.post(link("rename", game))
    game.refresh_from_db()
    with translation.override("en"):
        assert game.name != first
    assert game.version == 1, "waiting pages notice it"
    lobby.fill_with_bots(code=game.code, host=ada)
    assert "This game has already started." in follow(client, link("rename", game))


@pytest.mark.parametrize(
    ("action", "fields"),
    [("fill", {}), ("fill", {"seat": "2", "bot": "gentle"}), ("remove", {}), ("cancel", {}), ("rename", {})],
)
def test_only_the_host_may_run_the_table(action: str, fields: dict[str, str], bob: User) -> None:
    game = open_table(make_person("Ada"), bob, seats=4)
    for person in (bob, make_person(), make_guest()):
        page = follow(sign_in(person), link(action, game), **fields)
        assert "Only the person who opened the table can do that." in page
    assert (fresh(game).status, names(game)) == (Game.Status.OPEN, ["Ada", "Bob", "", ""])


def test_a_cancelled_table_says_so_to_everybody_and_stays_closed(ada: User) -> None:
    game = open_table(ada, seats=3)
    sign_in(ada).post(link("cancel", game))
    for client in (sign_in(ada), sign_in(make_person()), Client(headers={"accept-language": "en"})):
        page = page_of(game, client)
        # Neither its host nor the week that ran out is blamed, nor free seats: at a live pace it may have been full.
        assert "This table was closed before the game began." in page
    assert "This table has been closed." in follow(sign_in(ada), link("fill", game))
    assert link("table", game) not in text_of(sign_in(ada).get("/games/"))


def test_whoever_leaves_frees_the_seat_and_the_host_stays(ada: User, bob: User) -> None:
    game = open_table(ada, bob, seats=4)
    follow(sign_in(bob), link("leave", game))
    assert names(game) == ["Ada", "", "", ""]
    assert "you keep your seat" in follow(sign_in(ada), link("leave", game))
    assert "You don’t have a seat at this table." in follow(sign_in(bob), link("leave", game))
    assert names(game) == ["Ada", "", "", ""]


def test_nobody_leaves_or_is_removed_once_the_game_runs(ada: User, bob: User) -> None:
    game = start_table(ada, bob, bots=1)
    assert "This game has already started." in follow(sign_in(bob), link("leave", game))
    assert "This game has already started." in follow(sign_in(ada), link("remove", game), seat="1", person=bob.code)
    assert names(game) == ["Ada", "Bob", "steady"]


def test_a_waiting_lobby_is_reloaded_when_something_changed_there_and_when_the_game_starts(ada: User) -> None:
    game, client = open_table(ada, seats=3), sign_in(ada)
    news = f"{link('news', game)}?v={game.version}"
    assert client.get(news, headers=HTMX).status_code == 204
    lobby.join_game(code=game.code, user=make_person())
    assert client.get(news, headers=HTMX)["HX-Refresh"] == "true"
    news = f"{link('news', game)}?v={fresh(game).version}"
    lobby.fill_with_bots(code=game.code, host=ada)
    answer = client.get(news, headers=HTMX)
    assert answer["HX-Refresh"] == "true"
    assert not answer.content


def test_whoever_was_removed_and_whose_table_was_closed_are_reloaded_too(ada: User, bob: User) -> None:
    game = open_table(ada, bob, seats=3)
    lobby.remove_player(code=game.code, host=ada, seat=1, person=bob.code)
    news = f"{link('news', game)}?v={fresh(game).version}"
    assert sign_in(bob).get(news, headers=HTMX)["HX-Refresh"] == "true"
    lobby.cancel_game(code=game.code, host=ada)
    assert sign_in(ada).get(news, headers=HTMX)["HX-Refresh"] == "true"


def rematch(game: Game, person: User) -> Game:
    """Press the rematch button and return the table it leads to."""
    client = sign_in(person)
    form = read_form(client.get(link("table", game)), link("rematch", game))
    answer = client.post(link("rematch", game), form.fields)
    return Game.objects.get(code=answer["Location"].split("/")[2])


def test_a_rematch_keeps_the_seats_and_the_next_seat_leads(ada: User, bob: User) -> None:
    game = start_table(ada, bob, bots=2, options={"wagers": False})
    led = finish(game).deal.leader
    again = rematch(game, bob)
    assert (again.status, names(again)) == (Game.Status.OPEN, ["(Ada)", "Bob", "steady", "steady"])
    assert again.options == game.options
    assert again.code in text_of(sign_in(ada).get("/games/"))
    assert rematch(game, ada) == again
    assert fresh(again).status == Game.Status.RUNNING
    assert again.deal.content["leader"] == (led + 1) % 4


@pytest.mark.parametrize("by_the_week", [False, True])
def test_after_a_rematch_was_closed_another_can_be_opened(by_the_week: bool, ada: User, bob: User) -> None:
    game = start_table(ada, bob, bots=1)
    finish(game)
    closed = rematch(game, ada)
    if by_the_week:
        _close_unfilled(timezone.now() + OPEN_FOR + timedelta(seconds=1))
    else:
        sign_in(ada).post(link("cancel", closed))
    again = rematch(game, bob)
    assert (again.status, names(again)) == (Game.Status.OPEN, ["(Ada)", "Bob", "steady"])
    assert again != closed
    assert rematch(game, ada) == again
    assert fresh(again).status == Game.Status.RUNNING
    closed.refresh_from_db()
    assert (closed.status, closed.rematch_of) == (Game.Status.CANCELLED, None)


def test_a_guest_has_a_rematch_against_the_bots_at_once(guest: User) -> None:
    game = start_table(guest, bots=3)
    finish(game)
    again = rematch(game, guest)
    assert (again.status, again.host) == (Game.Status.RUNNING, guest)


def test_there_is_no_rematch_of_a_running_game_and_none_for_strangers(ada: User) -> None:
    game = start_table(ada, bots=2)
    assert "once the game is over" in follow(sign_in(ada), link("rematch", game))
    finish(game)
    assert "You don’t have a seat at this table." in follow(sign_in(make_person()), link("rematch", game))
    assert Game.objects.count() == 1


@pytest.mark.parametrize("name", [title.NAME for title in TITLES.values()])
def test_a_table_opened_before_an_option_existed_still_shows(name: str) -> None:
    host, title = make_person(), TITLES[name]
    game = lobby.open_game(host=host, title=name, seat_count=max(title.SEATS), options={})
    for option in title.OPTIONS:
        kept = {each: chosen for each, chosen in game.options.items() if each != option.name}
        Game.objects.filter(pk=game.pk).update(options=kept)
        assert sign_in(host).get(link("table", game)).status_code == 200
