"""Opening a table: a preset with one press, or everything chosen by hand."""

import re

import pytest

from accounts.models import User
from games.models import Game
from tests.builders_people import make_person
from tests.tables.pages.browser import link, read_form, sign_in, text_of
from tests.tables.pages.opening import CHOICES, OPEN_TABLE
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db


def test_whoever_opens_a_table_sits_at_it_and_finds_its_link(ada: User) -> None:
    answer = sign_in(ada).post(OPEN_TABLE, CHOICES, follow=True)
    game = Game.objects.get()
    assert names(game) == ["Ada", "", "", ""]
    assert game.options == {"roles": ["sleeper", "tim_shady"], "wagers": True, "risky": False, "memory": "last_trick"}
    assert (game.pace, game.vote_time) == (3600, 86400)
    assert f"http://testserver{link('table', game)}" in text_of(answer)


def test_the_pace_is_asked_last_and_opens_the_table_with_a_verb() -> None:
    page = text_of(sign_in(make_person()).get(OPEN_TABLE))
    parts = ('name="seats"', 'name="is_public"', 'name="guests_welcome"', 'name="preset"', 'id="own-way"')
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)
    assert "Open for tonight" in page
    assert "Ouvrir pour ce soir" in text_of(sign_in(make_person(language="fr")).get(OPEN_TABLE))


def read_ticked(page: str) -> list[str]:
    """Return the choices of who can come that are on."""
    tags = [re.sub(r"\s+", " ", tag) for tag in re.findall(r"<input[^>]*>", page)]
    on = [tag for tag in tags if re.search(r"\bchecked\b", tag)]
    found = [re.search(r'name="(is_public|guests_welcome)"(?: value="(\w*)")?', tag) for tag in on]
    return [f"{match[1]}={match[2] or ''}" for match in found if match]


def test_friends_come_without_an_account_unless_the_host_says_no() -> None:
    client = sign_in(make_person())
    assert read_ticked(text_of(client.get(OPEN_TABLE))) == ["is_public=", "guests_welcome="]
    client.post(OPEN_TABLE, {**CHOICES, "is_public": "", "guests_welcome": "on", "preset": "evening"})
    assert Game.objects.latest("pk").guests_welcome
    client.post(OPEN_TABLE, {**CHOICES, "is_public": "", "preset": "evening"})
    assert not Game.objects.latest("pk").guests_welcome


@pytest.mark.parametrize("other", ["is_public", "in_time_only"])
def test_a_table_for_strangers_or_the_punctual_welcomes_no_guests(other: str) -> None:
    sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, "guests_welcome": "on", other: "on"})
    game = Game.objects.get()
    assert getattr(game, other)
    assert not game.guests_welcome


def test_a_public_table_welcomes_guests_only_if_its_host_says_so() -> None:
    client = sign_in(make_person())
    for more, welcome in (({}, False), ({"public_guests": "on"}, True)):
        client.post(OPEN_TABLE, {**CHOICES, "guests_welcome": "on", "is_public": "on", "preset": "relaxed", **more})
        assert Game.objects.latest("pk").guests_welcome is welcome


@pytest.mark.parametrize(
    ("sent", "ticked"),
    [
        ({}, ["is_public="]),
        ({"guests_welcome": "on"}, ["is_public=", "guests_welcome="]),
        ({"is_public": "on"}, ["is_public=on"]),
    ],
)
def test_after_an_error_the_page_shows_what_was_chosen(sent: dict[str, str], ticked: list[str]) -> None:
    answer = sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, "seats": "99", **sent})
    assert answer.status_code == 422
    assert read_ticked(text_of(answer)) == ticked


def test_a_title_is_chosen_before_its_table_and_another_is_nowhere() -> None:
    client = sign_in(make_person())
    assert 'href="/games/new/insidejob/"' in text_of(client.get("/games/new/"))
    assert client.get("/games/new/chess/").status_code == client.post("/games/new/chess/", CHOICES).status_code == 404
    assert not Game.objects.exists()


PRESETS = {
    "evening": (300, 900, 900, False, False),
    "relaxed": (86400, 172800, 172800, True, True),
    "week": (604800, 604800, 259200, True, True),
}
WORDS = {
    "evening": "at least one move every 5 minutes, 15 minutes to vote, 15 minutes in the time bank, no holidays",
    "relaxed": "at least one move a day, 2 days to vote, 2 days in the time bank, clocks paused 23:00–7:00",
    "week": "at least one move a week, 7 days to vote, 3 days in the time bank, clocks paused 23:00–7:00",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_opens_a_table_with_one_press(preset: str) -> None:
    ada, ben, eve = (make_person() for _ in range(3))
    client = sign_in(ada)
    opening = client.get(OPEN_TABLE)
    form = read_form(opening, "")
    assert ("preset", preset) in form.buttons
    client.post(OPEN_TABLE, {**form.fields, **form.checked, "seats": "3", "preset": preset})
    game = Game.objects.get()
    assert (game.pace, game.vote_time, game.bank, game.sleeps, game.vacations, game.seat_count) == (*PRESETS[preset], 3)
    # The same sentence everywhere: in the lobby, on the invitation, and on the table itself.
    pages = [client.get(link("table", game)), sign_in(ben).get(link("table", game))]
    for person in (ben, eve):
        sign_in(person).post(link("join", game))
    pages.append(client.get(link("table", game) + "?tab=about"))
    assert all(WORDS[preset] in text_of(page) for page in pages)
    assert all(("no holidays" in text_of(page)) is not game.vacations for page in pages)


def test_a_title_without_a_vote_asks_for_no_time_to_vote() -> None:
    client = sign_in(make_person())
    assert "Time to vote" in text_of(client.get(OPEN_TABLE))
    assert "Time to vote" not in text_of(client.get("/games/new/target/"))
    client.post("/games/new/target/", {"seats": "2", "preset": "evening"})
    assert "Time to vote" not in text_of(client.get(link("table", Game.objects.get())))


def test_an_unchecked_option_is_off() -> None:
    sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, "insidejob-wagers": ""})
    assert Game.objects.get().options["wagers"] is False


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "6"},
        {"seats": "1"},
        {"seats": "-4"},
        {"seats": "four\x01"},
        {"seats": "9" * 5000},
        {"insidejob-memory": "elephant"},
        {"insidejob-memory": ""},
        {"pace": "1"},
        {"vote_time": "soon"},
    ],
)
def test_a_table_nobody_can_play_at_is_refused_and_what_was_chosen_stays(wrong: dict[str, str]) -> None:
    answer = sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, **wrong})
    assert answer.status_code == 422
    assert not Game.objects.exists()
    form = answer.context["form"]
    assert set(form.errors) == set(wrong)
    assert {name: form[name].value() for name in CHOICES} == {**CHOICES, "insidejob-wagers": True, **wrong}
