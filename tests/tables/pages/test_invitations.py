"""Removing a person renews the invitation: an old link reads like that of a table that has started."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.tables.services import lobby
from tests.builders_people import PASSWORD, make_person
from tests.tables.acts import refuse
from tests.tables.builders import open_table, start_table
from tests.tables.pages.browser import has_form, link, page_of, read_form, sign_in, text_of
from tests.tables.pages.seating import follow, names

pytestmark = pytest.mark.django_db
CSRF = re.compile(r"\b\w{64}\b")


def remove_from(*people: User, seats: int = 4, **terms: Any) -> Game:
    """Return an open table of `people`, the last of whom was removed."""
    game = open_table(*people, seats=seats, **terms)
    lobby.remove_player(code=game.code, host=people[0], seat=len(people) - 1, person=people[-1].code)
    game.refresh_from_db()
    return game


def invitation_of(game: Game) -> str:
    """Return the path that the lobby shows to its host."""
    [address] = re.findall(r'id="link" type="url" readonly value="http://testserver([^"]+)"', page_of(game, game.host))
    return str(address)


def test_a_link_is_short_until_a_person_is_removed_and_new_each_time(ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=4)
    assert invitation_of(game) == link("table", game)
    game.players.filter(seat=3).update(bot="steady")
    lobby.remove_player(code=game.code, host=ada, seat=3, person="")
    game.refresh_from_db()
    assert invitation_of(game) == link("table", game), "a bot follows no link"
    lobby.remove_player(code=game.code, host=ada, seat=1, person=ben.code)
    game.refresh_from_db()
    first = invitation_of(game)
    assert first.startswith(f"{link('table', game)}?i=")
    lobby.join_game(code=game.code, user=ben, key=game.invitation)
    lobby.remove_player(code=game.code, host=ada, seat=1, person=ben.code)
    game.refresh_from_db()
    assert invitation_of(game) != first
    assert sign_in(ben).get(first).status_code == 403


@pytest.mark.parametrize("query", ["", "?i=aaaaaaaaaa", "?i=%01"])
def test_an_old_link_reads_like_that_of_a_table_that_has_started(query: str, ben: User) -> None:
    tables = remove_from(make_person("Ada"), ben), start_table(make_person(), bots=2)
    for client in (sign_in(ben), sign_in(make_person()), Client(headers={"accept-language": "en"})):
        answers = [client.get(link("table", game) + query) for game in tables]
        assert {answer.status_code for answer in answers} == {403}
        joined = [follow(client, link("join", game), i="aaaaaaaaaa") for game in tables]
        for texts in (map(text_of, answers), joined):
            bare = {CSRF.sub("", text).replace(game.code, "") for text, game in zip(texts, tables, strict=True)}
            assert len(bare) == 1
    assert names(tables[0]) == ["Ada", "", "", ""]


def test_the_new_link_leads_to_a_seat_and_those_who_sit_there_need_none(ada: User, cleo: User, ben: User) -> None:
    game = remove_from(ada, cleo, ben)
    dora = sign_in(make_person("Dora"))
    form = read_form(dora.get(invitation_of(game)), link("join", game))
    assert form.fields["i"] == game.invitation
    assert "older ones no longer work" in follow(dora, link("join", game), **form.fields)
    assert names(game) == ["Ada", "Cleo", "Dora", ""]
    assert has_form(sign_in(cleo).get(link("table", game)), link("leave", game))


def test_a_place_that_is_kept_needs_no_new_link(ada: User, ben: User, cleo: User) -> None:
    game = remove_from(ada, ben)
    game.players.filter(seat=2).update(user=cleo, invited=True)
    follow(sign_in(cleo), link("join", game))
    assert names(game) == ["Ada", "", "Cleo", ""]


def test_a_visitor_signs_in_on_the_way_and_the_link_is_kept() -> None:
    ada, ben, dora = make_person("Ada"), make_person("Ben"), make_person("Dora")
    game, client = remove_from(ada, ben), Client(headers={"accept-language": "en"})
    form = read_form(client.get(invitation_of(game)), link("join", game))
    client.post(link("join", game), form.fields)
    client.post(reverse("account_login"), {"login": dora.email, "password": PASSWORD})
    assert names(game) == ["Ada", "Dora", "", ""]


def test_a_refusal_leads_back_to_the_invitation(ada: User, ben: User, cleo: User) -> None:
    game = remove_from(ada, ben)
    answer = sign_in(cleo).post(link("join", game), {"i": game.invitation, "wish": "nonsense"})
    assert answer["Location"] == invitation_of(game)


def test_a_public_table_is_full_to_the_one_who_was_removed_and_open_to_others(ada: User, ben: User, cleo: User) -> None:
    game = remove_from(ada, ben, is_public=True)
    listed = [text_of(sign_in(person).get("/tables/")) for person in (ben, cleo)]
    assert [game.code in page for page in listed] == [False, True]
    assert sign_in(ben).get(link("table", game)).status_code == 403
    refuse("started", lobby.join_game, code=game.code, user=ben)
    lobby.join_game(code=game.code, user=cleo)
    assert names(game) == ["Ada", "Cleo", "", ""]
