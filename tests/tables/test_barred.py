"""Players who cannot come back, and holidays: the stand-in at once, what the table says, which turns still run."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from accounts.tokens.bots import make_bot
from games.models import Game, Notification, Player
from games.moderation.services import suspensions as moderation
from games.personal_data.deletion import close_account
from games.state.table import find_player, load_table
from games.tables.services import lobby, stand_ins, substitutes
from games.tables.services.vacations import take_vacation
from tests.builders_people import make_person, reload
from tests.tables.acts import fresh, healthy, people_of, until
from tests.tables.builders import asked, finish, open_table, start_table
from tests.tables.clocks import DAY, HOUR, Clock
from tests.tables.moderation_builders import make_moderator, make_report
from tests.tables.pages.browser import link, page_of, sign_in, text_of
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Game:
    return start_table(*people)


def suspend_at_the_desk(game: Game, ben: User) -> None:
    moderation.suspend(report=make_report(game), moderator=make_moderator(), words="Rude.", days=7)


def suspend_by_command(game: Game, ben: User) -> None:
    call_command("suspend_account", ben.code)


def close_at_the_desk(game: Game, ben: User) -> None:
    moderation.close(report=make_report(game), moderator=make_moderator(), words="Rude.")


def delete(game: Game, ben: User) -> None:
    close_account(ben)


FOR_NOW, FOR_GOOD = "who can’t come back for now", "who won’t be coming back"
ENDS: list[tuple[Callable[[Game, User], None], str]] = [
    (suspend_at_the_desk, FOR_NOW),
    (suspend_by_command, FOR_NOW),
    (close_at_the_desk, FOR_GOOD),
    (delete, FOR_GOOD),
]


@pytest.mark.parametrize(("end", "said"), ENDS)
def test_whoever_cannot_come_back_has_a_stand_in_at_once_and_the_table_offers_the_seat(
    game: Game, ada: User, ben: User, zoe: User, end: Callable[[Game, User], None], said: str
) -> None:
    assert said not in page_of(game, ada)
    end(game, ben)
    assert game.players.get(seat=1).stand_in
    page = page_of(game, ada)
    assert said in page
    assert "who can come back at any time" not in page
    assert "Offer the seat to someone" in page
    assert "can come back" not in page_of(game, ada, "about").partition('id="substitute-heading"')[2]
    # Nobody waits a day for them.
    substitutes.open_seat(code=game.code, user=ada, seat=1)
    substitutes.sit_in(code=game.code, user=zoe, token=game.players.get(seat=1).link)
    healthy(game)


def test_a_suspended_player_takes_the_seat_back_afterwards(game: Game, ben: User) -> None:
    suspend_by_command(game, ben)
    suspensions.give_back(reload(ben))
    stand_ins.take_back(code=game.code, user=reload(ben))
    assert not game.players.get(seat=1).stand_in


def test_a_game_against_bots_alone_waits_for_a_suspended_player(ben: User) -> None:
    game = start_table(ben, bots=2)
    suspend_by_command(game, ben)
    assert not Player.objects.get(game=game, user=ben).stand_in
    assert game.is_running


def test_a_game_that_starts_has_a_stand_in_for_whoever_was_suspended_at_the_open_table(
    ada: User, ben: User, cleo: User
) -> None:
    game = open_table(ada, ben, seats=3)
    suspend_by_command(game, ben)
    assert find_player(game, ben), "the seat stays theirs"
    lobby.join_game(code=game.code, user=cleo)
    game.refresh_from_db()
    assert game.is_running
    assert [player.stand_in for player in game.players.order_by("seat")] == [False, True, False]
    assert FOR_NOW in page_of(game, ada)
    assert not Notification.objects.filter(recipient=ben, kind__in=("turn", "vote")).exists()
    healthy(game)
    suspensions.give_back(reload(ben))
    stand_ins.take_back(code=game.code, user=reload(ben))
    assert not game.players.get(user=ben).stand_in


@pytest.mark.parametrize("suspend", [suspend_at_the_desk, suspend_by_command])
def test_no_seat_stays_kept_for_a_player_who_is_suspended(
    game: Game, people: list[User], ben: User, suspend: Callable[[Game, User], None]
) -> None:
    finish(game)
    rematch = lobby.open_rematch(code=game.code, user=people[0])
    bot = make_bot(ben, "Ticker")[0]
    other = open_table(people[0], seats=4, allows_bots=True)
    other.players.filter(seat=1).update(user=bot, invited=True)
    before = fresh(rematch).version
    suspend(game, ben)
    assert names(rematch) == ["Ada", "", "(Cleo)"]
    assert names(other) == ["Ada", "", "", ""]
    assert fresh(rematch).version > before, "the open page of the table learns of it"


def test_a_bot_account_whose_owner_is_suspended_has_a_stand_in_from_the_start(ada: User, ben: User, cleo: User) -> None:
    game = open_table(ada, seats=3, allows_bots=True)
    bot = make_bot(ben, "Ticker")[0]
    lobby.join_game(code=game.code, user=bot)
    suspend_by_command(game, ben)
    lobby.join_game(code=game.code, user=cleo)
    assert [player.user for player in game.players.filter(stand_in=True)] == [bot]
    healthy(game)


def test_no_table_stands_still_from_the_start(ada: User, ben: User) -> None:
    game = open_table(ben, seats=2, title="target", allows_bots=True)
    suspend_by_command(game, ben)
    lobby.join_game(code=game.code, user=make_bot(ada, "Ticker")[0])
    assert not game.players.filter(stand_in=True).exists()
    assert fresh(game).is_running
    healthy(game)


def go_away(person: User, days: int = 3) -> None:
    today = timezone.localdate()
    take_vacation(reload(person), today, today + timedelta(days=days))


def test_a_turn_asked_before_the_holiday_still_runs_and_everyone_reads_it(clock: Clock) -> None:
    game = start_table(*(make_person() for _ in range(3)), vacations=True, options={"wagers": False})
    seat = asked(load_table(game))[0]
    turn, other = people_of(game)[seat], people_of(game)[seat - 1]
    go_away(turn)
    assert "so this turn still ends" in page_of(game, turn)
    assert "was asked before the holiday, so this turn still ends" in page_of(game, other)
    page = text_of(sign_in(turn).get("/holidays/"))
    assert "Play these turns first" in page
    assert f'href="{link("table", game)}"' in page
    assert "Play these turns first" not in text_of(sign_in(other).get("/holidays/"))
    assert clock


def test_a_turn_that_waits_for_the_holiday_is_not_said_to_run(clock: Clock) -> None:
    people = [make_person() for _ in range(3)]
    for person in people:
        go_away(person)
    clock.shift(HOUR)
    game = start_table(*people, vacations=True, options={"wagers": False})
    assert until(game) > timezone.now() + 2 * DAY
    turn = people_of(game)[asked(load_table(game))[0]]
    assert "still ends" not in page_of(game, turn)
    assert "Play these turns first" not in text_of(sign_in(turn).get("/holidays/"))
