"""What people do at one instant lands once: looked at in rounds, of which `make races` takes 1,000."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from django.db import transaction

from accounts.models import User
from games.models import Game, Player
from games.state import queries
from games.tables.services import lobby
from tests.races import deadlines as against_the_clock
from tests.races.answers import Browsers, answer_by_service
from tests.races.blocks import judge_at_once, sit_apart, sit_while_blocked, take_last_seat_apart
from tests.races.cases import accuse_at_once, accuse_in_two_tabs_as_a_visitor, make_the_same_day
from tests.races.lobby import (
    ask_for_rematch,
    fill_or_close,
    join_a_circle,
    open_as_owner_and_bots,
    take_last_seat,
    take_last_seat_as_guests,
)
from tests.races.moves import Cast, change_vote, check_meanwhile, click_twice, talk, use_two_tabs, vote_all
from tests.races.racing import Racers, run_rounds
from tests.races.seats import take_over_at_once
from tests.races.weekly_tables import open_at_once, settle_at_once
from tests.races.workers import forget_at_once, take_digests_at_once
from tests.rounds import count_rounds
from tests.tables.builders import make_person

PEOPLE = 8
# As many as ever race at once: five people in two tabs, or talking twice, voting and being watched.
THREADS = 16

Scenario = Callable[[Cast], str]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast() -> Iterator[Cast]:
    """Give people who answer through the service."""
    people = [make_person() for _ in range(PEOPLE)]
    with Racers(THREADS) as racers:
        yield Cast(people, racers, answer_by_service)


@pytest.fixture
def browsing(cast: Cast) -> Cast:
    """Give people who answer through their browsers."""
    return Cast(cast.people, cast.racers, Browsers(cast.people).answer)


def race(scenario: Scenario, cast: Cast) -> None:
    """Run a scenario, print its figures, and fail if any round did."""
    report = run_rounds(lambda: scenario(cast), count_rounds("races"))
    print(f"\n{scenario.__name__} by {cast.answer.__qualname__}: {report}")
    assert report.faults == []


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.parametrize("scenario", [click_twice, use_two_tabs, vote_all])
def test_what_is_sent_at_one_instant_lands_once(scenario: Scenario, cast: Cast) -> None:
    race(scenario, cast)


@pytest.mark.rounds
@pytest.mark.postgres
@pytest.mark.parametrize(
    "scenario",
    [
        change_vote, talk, check_meanwhile, take_last_seat, take_last_seat_as_guests, fill_or_close, ask_for_rematch,
        take_over_at_once, sit_apart, take_last_seat_apart, sit_while_blocked, judge_at_once, join_a_circle,
        open_as_owner_and_bots,
        open_at_once, settle_at_once,
        accuse_at_once, accuse_in_two_tabs_as_a_visitor, make_the_same_day,
        take_digests_at_once, forget_at_once,
    ],
)  # fmt: skip
def test_an_acknowledged_wish_stands_and_others_are_refused(scenario: Scenario, cast: Cast) -> None:
    race(scenario, cast)


@pytest.mark.rounds
@pytest.mark.postgres
@pytest.mark.parametrize("scenario", [click_twice, use_two_tabs, vote_all, change_vote])
def test_forms_sent_at_one_instant_are_answered_kindly(scenario: Scenario, browsing: Cast) -> None:
    race(scenario, browsing)


@pytest.mark.rounds
@pytest.mark.postgres
@pytest.mark.parametrize(
    "scenario",
    [
        against_the_clock.move_at_the_deadline,
        against_the_clock.sweep_at_once,
        against_the_clock.vote_at_the_deadline,
        against_the_clock.take_back_at_the_deadline,
        against_the_clock.play_premove_of,
        against_the_clock.wake_up,
        against_the_clock.leave_at_once,
    ],
)
def test_the_clock_and_people_at_one_instant_are_never_both_heard(scenario: Scenario, cast: Cast) -> None:
    race(scenario, cast)


@contextmanager
def leave_unlocked(code: str) -> Iterator[Game]:
    """Open a transaction as `lock_game` does, without the lock."""
    with transaction.atomic():
        yield Game.objects.get(code=code)


@pytest.mark.postgres
def test_without_the_lock_votes_get_stuck(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "lock_game", queries.find_game)
    faults = (fault for _ in range(50) for fault in run_rounds(lambda: vote_all(cast), 1).faults)
    assert any("they did not take effect" in fault for fault in faults)


@pytest.mark.postgres
def test_without_the_lock_people_are_told_of_seats_they_have_not(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    take_seat, here, all_three = lobby._take_seat, set(), Event()

    def take_seat_when_all_may(player: Player, user: User, wish: str) -> None:
        here.add(user.pk)
        if len(here) == 3:
            all_three.set()
        all_three.wait(timeout=10)
        take_seat(player, user, wish)

    monkeypatch.setattr(lobby, "lock_game", leave_unlocked)
    monkeypatch.setattr(lobby, "_take_seat", take_seat_when_all_may)
    [fault] = run_rounds(lambda: sit_apart(cast), 1).faults
    assert "a seat is not what its person was told" in fault or "both, or none" in fault
