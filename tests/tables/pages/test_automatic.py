"""On the page: which moves were automatic, beside the card, in the log, beside each suspect and at the end."""

import re
from typing import Any

import pytest

from games.models import Game
from games.rules.engine.values import CLOCK
from games.rules.registry import TITLES
from games.state.table import load_table
from games.state.view import view_table
from games.tables.services import deadlines, stand_ins
from tests.tables.acts import page_in, person_in, until
from tests.tables.builders import asked, finish, make_person, play_on, play_to_the_vote, start_table

pytestmark = pytest.mark.django_db


def let_lapse(game: Game) -> None:
    assert deadlines._close_expired(until(game)) == 1
    game.refresh_from_db()


def start_game() -> Game:
    """Start a game of three people that lasts five tricks at least."""
    return start_table(*(make_person(name) for name in ("Ada", "Ben", "Chloé")), options={"wagers": False})


def find_plays(page: str) -> list[str]:
    """Return what stands with each card of the trick under way, in order of play."""
    return re.findall(r'data-once="play-\d+-\d"(.*?)</li>', page, re.S)


def test_a_card_played_by_the_clock_is_marked_on_the_table_and_in_the_log_of_all() -> None:
    game = start_game()
    late = asked(load_table(game))[0]
    let_lapse(game)
    play_on(game, 1)
    for seat in range(3):
        page = page_in(game, seat)
        assert ["automatic" in play for play in find_plays(page)] == [True, False]
        assert f"an automatic move was made for {person_in(game, late)}." in page
        # Once to be seen, once to be heard.
        assert page.count("1 automatic move") == 2


def test_a_card_of_a_stand_in_is_marked_otherwise_and_a_players_own_is_not() -> None:
    game = start_game()
    seat = asked(load_table(game))[0]
    person = person_in(game, seat)
    stand_ins.hand_over(code=game.code, user=person)
    stand_ins.take_back(code=game.code, user=person)
    page = page_in(game, (seat + 1) % 3)
    assert "stand-in" in find_plays(page)[0]
    assert "automatic move was made" not in page
    assert "The stand-in bot made this move for" in page
    play_on(game, 2)
    view = view_table(load_table(game), 0)
    assert dict(view.automatic) == {("lead-1", seat): "stand_in"}
    assert [place.automatic_moves for place in view.places] == [int(index == seat) for index in range(3)]


@pytest.mark.parametrize("memory", ["open", "last_trick"])
def test_each_suspect_is_shown_with_all_automatic_moves_of_the_game(memory: str) -> None:
    game = play_to_the_vote(3)
    Game.objects.filter(pk=game.pk).update(options={**game.options, "memory": memory})
    plays = game.moves.filter(seat=0, content__type="play").order_by("sequence")
    game.moves.filter(pk__in=[move.pk for move in plays[:2]]).update(by=CLOCK)
    shown = []
    for seat in (1, 2):
        tiles = dict(re.findall(r'id="against-(\d)"(.*?)</label>', page_in(game, seat), re.S))
        shown += [int(suspect) for suspect, text in tiles.items() if "2 automatic moves" in text]
        assert sum("automatic" in text for text in tiles.values()) == int("0" in tiles)
    assert shown or 0 in load_table(game).states[-1].revealed


def test_the_end_says_which_votes_were_automatic() -> None:
    game = play_to_the_vote(3)
    voted = asked(load_table(game))[0]
    play_on(game, 1)
    let_lapse(game)
    automatic = {entry.move.seat for entry in load_table(game).entries if entry.by == CLOCK}
    assert automatic
    assert voted not in automatic
    verdicts = page_in(game, 0).split('<li class="verdict')[1:]
    seats = view_table(load_table(game), 0).seen.foes_first
    assert {seat for seat, text in zip(seats, verdicts, strict=True) if ">automatic</span>" in text} == automatic


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_the_end_of_every_title_shows_how_many_moves_were_automatic(title: Any) -> None:
    people = [make_person() for _ in range(title.USUAL_SEATS)]
    game = start_table(*people, title=title.NAME)
    let_lapse(game)
    finish(game)
    view = view_table(load_table(game), 0)
    automatic = {entry.move.seat for entry in load_table(game).entries if entry.by == CLOCK}
    assert {place.index for place in view.places if place.automatic_moves} == automatic
    page = page_in(game, 0)
    assert page.count("automatic move</span>") + page.count("automatic moves</span>") == len(automatic)
