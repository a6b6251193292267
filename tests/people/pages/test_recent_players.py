"""Inviting by name: whom a host may invite, how they are told, and that they may decline or refuse it all."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.models import Game, Notification
from games.state.refusals import Refusal
from games.tables.services import invitations, lobby
from tests.builders_people import make_person, reload
from tests.notifications.email.builders import send_after
from tests.tables.builders import open_table, start_table
from tests.tables.pages.browser import has_form, link, read_form, sign_in, text_of
from tests.tables.pages.seating import follow, names

pytestmark = pytest.mark.django_db


def meet(*others: User, host: User) -> Game:
    """Return an open table of a host who has played with others."""
    start_table(host, *others, bots=1)
    return open_table(host, seats=4)


def test_a_host_keeps_a_seat_for_somebody_they_played_with_who_is_told() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = meet(ben, host=ada)
    form = read_form(sign_in(ada).get(link("table", game)), link("invite", game))
    assert form.buttons == [("person", ben.code)]
    follow(sign_in(ada), link("invite", game), person=ben.code)
    assert names(game) == ["Ada", "(Ben)", "", ""]
    Notification.objects.exclude(kind="rematch").delete()
    send_after(timedelta(0))
    [letter] = mail.outbox
    assert letter.to == [ben.email]
    assert game.code in letter.body
    assert "there’s a seat for you" in text_of(sign_in(ben).get("/games/"))
    assert not has_form(sign_in(ada).get(link("table", game)), link("invite", game)), "nobody is left to invite"


def test_nobody_else_may_be_invited() -> None:
    ada, ben, stranger = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    game = meet(ben, host=ada)
    open_with = open_table(ada, stranger, seats=3)
    assert open_with.status == Game.Status.OPEN, "to have sat in one lobby is not to have played"
    User.objects.filter(pk=ben.pk).update(takes_invitations=False)
    assert not has_form(sign_in(ada).get(link("table", game)), link("invite", game))
    for person in (ben.code, stranger.code, ada.code, "", "nosuchcode"):
        with pytest.raises(Refusal, match="not_invited"):
            invitations.invite_person(code=game.code, host=ada, person=person)
    with pytest.raises(Refusal, match="not_host"):
        invitations.invite_person(code=game.code, host=ben, person=ada.code)
    assert names(game) == ["Ada", "", "", ""]
    assert not Notification.objects.filter(game=game).exists()


def test_an_invitation_is_declined_with_a_press() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = meet(ben, host=ada)
    invitations.invite_person(code=game.code, host=ada, person=ben.code)
    client = sign_in(ben)
    assert has_form(client.get(link("table", game)), link("leave", game))
    follow(client, link("leave", game))
    assert names(game) == ["Ada", "", "", ""]


def test_a_host_who_invites_again_and_again_fills_no_mailbox() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    first, second = meet(ben, host=ada), open_table(ada, seats=3)
    for game in (first, second):
        for _ in range(2):
            invitations.invite_person(code=game.code, host=ada, person=ben.code)
            lobby.leave_game(code=game.code, user=ben)
    assert Notification.objects.filter(recipient=ben, kind="rematch").count() == 1


def test_the_setting_refuses_all_invitations() -> None:
    ben = make_person("Ben")
    client = sign_in(ben)
    page = client.get("/accounts/settings/safety/")
    assert "Invitations by name" in text_of(page)
    form = page.context["form"]
    sent = {name: form.initial[name] for name in form.fields}
    assert sent.pop("takes_invitations") is True
    client.post("/accounts/settings/safety/", sent)
    assert not reload(ben).takes_invitations
