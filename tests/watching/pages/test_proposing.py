"""Spectators at a running table: the host proposes, the players are told, and one who declines ends it unnamed."""

import html
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.models import FormerPlayer, Game, Notification
from games.notifications import email_dispatch
from games.state.narration import narrate_table
from games.state.table import load_table
from games.tables.selectors.public_tables import Wanted, list_watchable
from games.tables.services import deadlines, lobby, stand_ins
from games.tables.services.spectators import (
    LIVE_NOTICE,
    NOTICE,
    close_to_spectators,
    decline_spectators,
    propose_spectators,
)
from tests.builders_people import make_person
from tests.notifications.email.builders import GRACE
from tests.tables.acts import fresh, refuse
from tests.tables.builders import finish, play_on, start_table
from tests.tables.clocks import HOUR, SECOND, START, Clock, send_due_after, sweep_at
from tests.tables.pages.browser import HTMX, has_form, link, page_of, read_form, sign_in, text_of
from tests.watching.asks import list_watching, watch_link

pytestmark = pytest.mark.django_db
ABOUT = "?tab=about"
DECLINED = "the proposal was declined"


@pytest.fixture
def game(clock: Clock, people: list[User]) -> Game:
    """At a pace of a day a move."""
    assert clock
    game = start_table(*people, options={"wagers": False}, is_public=True)
    play_on(game, 1)
    Notification.objects.all().delete()
    return game


def press(game: Game, person: User, name: str, tab: str = "") -> None:
    client = sign_in(person)
    form = read_form(client.get(f"{link('table', game)}{tab}"), link(name, game))
    assert client.post(form.action, {}).status_code == 302
    game.refresh_from_db()


def propose(game: Game) -> None:
    press(game, game.host, "propose_spectators", ABOUT)


def list_events(game: Game, seat: int | None) -> list[str]:
    told = narrate_table(load_table(fresh(game)), seat)
    return [event.code for events in told.events for event in events]


def ask(game: Game, client: Client) -> Any:
    return client.get(watch_link(game))


def test_a_table_that_nobody_declines_can_be_watched_once_the_time_is_up(game: Game, clock: Clock, ben: User) -> None:
    visitor = Client(headers={"accept-language": "en"})
    propose(game)
    assert game.watch_from is not None
    assert game.watchers == "none"
    clock.shift(NOTICE - SECOND)
    assert not fresh(game).is_watchable
    assert ask(game, visitor).status_code == 404
    assert 'id="watch-link"' not in page_of(game, ben, "about")
    clock.shift(2 * SECOND)
    assert 'id="board"' in text_of(ask(game, visitor))
    page = page_of(game, ben, "about")
    assert 'id="watch-link"' in page
    assert "Anyone with the link can watch this game." in page
    assert 'id="decline-spectators"' not in page
    assert list(list_watchable(Wanted(), None)) == [], "the players agreed to the link, and to no list"
    close_to_spectators(code=game.code, host=game.host, closed=True)
    assert 'id="board"' not in text_of(ask(game, visitor))


def test_a_page_that_waits_learns_that_the_time_is_up(game: Game, clock: Clock, ben: User) -> None:
    waiting, asks = sign_in(ben), re.compile(r'hx-get="([^"]*/news/[^"]*)"')

    def poll(page: Any) -> Any:
        return waiting.get(html.unescape(asks.findall(text_of(page))[0]), headers=HTMX)

    propose(game)
    page = waiting.get(link("table", game))
    assert poll(page).status_code == 204
    clock.shift(NOTICE + SECOND)
    news = poll(page)
    assert 'class="watching"' in text_of(news)
    assert 'id="decline-spectators"' not in text_of(news)
    assert poll(news).status_code == 204


def test_at_a_live_table_it_takes_ten_minutes(clock: Clock, ada: User, ben: User) -> None:
    game = start_table(ada, ben, bots=1, pace=300)
    propose_spectators(code=game.code, user=ada)
    clock.shift(LIVE_NOTICE - SECOND)
    assert not fresh(game).is_watchable
    clock.shift(2 * SECOND)
    assert fresh(game).is_watchable


def test_players_are_told_by_email_and_on_the_table(game: Game, clock: Clock, ben: User, cleo: User) -> None:
    stand_ins.hand_over(code=game.code, user=cleo)
    version = fresh(game).version
    propose(game)
    assert game.version > version
    Notification.objects.exclude(kind="spectators_proposed").delete()
    send_due_after(clock, GRACE)
    assert {address for sent in mail.outbox for address in sent.to} == {ben.email, cleo.email}
    assert all(f"{game.host.display_name} would like to let people watch" in str(sent.body) for sent in mail.outbox)
    page = page_of(game, ben)
    assert 'id="decline-spectators"' in page
    assert "I’d rather not" in page
    assert page.index('id="mine"') < page.index('id="decline-spectators"'), "it covers no card while it stands for days"
    polled = text_of(sign_in(ben).get(link("news", game), {"v": "0", "o": "0", "c": ""}, headers=HTMX))
    assert 'id="decline-spectators"' in polled, "on a page that waits, too"
    assert has_form(sign_in(cleo).get(link("table", game)), link("decline_spectators", game)), "with a stand-in, too"


def test_where_only_one_could_decline_no_page_says_that_nobody_learns_who(ada: User, ben: User, cleo: User) -> None:
    for others, is_hidden in ([ben], False), ([ben, cleo], True):
        game = start_table(ada, *others, bots=3 - len(others))
        propose(game)
        page = page_of(game, ben)
        assert "I’d rather not" in page
        assert ("nobody learns who it was" in page) == is_hidden


@pytest.mark.parametrize("by", ["ben", "cleo", "host"])
def test_one_who_declines_ends_it_and_nobody_learns_who(
    game: Game, clock: Clock, ben: User, cleo: User, by: str
) -> None:
    propose(game)
    press(game, {"ben": ben, "cleo": cleo, "host": game.host}[by], "decline_spectators")
    assert game.watch_from is None
    assert [seat for _, kind, seat in game.clock_moves if kind == "spectators_declined"] == [None]
    assert list_events(game, 0).count("spectators_declined") == 1
    lines = [part for part in page_of(game, ben).split("<") if DECLINED in part]
    assert lines
    assert not any(person.display_name in line for person in (ben, cleo, game.host) for line in lines)
    assert "spectators_declined" not in list_events(game, None)
    clock.shift(NOTICE + SECOND)
    assert not fresh(game).is_watchable
    # A late second click changes nothing, and an email about it is no longer sent.
    decline_spectators(code=game.code, user=ben)
    email_dispatch.send_due()
    assert not any("watch" in sent.subject for sent in mail.outbox)


def test_it_cannot_be_proposed_again_to_players_who_rely_on_their_answer(game: Game, ben: User) -> None:
    propose(game)
    decline_spectators(code=game.code, user=ben)
    refuse("spectators_declined", propose_spectators, code=game.code, user=game.host)
    assert not has_form(sign_in(game.host).get(f"{link('table', game)}{ABOUT}"), link("propose_spectators", game))
    assert fresh(game).watch_from is None


def test_only_the_host_proposes_and_only_players_decline_in_time(game: Game, clock: Clock, ben: User) -> None:
    assert not has_form(sign_in(ben).get(f"{link('table', game)}{ABOUT}"), link("propose_spectators", game))
    refuse("not_host", propose_spectators, code=game.code, user=ben)
    propose(game)
    refuse("not_seated", decline_spectators, code=game.code, user=make_person())
    due = game.watch_from
    clock.shift(SECOND)
    propose_spectators(code=game.code, user=game.host)
    assert fresh(game).watch_from == due, "proposing twice does not move the time"
    clock.shift(NOTICE)
    refuse("spectators_admitted", decline_spectators, code=game.code, user=ben)
    assert fresh(game).is_watchable


def test_who_declines_too_late_sees_why(game: Game, clock: Clock, ben: User) -> None:
    propose(game)
    client = sign_in(ben)
    form = read_form(client.get(link("table", game)), link("decline_spectators", game))
    clock.shift(NOTICE)
    # The address of the form ends in a fragment, which browsers keep where they are redirected to none.
    assert client.post(form.action, {})["Location"] == f"{link('table', game)}#messages"


def test_a_game_that_spectators_may_watch_offers_nothing_to_propose(ada: User, ben: User) -> None:
    game = start_table(ada, ben, bots=1, watchers="link")
    assert not has_form(sign_in(ada).get(f"{link('table', game)}{ABOUT}"), link("propose_spectators", game))
    propose_spectators(code=game.code, user=ada)
    assert fresh(game).watch_from is None


def test_a_former_player_who_watches_learns_nothing_of_it(game: Game, ben: User, cleo: User) -> None:
    former = make_person()
    FormerPlayer.objects.create(game=game, seat=2, user=former, until=0)
    Game.objects.filter(pk=game.pk).update(watch_key="0123456789")
    game.refresh_from_db()
    client = sign_in(former)

    def receive() -> list[bytes]:
        return [
            getattr(client, method)(path, fields, headers=headers).content
            for method, path, fields, headers in list_watching(game)
        ]

    before = receive()
    propose(game)
    # There is something to leak: the players see it.
    assert "would like to let people watch" in page_of(game, cleo)
    assert receive() == before
    decline_spectators(code=game.code, user=ben)
    assert DECLINED in page_of(game, cleo)
    assert receive() == before


def test_an_outage_takes_no_time_from_those_who_may_decline(game: Game, clock: Clock) -> None:
    propose(game)
    sweep_at(clock, START + HOUR)
    clock.move_to(START + HOUR + 12 * HOUR)
    deadlines.sweep()
    sweep_at(clock, START + NOTICE + HOUR)
    assert not Game.objects.get(pk=game.pk).is_watchable
    sweep_at(clock, START + NOTICE + 13 * HOUR)
    assert Game.objects.get(pk=game.pk).is_watchable


def test_the_next_game_starts_without_spectators(game: Game, clock: Clock) -> None:
    propose(game)
    clock.shift(NOTICE + SECOND)
    finish(game)
    assert not fresh(game).is_watchable
    again = lobby.open_rematch(code=game.code, user=game.host)
    assert (again.watchers, again.watch_from, again.watch_key) == ("none", None, "")
