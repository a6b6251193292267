"""Proposals of a pause or an end: where they show, how one answers, who is told, and who must not learn of them."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.models import Game, Notification
from games.notifications import email_dispatch, presence
from games.rules.engine.narration import AMONG_PLAYERS
from games.state.narration import narrate_table
from games.state.table import load_table
from games.tables.services import pauses, stand_ins
from tests.builders_people import make_person
from tests.notifications.email.builders import GRACE, name_in_english
from tests.tables.acts import agree_to_pause, fresh, refuse
from tests.tables.builders import play_on, start_table
from tests.tables.clocks import START, Clock, send_due_after
from tests.tables.pages.browser import client_of, link, page_of, sign_in, text_of
from tests.watching.asks import list_watching, open_to_spectators

pytestmark = pytest.mark.django_db
PROPOSALS = ("pause", "end")


@pytest.fixture
def game(people: list[User]) -> Game:
    game = start_table(*people, options={"wagers": False})
    play_on(game, 1)
    return game


def propose(game: Game, proposal: str, person: User) -> None:
    call = pauses.agree_to_pause if proposal == "pause" else stand_ins.agree_to_end
    call(code=game.code, user=person, agrees=True)


def is_proposed(game: Game, proposal: str) -> bool:
    return game.players.filter(**{f"agrees_to_{proposal}": True}).exists()


@pytest.mark.parametrize("proposal", PROPOSALS)
def test_a_proposal_is_on_the_table_itself_with_two_answers(game: Game, ada: User, ben: User, proposal: str) -> None:
    assert f'id="{proposal}-proposal"' not in page_of(game, ben)
    propose(game, proposal, ada)
    page = page_of(game, ben)
    assert f'id="{proposal}-proposal"' in page
    assert link(proposal, game) in page
    assert link(f"decline_{proposal}", game) in page
    assert f'id="{proposal}-proposal"' not in page_of(game, ada)
    # Agreeing is not called proposing, in the tab either.
    assert f"Propose {'a pause' if proposal == 'pause' else 'to end'}" not in page_of(game, ben, "about")


@pytest.mark.parametrize("proposal", PROPOSALS)
def test_one_who_declines_ends_the_proposal_for_all_and_the_log_says_both(
    game: Game, ada: User, ben: User, cleo: User, proposal: str
) -> None:
    propose(game, proposal, ada)
    propose(game, proposal, ben)
    version = fresh(game).version
    assert sign_in(cleo).post(link(f"decline_{proposal}", game)).status_code == 302
    assert not is_proposed(game, proposal)
    assert fresh(game).version > version
    told = [event for events in narrate_table(load_table(fresh(game)), 1).events for event in events]
    said = [event.code for event in told if event.code in AMONG_PLAYERS]
    assert said == [f"{proposal}_proposed", f"{proposal}_declined"]
    # A late second click changes nothing.
    assert sign_in(cleo).post(link(f"decline_{proposal}", game)).status_code == 302
    assert len(fresh(game).clock_moves) == 2


def test_who_has_a_stand_in_has_no_say(game: Game, ada: User, ben: User) -> None:
    stand_ins.hand_over(code=game.code, user=ben)
    propose(game, "pause", ada)
    refuse("stand_in", pauses.decline_pause, code=game.code, user=ben)
    assert link("decline_pause", game) not in page_of(game, ben)


@pytest.mark.parametrize("proposal", PROPOSALS)
def test_those_who_are_not_there_get_an_email(clock: Clock, people: list[User], proposal: str) -> None:
    game = start_table(*people, options={"wagers": False})
    Notification.objects.all().delete()
    ada, ben, cleo = people
    propose(game, proposal, ada)
    presence.note_presence(game.pk, cleo.pk, lasts=5 * 60)
    clock.shift(GRACE)
    presence.note_presence(game.pk, cleo.pk, lasts=5 * 60)
    email_dispatch.send_due()
    [sent] = mail.outbox
    assert (sent.to, ada.display_name in str(sent.body)) == ([ben.email], True)
    assert name_in_english(game) in sent.subject
    send_due_after(clock, timedelta(hours=1))
    assert len(mail.outbox) == 1


def test_a_proposal_that_was_declined_is_no_longer_told(clock: Clock, people: list[User]) -> None:
    game = start_table(*people, options={"wagers": False})
    Notification.objects.all().delete()
    propose(game, "pause", people[0])
    pauses.decline_pause(code=game.code, user=people[1])
    send_due_after(clock, GRACE)
    assert mail.outbox == []


@pytest.mark.parametrize("proposal", PROPOSALS)
def test_a_proposal_after_one_that_no_email_told_is_told(clock: Clock, people: list[User], proposal: str) -> None:
    game = start_table(*people, options={"wagers": False})
    Notification.objects.all().delete()
    ada, ben, cleo = people
    propose(game, proposal, ada)
    call = pauses.agree_to_pause if proposal == "pause" else stand_ins.agree_to_end
    call(code=game.code, user=ada, agrees=False)
    send_due_after(clock, GRACE)
    assert mail.outbox == []
    propose(game, proposal, ben)
    send_due_after(clock, GRACE)
    assert {*mail.outbox[0].to, *mail.outbox[1].to} == {ada.email, cleo.email}
    call(code=game.code, user=ben, agrees=False)
    propose(game, proposal, ben)
    send_due_after(clock, GRACE)
    assert len(mail.outbox) == 2, "not twice a day"


def receive(game: Game, client: Client) -> list[bytes]:
    """Return all that a spectator gets."""
    return [
        getattr(client, method)(path, fields, headers=headers).content
        for method, path, fields, headers in list_watching(game)
    ]


def test_spectators_learn_of_no_proposal(clock: Clock, game: Game, ada: User, cleo: User) -> None:
    Game.objects.filter(pk=game.pk).update(**open_to_spectators())
    game.refresh_from_db()
    client = sign_in(make_person())
    before = receive(game, client)
    propose(game, "pause", ada)
    propose(game, "end", ada)
    # There is something to leak: the players see it.
    assert "would like to pause" in page_of(game, cleo)
    assert receive(game, client) == before
    pauses.decline_pause(code=game.code, user=cleo)
    assert receive(game, client) == before
    assert clock


def test_my_games_says_until_when_a_table_is_paused_and_asks_nothing_of_me(clock: Clock, people: list[User]) -> None:
    game = start_table(*people, options={"wagers": False})
    asked = game.players.exclude(owes="").get()
    client = client_of(game, asked.seat)
    assert 'id="waiting"' in text_of(client.get("/games/"))
    agree_to_pause(game)
    page = text_of(client.get("/games/"))
    assert 'id="waiting"' not in page
    assert "Paused, until" in page
    assert "1 table is waiting for you" not in page
    assert clock.shift is not None
    assert fresh(game).paused_at == START
