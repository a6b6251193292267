"""How reliably somebody answers: what is kept when a game ends, what is said of it, and who may sit where it counts."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models import User
from games.clock.reliability import KEPT, MISSED, NEW_BELOW, SEALED, STEPS, Reliability, add_answers, judge
from games.models import Answers, Game, Heartbeat, Outage
from games.people.selectors.reliability import load_reliability
from games.rules.engine.values import PLAYER
from games.state.table import load_table
from games.tables.services import deadlines, lobby, pauses, stand_ins, vacations
from games.tables.services.reliability import _note_game, note_due
from games.wording.sentences import word_reliability
from tests.builders_people import make_person, reload
from tests.rounds import count_rounds
from tests.tables.acts import agree_to_end, agree_to_pause, people_of, refuse, replace_by
from tests.tables.builders import break_log, finish, open_table, play_on, start_table
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PUNCTUAL, LATE = [60] * KEPT, [60] * (KEPT - 3) + [MISSED] * 3


def test_the_last_twenty_decisions_are_kept() -> None:
    chance, kept = Random(1), list[int]()
    every: list[int] = []
    for _ in range(count_rounds("games")):
        new = [chance.choice((MISSED, SEALED, chance.randrange(10**6))) for _ in range(chance.randrange(30))]
        kept, every = add_answers(kept, new), every + new
        assert kept == every[-KEPT:]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], Reliability(0, 0, None)),
        ([MISSED], Reliability(1, 0, None)),
        ([SEALED, MISSED], Reliability(2, 1, None)),
        ([0, 59, 10**9], Reliability(3, 3, STEPS[0])),
        ([3600, 3601, SEALED], Reliability(3, 3, 3 * 3600)),
        ([10**9], Reliability(1, 1, STEPS[-1])),
    ],
)
def test_what_is_made_of_answers(answers: list[int], expected: Reliability) -> None:
    assert judge(answers) == expected


@pytest.mark.parametrize(
    ("asked", "answered", "is_welcome"),
    [
        (0, 0, True),
        (NEW_BELOW - 1, 0, True),
        (NEW_BELOW, 9, True),
        (NEW_BELOW, 8, False),
        (20, 18, True),
        (20, 17, False),
    ],
)
def test_newcomers_are_new_and_not_bad(asked: int, answered: int, is_welcome: bool) -> None:
    assert Reliability(asked, answered, None).is_in_time is is_welcome


def test_it_is_said_in_words() -> None:
    with translation.override("en"):
        assert word_reliability(judge([10_000] * 19 + [MISSED])) == "answered 19 of 20 turns, usually within 3 hours"
        assert word_reliability(judge([SEALED] * 12)) == "answered 12 of 12 turns"
        assert word_reliability(judge([MISSED])) == "new here"


def last_of(person: User) -> list[int]:
    """Return what is kept of somebody's answers, once the games that have ended were read."""
    note_due()
    row = Answers.objects.filter(user=person).first()
    return row.last if row else []


def test_each_open_decision_of_a_finished_game_counts_once(ada: User, ben: User) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        game = start_table(ada, ben, bots=1)
        while game.is_running:
            clock.shift(60)
            assert (last_of(ada), last_of(ben)) == ([], [])
            play_on(game, 1)
    table = load_table(game)
    for seat, person in enumerate((ada, ben)):
        questions = dict.fromkeys(
            (decision.name, decision.sealed)
            for state, entry in zip(table.states, table.entries, strict=False)
            if entry.move.seat == seat and (decision := table.title.decision(state, seat))
        )
        assert {entry.by for entry in table.entries if entry.move.seat == seat} == {PLAYER}
        assert last_of(person) == [SEALED if sealed else 60 for _, sealed in questions]


def test_what_the_clock_or_a_stand_in_answers_was_not_answered(ada: User, ben: User) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        game = start_table(ada, ben, bots=1)
        stand_ins.hand_over(code=game.code, user=ben)
        while game.is_running:
            clock.shift(8 * DAY)
            deadlines._close_expired(timezone.now())
            game.refresh_from_db()
    assert set(last_of(ada)) == set(last_of(ben)) == {MISSED}


def test_a_game_that_all_agreed_to_end_counts_and_one_against_bots_does_not() -> None:
    ada, ben, eve = make_person(), make_person(), make_person()
    game = play_on(start_table(ada, ben, bots=1), 3).game
    agree_to_end(game, ada, ben)
    assert len(last_of(ada)) + len(last_of(ben)) == 3
    finish(start_table(eve, bots=2))
    assert note_due() == 1
    assert not Answers.objects.filter(user=eve).exists()


def answer_after(game: Game, *steps: Callable[[], object]) -> list[int]:
    """Run `steps` while a game of two people waits for its first answer. Return the seconds counted for that answer.

    The players then agree to end the game, because answers are counted when a game ends.
    """
    for step in steps:
        step()
    first = next(entry.move.seat for entry in play_on(game, 1).entries if entry.by == PLAYER)
    people = people_of(game)
    agree_to_end(game, *people)
    return last_of(people[first])


def test_time_in_a_pause_or_an_outage_is_not_in_the_time_of_an_answer(ada: User, ben: User) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        deadlines.sweep()
        game = start_table(ada, ben, options={"wagers": False}, bots=1)

        def pause() -> None:
            agree_to_pause(game, ada, ben)

        took = answer_after(
            game,
            lambda: clock.shift(60),
            pause,
            # The site goes down in the pause and beyond it: that counts once.
            lambda: clock.shift(3600),
            lambda: Heartbeat.objects.update(beat_at=timezone.now()),
            lambda: clock.shift(2 * DAY),
            lambda: pauses.resume(code=game.code, user=ada),
            lambda: clock.shift(7200),
            deadlines.sweep,
            lambda: clock.shift(30),
        )
    assert took == [90]


def test_a_clock_that_ran_ahead_and_went_back_leaves_no_time_out(ada: User, ben: User) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        game = start_table(ada, ben, bots=1)
        wrong = NOW + timedelta(hours=1), NOW + 365 * DAY
        Outage.objects.create(began_at=wrong[0], ended_at=wrong[1], lost=wrong[1] - wrong[0])
        Outage.objects.create(began_at=wrong[1], ended_at=wrong[0], lost=timedelta(0))
        assert answer_after(game, lambda: clock.shift(7200)) == [7200]


@pytest.mark.parametrize(("sleeps", "expected"), [(True, 4 * 3600), (False, 12 * 3600)])
def test_the_night_counts_where_the_clock_runs_through_it(sleeps: bool, expected: int, ada: User, ben: User) -> None:
    User.objects.update(time_zone="Europe/Paris", wakes_at=7, sleeps_at=23)
    with time_machine.travel(datetime(2026, 3, 2, 20, tzinfo=UTC), tick=False) as clock:
        game = start_table(*User.objects.all(), sleeps=sleeps, pace=3 * 86400, bots=1)
        assert answer_after(game, lambda: clock.shift(12 * 3600)) == [expected]


@pytest.mark.parametrize(("waits", "expected"), [(True, DAY), (False, 3 * DAY)])
def test_a_vacation_is_not_in_the_time_of_an_answer_where_the_table_waits(
    waits: bool, expected: timedelta, ada: User, ben: User
) -> None:
    User.objects.update(time_zone="UTC")
    with time_machine.travel(NOW, tick=False) as clock:
        for person in User.objects.all():
            vacations.take_vacation(person, timezone.localdate() + DAY, timezone.localdate() + 2 * DAY)
        game = start_table(ada, ben, bots=1, vacations=waits)
        assert answer_after(game, lambda: clock.shift(3 * DAY)) == [expected.total_seconds()]


def test_a_vacation_announced_after_the_question_is_in_the_time_of_its_answer(ada: User, ben: User) -> None:
    User.objects.update(time_zone="UTC")

    def leave() -> None:
        for person in User.objects.all():
            vacations.take_vacation(person, timezone.localdate(), timezone.localdate() + DAY)

    with time_machine.travel(NOW, tick=False) as clock:
        game = start_table(ada, ben, bots=1, vacations=True)
        took = answer_after(game, lambda: clock.shift(3600), leave, lambda: clock.shift(3 * DAY))
    assert took == [3600 + 3 * DAY.total_seconds()]


@pytest.mark.parametrize(
    ("moved_after", "first", "last", "expected"),
    [
        (0.5, 2, 4, 4 * DAY),  # a day earlier: the first day was not waited for
        (0.5, 4, 6, 4 * DAY),  # a day later: on the first day they were back
        (0.5, 8, 9, 6 * DAY),  # other days
        (2.25, 5, 5, 4 * DAY + timedelta(hours=6)),  # ended on its first day, and gone again on its last
    ],
)
def test_a_moved_vacation_is_in_the_time_as_far_as_the_table_did_not_wait(
    moved_after: float, first: int, last: int, expected: timedelta, ada: User, ben: User
) -> None:
    """The table waits from the 3rd to the 5th. The answer comes six days after the question."""
    User.objects.update(time_zone="UTC")

    def move() -> None:
        for person in User.objects.all():
            vacations.end_vacation(person, date(2026, 3, 3))
            vacations.take_vacation(person, date(2026, 3, first), date(2026, 3, last))

    with time_machine.travel(NOW, tick=False) as clock:
        for person in User.objects.all():
            vacations.take_vacation(person, date(2026, 3, 3), date(2026, 3, 5))
        game = start_table(ada, ben, bots=1, vacations=True)
        took = answer_after(
            game, lambda: clock.shift(moved_after * DAY), move, lambda: clock.shift((6 - moved_after) * DAY)
        )
    assert took == [expected.total_seconds()]


def test_a_vacation_announced_in_a_pause_is_not_in_the_time_of_the_answer(ada: User, ben: User) -> None:
    User.objects.update(time_zone="UTC")

    def pause() -> None:
        agree_to_pause(game, *people_of(game))
        for person in User.objects.all():
            vacations.take_vacation(person, timezone.localdate(), timezone.localdate() + DAY)
        pauses.resume(code=game.code, user=ada)

    with time_machine.travel(NOW, tick=False) as clock:
        game = start_table(ada, ben, bots=1, vacations=True)
        took = answer_after(game, lambda: clock.shift(3600), pause, lambda: clock.shift(3 * DAY))
    # From the end of the second day on.
    assert took == [(DAY + timedelta(hours=13)).total_seconds()]


def test_the_answers_of_a_former_player_are_timed_by_their_own_hours(ada: User, ben: User) -> None:
    cleo = make_person()
    User.objects.update(time_zone="Europe/Paris", wakes_at=7, sleeps_at=23)
    User.objects.filter(pk=cleo.pk).update(time_zone="America/Montreal")
    with time_machine.travel(datetime(2026, 3, 2, 20, tzinfo=UTC), tick=False) as clock:
        game = start_table(reload(ada), reload(ben), sleeps=True, pace=3 * 86400, bots=1)
        clock.shift(12 * 3600)
        seat = next(entry.move.seat for entry in play_on(game, 1).entries if entry.by == PLAYER)
        leaving, staying = people_of(game)[seat], people_of(game)[1 - seat]
        stand_ins.hand_over(code=game.code, user=leaving)
        replace_by(game, staying, reload(cleo), seat=seat)
        agree_to_end(game, staying, cleo)
    assert last_of(leaving) == [4 * 3600]


def test_what_is_asked_in_secret_is_not_counted() -> None:
    people = [make_person() for _ in range(4)]
    for _ in range(30):
        game = start_table(*people, title="rendezvous", options={"rounds": 1})
        finish(game)
        table = load_table(game)
        questions: dict[int, set[str]] = {}
        secret = False
        for state, entry in zip(table.states, table.entries, strict=False):
            decision = table.title.decision(state, entry.move.seat)
            assert decision
            secret |= not decision.public
            if decision.public:
                questions.setdefault(entry.move.seat, set()).add(decision.name)
        assert [len(last_of(person)) for person in people] == [len(questions[seat]) for seat in range(4)]
        if secret:
            return
        Answers.objects.all().delete()
    pytest.fail("nobody was ever asked to guess")


def test_a_game_is_read_once_however_often_it_is_tried(ada: User, ben: User) -> None:
    game = finish(start_table(ada, ben, bots=1)).game
    assert (note_due(), note_due()) == (1, 0)
    assert not _note_game(game.pk)
    assert 0 < len(last_of(ada)) < KEPT


def test_a_game_that_cannot_be_read_holds_up_no_other(ada: User, ben: User) -> None:
    broken = finish(start_table(ada, ben, bots=1)).game
    break_log(broken)
    finish(start_table(ada, ben, bots=1))
    assert (note_due(), note_due()) == (2, 0)
    assert last_of(ada)


def remember(person: User, answers: list[int]) -> User:
    Answers.objects.create(user=person, last=answers)
    return person


def test_who_sits_there_is_told_before_one_sits_down() -> None:
    game = open_table(remember(make_person("Ada"), PUNCTUAL), remember(make_person("Ben"), LATE), seats=4)
    page = page_of(game, make_person())
    assert "answered 20 of 20 turns, usually within 1 minute" in page
    assert "answered 17 of 20 turns" in page
    lobby.join_game(code=game.code, user=make_person("Chloé"))
    assert "new here" in page_of(game, make_person())


def test_a_profile_tells_it() -> None:
    ada = remember(make_person(), PUNCTUAL)
    User.objects.filter(pk=ada.pk).update(history_shown_to="everybody")
    assert "answered 20 of 20 turns" in text_of(sign_in(make_person()).get(f"/people/{ada.code}/"))


def open_in_time(host: User) -> Game:
    fields = {"seats": "4", "pace": "86400", "vote_time": "86400", "talk": "open", "in_time_only": "on"}
    sign_in(host).post("/games/new/insidejob/", {**fields, "insidejob-memory": "open", "insidejob-roles": ""})
    return Game.objects.get()


def test_a_table_may_ask_for_answers_in_time() -> None:
    game = open_in_time(make_person())
    assert game.in_time_only
    lobby.join_game(code=game.code, user=make_person())
    lobby.join_game(code=game.code, user=remember(make_person(), PUNCTUAL))
    late = remember(make_person(), LATE)
    refuse("in_time", lobby.join_game, code=game.code, user=late)
    page = text_of(sign_in(late).post(link("join", game), follow=True))
    assert "for punctual players" in page
    assert "Punctual players only" in page


def test_a_seat_that_is_kept_asks_for_nothing() -> None:
    ada, late = make_person(), remember(make_person(), LATE)
    game = open_in_time(ada)
    game.players.filter(seat=1).update(user=late, invited=True)
    lobby.join_game(code=game.code, user=late)
    assert game.players.get(user=late).is_taken


def test_a_rematch_asks_for_the_same() -> None:
    game = open_in_time(make_person())
    for _ in range(3):
        lobby.join_game(code=game.code, user=make_person())
    finish(game)
    assert lobby.open_rematch(code=game.code, user=game.host).in_time_only


def test_many_people_are_looked_up_at_once(django_assert_num_queries: Any) -> None:
    people = [make_person().pk for _ in range(5)]
    with django_assert_num_queries(1):
        assert all(known.is_new for known in load_reliability(people).values())
