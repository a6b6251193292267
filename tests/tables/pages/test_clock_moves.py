"""What players do to the clock, and time out of a bank, is told and shown on the replay's steps where it happened."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Player
from games.rules.engine.narration import BANKED, GRACED, GRANTED, PAUSE_PROPOSED, PAUSED, RESUMED, Narration, add_words
from games.rules.engine.values import Event, Term
from games.state.narration import narrate_table
from games.state.table import load_table
from games.tables.services import deadlines, pauses
from tests.builders_people import make_person
from tests.tables.acts import agree_to_pause, fresh, person_in, until
from tests.tables.builders import asked, finish, play_on, play_to_scene, play_to_the_vote, start_table
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db
CODES = {BANKED, GRACED, GRANTED, PAUSED, RESUMED}


def grant(game: Game) -> int:
    """Let somebody who is not asked give more time; return their seat."""
    giver = (asked(load_table(game))[0] + 1) % 3
    pauses.grant_time(code=game.code, user=person_in(game, giver))
    return giver


def let_time_run_out(game: Game) -> int:
    """Let the time of what is asked pass, and nothing more; return how many deadlines the clock answered."""
    return deadlines._close_expired(until(game))


def list_told(game: Game, viewer: int | None) -> list[tuple[int, str]]:
    """Return the words on the clock with the entry of the log beside which they stand."""
    told = narrate_table(load_table(fresh(game)), viewer)
    return [(place, each.code) for place, events in enumerate(told.events) for each in events if each.code in CODES]


def step_of(game: Game, step: int, client: Client) -> str:
    return text_of(client.get(link("replay_step", game, step)))


def test_more_time_and_pauses_are_told_to_all_where_they_were_given(game: Game) -> None:
    play_on(game, 3)
    giver, at = grant(game), len(load_table(game).entries)
    agree_to_pause(game)
    pauses.resume(code=game.code, user=game.host)
    play_on(game, 2)
    for viewer in (0, 1, 2, None):
        assert list_told(game, viewer) == [(at - 1, GRANTED), (at - 1, PAUSED), (at - 1, RESUMED)]
    proposed = [at, PAUSE_PROPOSED, 0]
    assert fresh(game).clock_moves == [[at, GRANTED, giver], proposed, [at, PAUSED, None], [at, RESUMED, None]]


def test_before_the_first_move_they_stand_ahead_of_it_in_order(game: Game) -> None:
    grant(game)
    agree_to_pause(game)
    pauses.resume(code=game.code, user=game.host)
    assert list_told(game, None) == []
    play_on(game, 1)
    assert list_told(game, None) == [(0, GRANTED), (0, PAUSED), (0, RESUMED)]


def test_a_pause_that_the_clock_ends_is_told_too(game: Game) -> None:
    play_on(game, 2)
    agree_to_pause(game)
    Game.objects.filter(pk=game.pk).update(due_at=fresh(game).started_at)
    deadlines._close_expired(fresh(game).opened_at + pauses.PAUSE)
    assert [code for _, code in list_told(game, None)] == [PAUSED, RESUMED]


def test_the_bank_and_the_grace_are_told_to_all_where_they_were_given(people: list[User]) -> None:
    game = start_table(*people, bank=86400)
    play_on(game, 3)
    turn, at = asked(load_table(game))[0], len(load_table(game).entries)
    assert let_time_run_out(game) == let_time_run_out(game) == 0
    for viewer in (0, 1, 2, None):
        assert list_told(game, viewer) == [(at - 1, BANKED), (at - 1, GRACED)]
    assert let_time_run_out(game) == 1
    assert fresh(game).clock_moves == [[at, BANKED, turn], [at, GRACED, turn]]
    name, client = person_in(game, turn).shown_name, sign_in(game.host)
    for words in (f"{name} dips into their time bank.", f"{name} gets one last extension."):
        assert words in page_of(game, client, "log")
        assert words not in step_of(game, at - 1, client)
        assert words in step_of(game, at, client)
        assert words in step_of(game, at + 1, client)


def test_a_vote_that_runs_out_of_time_tells_of_no_bank() -> None:
    game = play_to_the_vote(3)
    Game.objects.filter(pk=game.pk).update(bank=86400)
    assert let_time_run_out(game) == 1
    assert fresh(game).clock_moves == []


def test_strangers_at_a_shared_replay_are_told_no_names(game: Game) -> None:
    play_on(game, 3)
    giver, at = grant(game), len(load_table(game).entries)
    finish(game)
    Player.objects.update(shares_replay=True)
    page = step_of(game, at, sign_in(make_person()))
    assert f"Player {giver + 1} added time." in page
    # As a word: a token may hold these letters.
    assert not re.search(rf"\b{person_in(game, giver).shown_name}\b", page)


def test_a_table_with_a_short_memory_forgets_them_with_the_moves() -> None:
    game = start_table(*(make_person() for _ in range(3)), options={"memory": "last_trick"})
    play_on(game, 2)
    grant(game)
    assert [code for _, code in list_told(game, 0)] == [GRANTED]
    play_to_scene(game, 4)
    assert list_told(game, 0) == []


def test_words_stand_behind_the_move_before_or_ahead_of_the_next() -> None:
    def word(name: str) -> Event:
        return Event("taken_over", {"player": Term("seat", 0), "former": Term("word", name)})

    def told(*counts: int) -> Narration:
        return Narration(tuple((Event("x"),) * count for count in counts), {}, {})

    def names(narration: Narration) -> list[list[Any]]:
        return [[each.params["former"].value if each.params else "x" for each in events] for events in narration.events]  # type: ignore[union-attr]

    words = [(0, word("a")), (0, word("b")), (2, word("c")), (2, word("d")), (3, word("e")), (9, word("f"))]
    assert names(add_words(told(1, 1, 0), words)) == [["a", "b", "x"], ["x", "c", "d"], []]
