"""Opening a table: a preset with one press, or everything chosen by hand."""

import re

import pytest

from accounts.models import User
from games.models import Game
from tests.builders_people import make_person
from tests.tables.pages.browser import link, read_form, sign_in, text_of
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db

OPEN_TABLE = "/games/new/insidejob/"
CHOICES = {
    "seats": "4",
    "pace": "3600",
    "vote_time": "86400",
    "insidejob-roles": "sleeper,tim_shady",
    "insidejob-wagers": "on",
    "insidejob-memory": "last_trick",
}


def test_whoever_opens_a_table_sits_at_it_and_finds_its_link(ada: User) -> None:
    answer = sign_in(ada).post(OPEN_TABLE, CHOICES, follow=True)
    game = Game.objects.get()
    assert names(game) == ["Ada", "", "", ""]
    assert game.options == {"roles": ["sleeper", "tim_shady"], "wagers": True, "risky": False, "memory": "last_trick"}
    assert (game.pace, game.vote_time) == (3600, 86400)
    assert f"http://testserver{link('table', game)}" in text_of(answer)


def read_who(page: str) -> tuple[str, bool]:
    """Return what the line says of who can come, where a browser knows no `:has`, and whether it is unfolded."""
    details = re.search(r'<details[^>]*id="who-comes"([^>]*)>(.*?)</details>', page, re.DOTALL)
    assert details
    assert all(f'name="{name}"' in details[2] for name in ("is_public", "guests_welcome"))
    [said] = re.findall(r'<span class="muted now"[^>]*>\s*(.*?)\s*</span>', details[2], re.DOTALL)
    return said, "open" in details[1]


def test_the_presets_come_first_and_who_can_come_is_one_line() -> None:
    page = text_of(sign_in(make_person()).get(OPEN_TABLE))
    places = [page.index(part) for part in ('class="presets"', 'name="seats"', 'id="who-comes"', 'id="own-way"')]
    assert places == sorted(places)
    assert "Who can come?" in page
    assert read_who(page) == ("Friends with the link", False)
    assert "Qui peut venir" in text_of(sign_in(make_person(language="fr")).get(OPEN_TABLE))


@pytest.mark.parametrize(
    ("ticked", "said"),
    [
        ({}, ("Friends with the link", False)),
        ({"guests_welcome": "on"}, ("Friends, even without an account", True)),
        ({"is_public": "on"}, ("Anyone", True)),
        ({"is_public": "on", "guests_welcome": "on"}, ("Anyone", True)),
    ],
)
def test_after_an_error_the_line_says_what_was_ticked(ticked: dict[str, str], said: tuple[str, bool]) -> None:
    answer = sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, "seats": "99", **ticked})
    assert answer.status_code == 422
    assert read_who(text_of(answer)) == said


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
    "evening": "at least 1 every 5 minutes, 15 minutes to vote, 15 minutes in the bank, no holidays",
    "relaxed": "at least 1 a day, 2 days to vote, 2 days in the bank, clocks paused 23–7",
    "week": "at least 1 a week, 7 days to vote, 3 days in the bank, clocks paused 23–7",
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
    # The same sentence everywhere: where it is chosen, in the lobby, on the invitation, and on the table itself.
    pages = [opening, client.get(link("table", game)), sign_in(ben).get(link("table", game))]
    for person in (ben, eve):
        sign_in(person).post(link("join", game))
    pages.append(client.get(link("table", game) + "?tab=about"))
    assert all(WORDS[preset] in text_of(page) for page in pages)
    assert all(("no holidays" in text_of(page)) is not game.vacations for page in pages[1:])


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
        {"seats": "four\0"},
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
