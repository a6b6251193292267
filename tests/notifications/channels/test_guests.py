"""A guest at a table over days is asked once, after the first move, how to be told of their turn."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Delivery, Device, Game, Notification
from games.notifications import contacts
from games.notifications import outbox as notices
from games.tables.services import lobby
from games.tables.services.moves import lock_table
from tests.accounts.forms_and_emails import last_code, outbox, send_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.notifications.channels.builders import Browser, send_after
from tests.notifications.channels.sink import Sink
from tests.notifications.email.builders import GRACE
from tests.races.answers import write_form
from tests.tables.acts import fresh
from tests.tables.builders import choose, open_table, play_on
from tests.tables.builders_guests import sit
from tests.tables.pages.browser import HTMX, link, page_of, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
ASKS = 'id="not-told"'


def start(**terms: Any) -> tuple[Game, User]:
    """Return a game of a host, a friend and a guest in seat 1, who is asked now."""
    game = open_table(make_person("Ada"), seats=4, guests_welcome=True, **terms)
    guest = sit(game)
    lobby.join_game(code=game.code, user=make_person("Ben"))
    lobby.fill_with_bots(code=game.code, host=game.host)
    while not game.players.get(seat=1).owes:
        play_on(game, 1)
    return fresh(game), guest


def make_move(game: Game, client: Client, **headers: Any) -> Any:
    with lock_table(game.code) as table:
        fields = write_form(table, game.players.get(seat=1).owes, choose(table, 1))
    return client.post(link("move", game), fields, headers=headers)


def test_a_guest_is_asked_after_the_first_move_and_may_refuse() -> None:
    game, guest = start()
    client = sign_in(guest)
    assert ASKS not in page_of(game, client)
    make_move(game, client)
    assert ASKS in page_of(game, client)
    client.post(read_form(client.get(link("table", game)), link("how_told", game)).action)
    assert ASKS not in page_of(game, client)
    assert reload(guest).told_by == "none"


def test_the_answer_to_the_first_move_asks() -> None:
    game, guest = start()
    client = sign_in(guest)
    assert ASKS in text_of(make_move(game, client, **{"HX-Request": "true"}))
    assert text_of(client.post(link("how_told", game), headers=HTMX)) == ""


@pytest.mark.parametrize("who", ["Ada", "Ben"])
def test_members_are_not_asked_and_see_nothing_of_it(who: str) -> None:
    game, guest = start()
    make_move(game, sign_in(guest))
    member = User.objects.get(display_name=who)
    assert "ask-how" not in page_of(game, member)
    assert sign_in(member).get(link("how_told", game))["Location"] == link("table", game)


def test_nobody_is_asked_where_all_are_there() -> None:
    game, guest = start()
    Game.objects.filter(pk=game.pk).update(pace=300)
    client = sign_in(guest)
    make_move(game, client)
    assert ASKS not in page_of(game, client)


def test_the_page_offers_this_browser_an_address_and_neither() -> None:
    game, guest = start()
    page = sign_in(guest).get(link("how_told", game))
    assert 'id="push-form"' in text_of(page)
    assert read_form(page, reverse("account_signup")).fields["display_name"] == guest.display_name
    assert 'id="told-by-nothing"' in text_of(page)


def test_a_guest_is_told_by_their_browser(sink: Sink) -> None:
    game, guest = start()
    client = sign_in(guest)
    browser = Browser(make_person(), f"{sink.url}/phone")
    Device.objects.all().delete()
    assert client.post(link("how_told", game), browser.fields).status_code == 302
    assert (reload(guest).told_by, Device.objects.get().user) == ("push", guest)
    assert ASKS not in page_of(game, client)
    assert "this browser tells you" in page_of(game, client, tab="about")
    with lock_table(game.code) as table:
        notices.write_asked(table)
    assert Notification.objects.filter(recipient=guest, kind="turn").exists()
    # Nobody looks at the table any more.
    cache.clear()
    assert send_after(GRACE) == 1
    assert browser.read(sink.came[0].body)["link"] == link("table", game)
    assert set(Delivery.objects.filter(notification__recipient=guest).values_list("channel", flat=True)) == {"push"}


def test_a_guest_without_a_choice_is_told_of_nothing() -> None:
    game, guest = start()
    with lock_table(game.code) as table:
        notices.write_asked(table)
    assert not Notification.objects.filter(recipient=guest).exists()


def test_a_guest_whose_browser_is_gone_is_asked_again(sink: Sink) -> None:
    game, guest = start()
    client = sign_in(guest)
    make_move(game, client)
    Browser(guest, f"{sink.url}/phone")
    assert ASKS not in page_of(game, client)
    contacts.remove_device(guest, Device.objects.get().pk)
    assert ASKS in page_of(game, client)


def test_a_guest_whose_browser_is_refused_is_asked_again_and_warned_of_no_page_for_members(sink: Sink) -> None:
    game, guest = start()
    client = sign_in(guest)
    make_move(game, client)
    Browser(guest, f"{sink.url}/phone")
    push = contacts.find_contact(guest, "push")
    assert push
    contacts.pause(push)
    page = page_of(game, client)
    assert (ASKS in page, reverse("games:mail") in page) == (True, False)
    contacts.renew_device(Device.objects.get(), endpoint=f"{sink.url}/new", public_key="x", auth_secret="y")
    assert reload(guest).told_by == "push"
    assert ASKS not in page_of(game, client)


def test_nonsense_for_a_browser_is_refused() -> None:
    game, guest = start()
    nonsense = {"endpoint": "http://localhost/", "public_key": "x", "auth_secret": "y"}
    sign_in(guest).post(link("how_told", game), nonsense)
    assert (reload(guest).told_by, Device.objects.exists()) == ("", False)


def test_an_address_keeps_seat_and_games() -> None:
    game, guest = start()
    client = sign_in(guest)
    form = read_form(client.get(link("how_told", game)), reverse("account_signup"))
    client.post(form.action, {**form.fields, "email": "zoe@example.org"})
    assert len(outbox()) == 1
    assert send_code(client, last_code())["Location"] == link("table", game)
    assert (reload(guest).is_guest, reload(guest).email) == (False, "zoe@example.org")
    assert game.players.get(seat=1).user == guest


def sign_up(client: Client) -> None:
    send_sign_up(client, "zoe@example.org", "Zoe", password=PASSWORD)
    send_code(client, last_code())


def test_the_browser_of_a_guest_who_signed_up_is_told_of_nothing_after_signing_out(sink: Sink) -> None:
    guest = make_guest()
    client = sign_in(guest)
    Browser(guest, f"{sink.url}/phone")
    sign_up(client)
    assert Device.objects.get().session
    assert client.get(reverse("games:push_renewal")).json()["endpoint"] == Device.objects.get().endpoint
    client.post(reverse("account_logout"))
    assert not Device.objects.exists()


def test_only_those_who_sit_there_choose() -> None:
    game, _guest = start()
    stranger = sit(open_table(make_person(), seats=4, guests_welcome=True), "Yann")
    assert sign_in(stranger).post(link("how_told", game)).status_code == 403
    assert reload(stranger).told_by == ""
