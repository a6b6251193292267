"""A table at a live pace: it starts when everyone has pressed, and is listed while its host looks at it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.tokens.bots import make_bot
from games.models import Contact, Game, Notification
from games.tables.services import lobby
from games.tables.services.bots import seat_bot
from tests.api.clients import Program
from tests.builders_people import make_guest, make_person
from tests.notifications.email.builders import name_in_english
from tests.tables.acts import fresh
from tests.tables.builders import open_table
from tests.tables.clocks import HOUR, SECOND, START, Clock, send_due_after, sweep_at
from tests.tables.pages.browser import HTMX, link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db
LIVE: dict[str, Any] = {"pace": 300, "vote_time": 900}
MINUTE = HOUR / 60


@pytest.fixture
def game(clock: Clock, ada: User, ben: User) -> Game:
    """A public table at a live pace, with one seat left."""
    return open_table(ada, ben, seats=3, is_public=True, **LIVE)


def names_of(game: Game) -> Sequence[User | None]:
    return [player.user for player in game.players.select_related("user")]


def sit_down(game: Game, person: User) -> None:
    lobby.join_game(code=game.code, user=person)


def press(game: Game, *people: User) -> None:
    for person in people:
        assert sign_in(person).post(link("ready", game)).status_code == 302


def test_a_full_table_that_is_closed_before_its_start_lacked_no_seat(
    game: Game, ada: User, cleo: User, clock: Clock
) -> None:
    sit_down(game, cleo)
    lobby.cancel_game(code=game.code, host=ada)
    send_due_after(clock, HOUR)
    [letter] = [letter for letter in mail.outbox if letter.to == [cleo.email]]
    for said in (page_of(game, cleo), str(letter.body)):
        assert "This table was closed before the game began." in " ".join(said.split())


def test_the_last_seat_asks_everyone_and_the_last_press_starts(game: Game, ada: User, ben: User, cleo: User) -> None:
    leads_to_seat = "it takes them straight to a seat"
    assert leads_to_seat in page_of(game, ada)
    sit_down(game, cleo)
    assert fresh(game).status == "open"
    assert leads_to_seat not in page_of(game, ada)
    assert 'id="ready-button"' in page_of(game, ada)
    # Who took the last seat is there.
    assert 'id="ready-button"' not in page_of(game, cleo)
    press(game, ben)
    assert fresh(game).status == "open"
    assert "Ada" in page_of(game, ben)
    press(game, ada)
    assert fresh(game).is_running
    assert (fresh(game).ready_by, game.players.filter(is_ready=True).count()) == (None, 0)
    # A late press leads to the table.
    press(game, ada, cleo)


def test_who_does_not_press_within_a_minute_loses_the_seat_and_is_told(
    game: Game, clock: Clock, ada: User, ben: User, cleo: User
) -> None:
    sit_down(game, cleo)
    press(game, ada)
    sweep_at(clock, START + MINUTE - SECOND)
    assert names_of(game) == [ada, ben, cleo]
    sweep_at(clock, START + MINUTE)
    assert (fresh(game).status, names_of(game)) == ("open", [ada, None, cleo])
    send_due_after(clock, SECOND)
    subjects = [message.subject for message in mail.outbox if message.to == [ben.email]]
    assert len(subjects) == 1
    assert "is free again" in subjects[0]
    # They may sit down again, and everyone is asked anew.
    sit_down(game, ben)
    assert fresh(game).status == "open"
    press(game, ada, cleo)
    assert fresh(game).is_running


def test_a_host_who_is_not_there_keeps_the_seat_but_not_the_place_on_the_list(
    game: Game, clock: Clock, ada: User, ben: User, cleo: User
) -> None:
    sit_down(game, cleo)
    press(game, ben)
    sweep_at(clock, START + MINUTE)
    assert names_of(game) == [ada, ben, cleo]
    assert fresh(game).host_seen_at is None
    assert "not everyone was there" in page_of(game, ben)
    press(game, ada)
    press(game, ben, cleo)
    assert fresh(game).is_running


def test_a_host_who_fills_with_bots_asks_the_others_and_bots_are_ready(game: Game, ada: User, ben: User) -> None:
    seat_bot(code=game.code, host=ada, seat=2, bot="steady")
    assert fresh(game).status == "open"
    press(game, ben)
    assert fresh(game).is_running


def test_a_bot_account_is_always_ready(clock: Clock, ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=3, allows_bots=True, **LIVE)
    bot = make_bot(make_person(), "Robo")[0]
    sit_down(game, bot)
    press(game, ada, ben)
    assert fresh(game).is_running


def test_guests_press_too(clock: Clock, ada: User) -> None:
    guest = make_guest()
    game = open_table(ada, seats=2, title="target", guests_welcome=True, **LIVE)
    sit_down(game, guest)
    press(game, ada)
    assert fresh(game).is_running


@pytest.mark.parametrize("terms", [{}, {"pace": 3600, "vote_time": 3600}])
def test_a_slower_table_starts_at_once(ada: User, ben: User, terms: dict[str, Any]) -> None:
    game = open_table(ada, seats=2, title="target", **terms)
    sit_down(game, ben)
    assert fresh(game).is_running


def test_who_plays_against_bots_alone_is_asked_nothing(ada: User) -> None:
    game = open_table(ada, seats=3, **LIVE)
    lobby.fill_with_bots(code=game.code, host=ada)
    assert fresh(game).is_running


def test_someone_who_leaves_while_all_are_asked_costs_nobody_the_seat(
    game: Game, clock: Clock, ada: User, ben: User, cleo: User
) -> None:
    sit_down(game, cleo)
    lobby.leave_game(code=game.code, user=cleo)
    sweep_at(clock, START + MINUTE)
    assert names_of(game) == [ada, ben, None]
    assert fresh(game).ready_by is None


def test_who_has_no_seat_presses_nothing(game: Game, cleo: User, zoe: User) -> None:
    sit_down(game, cleo)
    press(game, zoe)
    assert game.players.filter(is_ready=True).count() == 1


def test_the_started_email_does_not_say_that_everyone_is_here(clock: Clock, people: list[User]) -> None:
    game = open_table(*people)
    Notification.objects.exclude(kind="started").delete()
    send_due_after(clock, timedelta(days=1))
    assert mail.outbox
    assert not any("Everyone is here" in str(message.body) for message in mail.outbox)
    assert game.is_running


def is_listed(game: Game) -> bool:
    return game.code in text_of(Client().get("/tables/"))


def test_a_live_table_is_listed_while_its_host_looks_at_it(game: Game, clock: Clock, ada: User, ben: User) -> None:
    assert is_listed(game)
    clock.shift(10 * MINUTE + SECOND)
    assert not is_listed(game)
    # The others do not count, nor does a page in the background.
    page_of(game, ben)
    news = f"{link('news', game)}?v={fresh(game).version}"
    sign_in(ada).get(news, headers={**HTMX, "X-Hidden-Tab": "yes"})
    assert not is_listed(game)
    sign_in(ada).get(news, headers=HTMX)
    assert is_listed(game)
    clock.shift(10 * MINUTE + SECOND)
    page_of(game, ada)
    assert is_listed(game)


def test_a_slow_table_stays_listed(clock: Clock, ada: User) -> None:
    game = open_table(ada, seats=3, is_public=True)
    clock.shift(24 * HOUR)
    assert is_listed(game)


def test_programs_read_who_is_ready_and_press_too(game: Game, ada: User, ben: User, cleo: User) -> None:
    sit_down(game, cleo)
    program = Program(ben)
    before = program.get(f"games/{game.code}").json()
    assert before["ready_by"] == (START + MINUTE).isoformat()
    assert [player["ready"] for player in before["players"]] == [False, False, True]
    after = program.post(f"games/{game.code}/ready").json()
    assert [player["ready"] for player in after["players"]] == [False, True, True]
    assert Program(ada).post(f"games/{game.code}/ready").json()["status"] == "running"


def test_a_program_that_looks_keeps_its_table_on_the_list(game: Game, clock: Clock, ada: User) -> None:
    clock.shift(10 * MINUTE + SECOND)
    Program(ada).get(f"games/{game.code}")
    assert is_listed(game)


def test_a_table_that_starts_by_itself_asks_those_who_sit_there_too(clock: Clock, ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=3, **LIVE)
    Game.objects.filter(pk=game.pk).update(settle_at=START, bots_fill=True)
    sweep_at(clock, START + SECOND)
    sweep_at(clock, START + 2 * SECOND)
    assert (fresh(game).status, fresh(game).ready_until) == ("open", START + SECOND + MINUTE)
    press(game, ada)
    sweep_at(clock, START + SECOND + MINUTE)
    # Ben is not there: Ada plays with bots.
    assert fresh(game).is_running
    assert names_of(game) == [ada, None, None]


def test_a_table_that_would_start_by_itself_closes_if_nobody_is_there(clock: Clock, ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=3, **LIVE)
    Game.objects.filter(pk=game.pk).update(settle_at=START, bots_fill=True)
    for moment in (SECOND, MINUTE + SECOND, MINUTE + 2 * SECOND):
        sweep_at(clock, START + moment)
    assert (fresh(game).status, names_of(game)[:2]) == ("cancelled", [None, None])


@pytest.mark.parametrize("schedule", [Contact.Schedule.AWAKE, Contact.Schedule.DAILY])
def test_no_schedule_holds_back_the_question_who_is_ready(clock: Clock, ada: User, ben: User, schedule: str) -> None:
    clock.move_to(START + 10 * HOUR)
    Contact.objects.create(user=ada, channel="mail", schedule=schedule)
    game = open_table(ada, ben, seats=3, **LIVE)
    sit_down(game, make_person())
    send_due_after(clock, SECOND)
    assert [message.subject for message in mail.outbox if message.to == [ada.email]] == [
        f"Are you ready? {name_in_english(game)} starts in a minute"
    ]
