"""Opening a table of Rendezvous: what its options say, which go together, and what they start with."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.builders_people import make_person
from tests.tables.pages.browser import Form, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
OPEN_TABLE = "/games/new/rendezvous/"
SEATS = (3, 6, 7)


def open_form(client: Client) -> Form:
    return read_form(client.get(OPEN_TABLE), "")


def post(client: Client, **choices: str) -> Any:
    """Open a table, with what the form starts with but for these choices."""
    form = open_form(client)
    picks = {name: form.checked.get(name, values[0]) for name, values in form.picks.items()}
    times = {"pace": "86400", "vote_time": "86400", "rendezvous-rounds": ""}
    return client.post(OPEN_TABLE, {**form.fields, **picks, **times, "rendezvous-silent": "", **choices})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_passwords_are_of_the_hosts_language_unless_they_choose_the_other(language: str) -> None:
    client = sign_in(make_person(language=language))
    assert open_form(client).checked["rendezvous-language"] == language
    post(client, seats="4")
    assert Game.objects.get().options["language"] == language


@pytest.mark.parametrize("seats", SEATS)
def test_a_table_of_any_size_opens_with_what_the_form_starts_with(seats: int) -> None:
    post(sign_in(make_person()), seats=str(seats))
    options = Game.objects.get().options
    assert (options["rounds"], options["variant"]) == (seats, "three" if seats == 3 else "standard")


@pytest.mark.parametrize("seats", SEATS)
def test_crossed_paths_are_for_seven_or_eight(seats: int) -> None:
    answer = post(sign_in(make_person()), seats=str(seats), **{"rendezvous-variant": "crossed"})
    assert ("Crossed paths needs seven or eight players." in text_of(answer)) is (seats < 7)
    assert Game.objects.count() == (seats >= 7)


@pytest.mark.parametrize(("seats", "opens"), [(4, False), (5, True)])
def test_there_are_no_more_rounds_than_players(seats: int, opens: bool) -> None:
    answer = post(sign_in(make_person()), seats=str(seats), **{"rendezvous-rounds": "5"})
    assert ("There can’t be more rounds than players" in text_of(answer)) is not opens
    assert Game.objects.count() == opens


def test_laps_at_once_are_said_to_take_fewer_days() -> None:
    assert "it takes fewer days" in text_of(sign_in(make_person()).get(OPEN_TABLE))
    post(client := sign_in(make_person()), seats="4", **{"rendezvous-laps": "at_once"})
    game = Game.objects.get()
    assert game.options["laps"] == "at_once"
    assert "At the same time (takes fewer days)" in text_of(client.get(f"/g/{game.code}/"))
