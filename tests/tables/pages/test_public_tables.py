"""Public tables: who finds which of them, and that the list tells no more than an invitation."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.clock.table_clock import DAY
from games.models import Answers, Game
from games.tables.services import lobby
from games.tables.services.quotas import MAX_LISTED
from tests.builders_people import make_person
from tests.tables.acts import fresh, refusal_of
from tests.tables.builders import ask_for_table, open_table
from tests.tables.pages.browser import link, page_of, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db

TABLES = "/tables/"


def found(query: str = "", person: User | None = None) -> list[str]:
    """Return the codes of the tables on the list, in its order, as `person` sees it."""
    client = sign_in(person) if person else Client(headers={"accept-language": "en"})
    answer = client.get(TABLES + query)
    assert answer.status_code == 200
    return [row.game.code for row in answer.context["rows"]]


def test_a_table_is_listed_only_if_its_host_made_it_public(ada: User) -> None:
    client = sign_in(ada)
    choices = {"seats": "4", "preset": "relaxed", "insidejob-memory": "last_trick"}
    client.post("/games/new/insidejob/", choices)
    assert found() == []
    client.post("/games/new/insidejob/", {**choices, "is_public": "on"})
    public = Game.objects.get(is_public=True)
    assert Game.objects.count() == 2
    assert found() == found(person=make_person()) == found(person=ada) == [public.code]


def test_a_table_is_listed_while_it_is_open_and_has_a_free_seat() -> None:
    kept, closed, full = (open_table(make_person(), seats=3, is_public=True) for _ in range(3))
    for seat in (1, 2):
        kept.players.filter(seat=seat).update(user=make_person(), invited=True)
    assert sorted(found()) == sorted([closed.code, full.code])
    lobby.cancel_game(code=closed.code, host=closed.host)
    for _ in range(2):
        assert full.code in found()
        lobby.join_game(code=full.code, user=make_person())
    assert fresh(full).is_running, "the game starts by itself"
    assert found() == []


def test_where_no_table_is_open_one_opens_a_table_that_anyone_can_join(ada: User) -> None:
    client, path = sign_in(ada), "/games/new/target/?is_public=on"
    assert path in text_of(client.get(f"{TABLES}?title=target"))
    assert read_form(client.get(path), "").checked["is_public"] == "on"
    assert "is_public=on" not in text_of(Client().get(TABLES)), "a visitor opens no table"


def test_those_soonest_to_start_come_first() -> None:
    empty, nearly = (open_table(make_person(), seats=4, is_public=True) for _ in range(2))
    lobby.join_game(code=nearly.code, user=make_person())
    assert found() == [nearly.code, empty.code]


@pytest.mark.parametrize(("language", "words"), [("en", "Opened 1 d 3 h ago"), ("fr", "Ouverte depuis 1 j 3 h")])
def test_list_and_invitation_say_how_long_a_table_has_been_open(language: str, words: str) -> None:
    game = open_table(make_person(), seats=4, is_public=True)
    with time_machine.travel(game.opened_at + timedelta(hours=27), tick=False):
        for path in (TABLES, link("table", game)):
            assert words in text_of(Client(headers={"accept-language": language}).get(path))


def test_the_address_says_which_tables_are_shown_and_nonsense_counts_for_nothing() -> None:
    french = open_table(make_person(language="fr"), seats=3, is_public=True, pace=300)
    target = open_table(make_person(), seats=2, title="target", is_public=True, pace=86400)
    both = sorted([french.code, target.code])
    for query in ("?title=target", "?seats=2", "?pace=relaxed", "?language=en"):
        assert found(query) == [target.code]
    assert found("?pace=evening") == found("?language=fr&seats=3") == [french.code]
    assert found("?language=fr&title=target") == []
    for query in ("", "?title=chess", "?seats=99", "?seats=x&pace=%01", "?language=xx", "?title=&seats=&page=9"):
        assert sorted(found(query)) == both
    assert '<option value="fr" selected' in text_of(Client().get(f"{TABLES}?language=fr"))


def test_pages_keep_what_the_address_asks_for() -> None:
    for _ in range(26):
        open_table(make_person(), seats=3, is_public=True)
    page = text_of(Client().get(f"{TABLES}?title=insidejob"))
    assert 'id="older-page" rel="next" href="?page=2&amp;title=insidejob"' in page


def test_one_person_lists_few_tables_at_once(ada: User) -> None:
    tables = [ask_for_table(ada, is_public=True) for _ in range(MAX_LISTED)]
    assert refusal_of(ask_for_table, ada, is_public=True) == "many_public"
    assert len(found()) == MAX_LISTED
    open_table(ada, seats=3)
    lobby.cancel_game(code=tables[0].code, host=ada)
    ask_for_table(ada, is_public=True)


def test_a_guest_opens_no_public_table_and_sits_at_none(guest: User) -> None:
    assert refusal_of(ask_for_table, guest, is_public=True) == "guest"
    public = open_table(make_person(), seats=3, is_public=True)
    assert found(person=guest) == [public.code]
    assert "/accounts/signup/" in sign_in(guest).post(link("join", public))["Location"]


def test_guests_sit_at_public_tables_that_allow_them(guest: User) -> None:
    public = open_table(make_person("Ada"), seats=3, is_public=True, guests_welcome=True)
    assert "guests welcome" in text_of(sign_in(guest).get(TABLES))
    newcomer = Client(headers={"accept-language": "en"})
    assert 'name="display_name"' in page_of(public, newcomer)
    sign_in(guest).post(link("join", public))
    assert public.players.filter(user=guest).exists()


def test_the_list_says_how_fast_a_table_is_and_how_reliable_its_host() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    Answers.objects.create(user=ada, last=[60] * 20)
    open_table(ada, seats=3, is_public=True, pace=DAY)
    open_table(ben, seats=3, is_public=True, pace=7 * DAY)
    page = text_of(Client(headers={"accept-language": "en"}).get(TABLES))
    for words in ("Relaxed</strong>", "One move a week</strong>"):
        assert words in page
    rows = re.sub(r"<[^>]+>|\s+", " ", page)
    assert re.search(r"Ada +· +answered 20 of 20 turns, usually within 1 minute", rows)
    assert re.search(r"Ben +· +new here", rows)


def test_the_list_loads_itself_anew_and_says_what_to_do_meanwhile() -> None:
    page = text_of(Client(headers={"accept-language": "en"}).get(f"{TABLES}?title=target"))
    assert re.search(r'id="open-tables"\s+hx-get="\?page=1&amp;title=target"', page)
    page = text_of(Client(headers={"accept-language": "en"}).get(TABLES))
    assert 'href="/case/"' in page.split('id="open-tables"')[1]
    assert 'action="/play/"' in page.split('id="open-tables"')[1]


def test_the_list_tells_nothing_of_people_that_an_invitation_does_not() -> None:
    ada = make_person("Ada", email="ada@secret.example")
    game = open_table(ada, seats=3, is_public=True, in_time_only=True)
    visitor = Client(headers={"accept-language": "en"})
    answer = visitor.get(TABLES)
    listed, invitation = text_of(answer), page_of(game, visitor)
    assert "noindex" in answer["X-Robots-Tag"]
    for words, page in (("Ada", listed), ("punctual players only", listed), ("Ada", invitation)):
        assert words in page
    for secret in (str(ada.email), ada.code):
        assert secret not in listed
    assert "Language of the host" in invitation
    assert "English" in invitation


def test_the_list_costs_as_many_statements_for_many_tables(django_assert_max_num_queries: object) -> None:
    for _ in range(5):
        open_table(make_person(), seats=3, is_public=True)
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        assert len(found()) == 5
