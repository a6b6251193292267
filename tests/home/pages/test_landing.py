"""The first page: what it says to visitors, and to users who are signed in."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.notifications.selectors import count_waiting
from tests.builders_people import make_guest, make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db
HOME = reverse("games:home")


def test_a_visitor_is_not_greeted() -> None:
    page = text_of(Client(headers={"Accept-Language": "en"}).get(HOME))
    assert 'id="greeting"' not in page
    assert "without an account" in page


def test_who_is_signed_in_reads_which_tables_wait() -> None:
    ada, guest, ben = make_person("Ada"), make_guest(), make_person("Ben")
    assert "Hello Ada. No table is waiting" in text_of(sign_in(ada).get(HOME))
    for person in (ada, guest):
        games = [start_table(person, ben, title="target") for _ in range(2)]
        page = text_of(sign_in(person).get(HOME))
        assert "without an account" not in page
        waiting = [game for game in games if game.players.get(user=person).owes]
        assert waiting
        assert {game.code for game in games if link("table", game) in page} == {game.code for game in waiting}


def test_a_table_against_bots_alone_does_not_wait_but_can_be_resumed() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    alone = start_table(ada, bots=1, title="target")
    page = text_of(sign_in(ada).get(HOME))
    assert "Hello Ada. No table is waiting" in page
    assert link("table", alone) in page
    assert "against bots" in page.split('id="greeting"')[1].split("</section>")[0]
    together = [start_table(ada, ben, title="target") for _ in range(2)]
    page = text_of(sign_in(ada).get(HOME)).split('id="greeting"')[1].split("</section>")[0]
    assert "2 tables are waiting for you" in page
    assert "2 tables are waiting for you" in text_of(sign_in(ada).get(reverse("games:my_games")))
    assert count_waiting(ada) == 2
    places = [page.index(link("table", game)) for game in (*together, alone)]
    assert max(places) == places[-1], "tables at which people wait come first"


def test_the_page_is_as_long_with_a_secret_question_as_without() -> None:
    ada, ben, eve = make_person("Ada"), make_person("Ben"), make_person("Eve")
    game = start_table(ada, ben, eve, title="rendezvous")
    client, seat = sign_in(ada), game.players.filter(user=ada)
    pages = []
    for owes in ("", "number-1"):
        seat.update(owes=owes)
        answer = client.get(HOME, headers={"Accept-Encoding": "gzip"})
        pages.append(gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content)
        assert (link("table", game) in pages[-1].decode()) is bool(owes)
    parts = [re.search(b'<section[^>]*id="greeting".*?</section>', page, re.DOTALL) for page in pages]
    assert len({len(part[0]) for part in parts if part}) == 1
    assert len({len(page) for page in pages}) == 1


def test_the_page_costs_the_same_with_few_tables_and_with_many() -> None:
    ada = make_person()
    client, counts = sign_in(ada), []
    for _ in range(3):
        start_table(ada, bots=1, title="target")
        with CaptureQueriesContext(connection) as queries:
            client.get(HOME)
        counts.append(len(queries))
    assert len(set(counts)) == 1
