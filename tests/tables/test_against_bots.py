"""A table against bots alone has no deadline to fear: nobody waits, and the clock only tidies up."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notification, Player
from games.notifications.selectors import count_waiting, list_waiting
from games.site.consistency import _check_game
from games.tables.services import deadlines
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_beside_stand_in, start_table
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db
WEEK = 7 * 86400
LEFT = {"en": " d 2", "fr": " j 2"}
"""How long is left of a week that has just begun: six days and 23 hours."""


def start_alone(person: User) -> Game:
    """Start a game of `person` against bots that asks them something."""
    return start_table(person, bots=2, pace=WEEK, vote_time=WEEK, options={"wagers": False})


def start_with_another(person: User) -> Game:
    """Start a game that waits for `person` in the same way, and in which another person has a seat."""
    return start_beside_stand_in(person, bots=1, pace=WEEK, vote_time=WEEK, options={"wagers": False})


def read_pages(person: User, game: Game) -> tuple[str, str, str]:
    """Return the table with what it says of itself, and *My games*."""
    client = sign_in(person)
    return page_of(game, client), page_of(game, client, "about"), text_of(client.get("/games/"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_page_counts_down_where_nobody_waits(language: str) -> None:
    person = make_person(language=language)
    game = start_alone(person)
    table, about, games = read_pages(person, game)
    assert game.name in games
    for page in (table, games):
        assert LEFT[language] not in page
        assert "time-bar" not in page
        assert 'class="due"' not in page
    assert "turn-band" not in games
    calm = {"en": "take all the time you want", "fr": "prends tout ton temps"}
    assert calm[language] in about
    assert {"en": "only make an automatic move", "fr": "Sans nouvelles de toi"}[language] in about
    assert "pause-button" not in about
    assert not any(urgent in about for urgent in ("This turn ends", "at the latest", "at least one move"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_does_where_another_person_plays(language: str) -> None:
    person = make_person(language=language)
    start_with_another(person)
    table, about, games = read_pages(person, start_with_another(person))
    assert LEFT[language] in table
    assert LEFT[language] in games
    assert "turn-band" in games
    assert "time-bar" in games
    assert "pause-button" in about
    assert {"en": "This turn ends", "fr": "Fin de ce tour"}[language] in about


def test_guests_too_have_all_the_time_they_want(guest: User) -> None:
    table, about, games = read_pages(guest, start_alone(guest))
    assert "Your turn" in table
    assert LEFT["en"] not in table + games
    assert "take all the time you want" in about


def test_the_band_counts_the_tables_at_which_people_wait(person: User) -> None:
    for _ in range(2):
        start_alone(person)
    for _ in range(2):
        start_with_another(person)
    games = text_of(sign_in(person).get("/games/"))
    assert "2 tables are waiting for you" in games
    assert games.count("time-bar") == 2


def test_a_table_that_waits_alone_is_shown_once(person: User) -> None:
    game = start_with_another(person)
    games = text_of(sign_in(person).get("/games/"))
    assert games.count(link("table", game)) == 1
    assert 'id="waiting"' in games
    assert "turn-band" not in games
    assert 'href="/games/next/"' not in games


def test_a_table_whose_other_people_have_left_the_site_is_one_against_bots(person: User) -> None:
    game = start_with_another(person)
    User.objects.filter(players__game=game).exclude(pk=person.pk).update(left_at=timezone.now())
    assert LEFT["en"] not in read_pages(person, game)[0]
    assert count_waiting(person) == 0


def test_no_turn_is_told_and_nothing_is_reminded_of(person: User) -> None:
    game, other = start_alone(person), start_with_another(person)
    play_on(game, 3)
    assert set(Notification.objects.filter(game=game).values_list("kind", flat=True)) <= {"started", "over"}
    assert {"turn", "reminder"} <= set(Notification.objects.filter(game=other).values_list("kind", flat=True))
    assert _check_game(game) == []


def test_feeds_and_badges_count_no_such_table(person: User) -> None:
    start_alone(person)
    other = start_with_another(person)
    assert [waiting.game for waiting in list_waiting(person)] == [other]
    assert count_waiting(person) == 1


def test_the_clock_still_tidies_up_and_says_only_that_a_stand_in_plays(person: User) -> None:
    game = start_alone(person)
    for _ in range(2):
        Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(hours=1))
        deadlines.sweep()
    player = Player.objects.get(game=game, user=person)
    assert player.stand_in
    assert {"missed", "turn", "reminder"}.isdisjoint(Notification.objects.values_list("kind", flat=True))
    assert Notification.objects.filter(kind="stand_in", recipient=person).count() == 1
