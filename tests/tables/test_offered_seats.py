"""A seat left on purpose: others offer it, its owner has a day and an email to come back, and watches if it is lost."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games.models import Delivery, Game, Notification
from games.notifications import digests, messages
from games.people.services import block
from games.tables.services import stand_ins, substitutes
from games.wording.sentences import word_moment
from tests.builders_people import make_guest, make_person
from tests.notifications.email.builders import GRACE, name_in_english, write_notifications
from tests.tables.acts import agree_to_end, fresh, healthy, refuse, replace_by
from tests.tables.builders import start_table
from tests.tables.clocks import DAY, SECOND, START, Clock, send_due_after
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(clock: Clock, people: list[User]) -> Game:
    """A game in which a stand-in plays for Ada, who left the seat on purpose. Nothing is to be told."""
    game = start_table(*people)
    stand_ins.hand_over(code=game.code, user=people[0])
    Notification.objects.all().delete()
    return game


def offer(game: Game, by: User) -> str:
    """Offer Ada's seat and return the token of its link."""
    substitutes.open_seat(code=game.code, user=by, seat=0)
    return game.players.get(seat=0).link


def test_nobody_takes_a_seat_that_others_offer_before_a_day_has_passed(
    clock: Clock, game: Game, ben: User, cleo: User, zoe: User
) -> None:
    token = offer(game, ben)
    refuse("seat_waits", substitutes.sit_in, code=game.code, user=zoe, token=token)
    page = sign_in(zoe).get(link("sit_in", game, token))
    assert page.status_code == 409
    assert "can still come back" in text_of(page)
    clock.move_to(START + DAY - SECOND)
    refuse("seat_waits", substitutes.sit_in, code=game.code, user=zoe, token=token)
    # A new link starts no new day.
    token = offer(game, cleo)
    clock.move_to(START + DAY)
    substitutes.sit_in(code=game.code, user=zoe, token=token)
    assert game.players.get(seat=0).user == zoe
    healthy(game)


def test_the_owner_is_told_by_when_to_come_back_and_the_others_from_when_the_link_works(
    clock: Clock, game: Game, ada: User, ben: User, cleo: User
) -> None:
    offer(game, ben)
    send_due_after(clock, GRACE)
    sent = {message.to[0]: message for message in mail.outbox}
    assert set(sent) == {ada.email, cleo.email}
    assert "is on offer" in sent[str(ada.email)].subject
    assert "take it back at the table before" in str(sent[str(ada.email)].body)
    with translation.override("en"):
        assert all(word_moment(START + DAY) in str(message.body) for message in sent.values())
    assert "It stays yours if you come back" in page_of(game, ada)
    assert "seat is on offer. A substitute can take it" in page_of(game, cleo)
    stand_ins.take_back(code=game.code, user=ada)
    seat = game.players.get(seat=0)
    assert (seat.link, seat.opens_at, seat.handed_over) == ("", None, False)


def test_every_channel_and_a_digest_tell_owners_of_their_own_seat_and_the_others_of_a_substitute(
    game: Game, ada: User, ben: User, cleo: User
) -> None:
    offer(game, ben)
    name = name_in_english(game)
    for person, said in ((ada, f"Your seat in {name} is on offer"), (cleo, f"{name} needs a substitute")):
        offered = Delivery(channel="mail", notification=Notification.objects.get(recipient=person, kind="seat_open"))
        assert messages.write_message([offered]).title == said
        [other] = write_notifications(1, [person])
        digest = digests.make_mail([offered, Delivery(channel="mail", notification=other)], "m")
        assert said in str(digest.body)


def test_an_owner_offers_their_seat_at_once(game: Game, ada: User, ben: User, zoe: User) -> None:
    offer(game, ben)
    token = offer(game, ada)
    substitutes.sit_in(code=game.code, user=zoe, token=token)
    assert game.players.get(seat=0).user == zoe


def test_a_seat_that_the_clock_gave_to_a_stand_in_is_offered_at_once(game: Game, ben: User, zoe: User) -> None:
    game.players.filter(seat=0).update(handed_over=False)
    substitutes.sit_in(code=game.code, user=zoe, token=offer(game, ben))
    assert game.players.get(seat=0).user == zoe


def test_closing_and_offering_again_starts_a_new_day(clock: Clock, game: Game, ben: User, zoe: User) -> None:
    offer(game, ben)
    substitutes.close_seat(code=game.code, user=ben, seat=0)
    clock.move_to(START + DAY - SECOND)
    token = offer(game, ben)
    clock.move_to(START + DAY + SECOND)
    refuse("seat_waits", substitutes.sit_in, code=game.code, user=zoe, token=token)


def test_the_button_says_what_others_may_do(game: Game, ben: User) -> None:
    assert "you have a day to come back" in page_of(game, ben, "about")


def find_watch_page(game: Game, client: Client) -> str:
    """Return the address of the page to watch, from the page of a lost seat."""
    page = text_of(client.get(link("table", game)))
    address = reverse("games:watch", args=[fresh(game).watch_key])
    assert f'href="{address}"' in page
    return address


def test_whoever_lost_their_seat_may_watch_what_the_public_would_see(
    game: Game, ada: User, ben: User, cleo: User, zoe: User
) -> None:
    replace_by(game, ben, zoe)
    client = sign_in(ada)
    address = find_watch_page(game, client)
    page = client.get(address)
    assert page.status_code == 200
    assert page.context["view"].is_spectator
    assert not page.context["view"].seen.hand
    for stranger in (Client(), sign_in(make_person()), sign_in(make_guest())):
        assert stranger.get(address).status_code == 404
    agree_to_end(game, ben, cleo, zoe)
    assert client.get(address).status_code == 200
    assert "view" not in client.get(address).context


def test_a_block_ends_the_watching(game: Game, ada: User, ben: User, zoe: User) -> None:
    replace_by(game, ben, zoe)
    client = sign_in(ada)
    address = find_watch_page(game, client)
    block(by=zoe, person=ada)
    assert client.get(address).status_code == 404
    assert address not in text_of(client.get(link("table", game)))
