"""What an observer could have thought: shown once a game is over, to those who may see it, from public facts alone."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.models import Game, Player
from games.rules.calibration import Score, list_moments
from games.rules.registry import TITLES
from games.state.table import Table, fold_states, load_table
from games.tables.selectors import suspicion
from games.tables.selectors.suspicion import ENOUGH, has_proved_itself, observe_game, observe_step
from games.tables.services import stand_ins
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.bots.onlooker import _weigh
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db
WORDS = "an observer could have thought"


def client_of(game: Game, seat: int = 0) -> Client:
    person = game.players.get(seat=seat).user
    assert person
    return sign_in(person)


def notes_of(game: Game, seat: int = 0) -> Any:
    return client_of(game, seat).get(link("table", game) + "?tab=notes")


def step_of(game: Game, step: int, client: Client | None = None) -> Any:
    return (client or client_of(game)).get(link("replay_step", game, step))


def test_nothing_is_said_while_a_game_runs_or_once_it_ended_by_agreement() -> None:
    game = start_table(make_person("Ada"), make_person("Ben"), bots=1)
    play_on(game, 8)
    table = load_table(game)
    assert observe_game(table) is None
    assert all(observe_step(table, step) is None for step in range(len(table.entries) + 1))
    for page in (notes_of(game), step_of(game, 5)):
        assert WORDS not in text_of(page)
    for person in User.objects.filter(players__game=game):
        stand_ins.agree_to_end(code=game.code, user=person, agrees=True)
    Player.objects.update(agrees_to_open=True)
    assert Game.objects.get().status == Game.Status.AGREED
    assert observe_game(load_table(Game.objects.get())) is None
    for page in (notes_of(game), step_of(game, 5)):
        assert WORDS not in text_of(page)


def test_at_the_end_every_player_finds_it_in_a_picture_and_a_table_and_on_the_steps() -> None:
    game = start_table(make_person("Ada"), bots=3)
    table = play_on(game)
    answer = notes_of(game)
    page = text_of(answer)
    assert WORDS in page
    assert "Not yet tested" in page
    assert [chart.about for chart in answer.context["charts"]] == [0, 1, 2, 3]
    assert page.count('class="observer"') == 2 * 4, "a line and its key, for each"
    [first, *_] = list_moments(table.title, table.states)
    rows = answer.context["charts"][0].rows
    shares = _weigh(insidejob.observe(table.states[first], None))
    assert rows[0].percent == shares.percents[0]
    step = step_of(game, first)
    assert WORDS in text_of(step)
    assert f"{shares.percents[0]}%" in text_of(step)
    assert WORDS not in text_of(step_of(game, len(table.entries))), "at the end all is known"


def test_who_sees_a_shared_replay_sees_it_there_too_under_masks() -> None:
    game = start_table(make_person("Ada"), bots=2)
    play_on(game)
    stranger = sign_in(make_person())
    assert step_of(game, 6, stranger).status_code == 403
    Player.objects.filter(game=game, seat=0).update(shares_replay=True)
    page = text_of(step_of(game, 6, stranger))
    assert WORDS in page
    assert "Ada" not in page


def test_once_it_was_tested_on_people_the_page_no_longer_says_otherwise(settings: Any) -> None:
    game = start_table(make_person("Ada"), bots=2)
    play_on(game)
    settings.SUSPICION_TESTED = True
    page = text_of(notes_of(game))
    assert WORDS in page
    assert "Not yet tested" not in page


@pytest.mark.parametrize("title", [name for name, title in TITLES.items() if title.SUSPICION_MODEL is None])
def test_titles_without_an_observer_say_nothing(title: str) -> None:
    game = start_table(make_person(), make_person(), bots=TITLES[title].USUAL_SEATS - 2, title=title)
    assert observe_game(play_on(game)) is None
    assert WORDS not in text_of(notes_of(game)) + text_of(step_of(game, 3))


def exchange_roles(table: Table, one: int, other: int) -> Table:
    roles = list(table.deal.roles)
    roles[one], roles[other] = roles[other], roles[one]
    deal = replace(table.deal, roles=tuple(roles))
    start = insidejob.start(table.states[0].options, deal, table.states[0].rules)
    return replace(table, deal=deal, states=fold_states(insidejob, start, table.entries))


def test_other_roles_behind_the_same_plays_are_told_alike() -> None:
    compared = 0
    for _ in range(3):
        game = start_table(make_person(), bots=3)
        Player.objects.filter(game=game).exclude(bot="").update(bot="stand_in")
        table = play_on(game)
        insider = table.deal.roles.index("insider")
        for other in {0, 1, 2, 3} - {insider}:
            world = exchange_roles(table, insider, other)
            for step in list_moments(table.title, table.states):
                seen = [insidejob.observe(each.states[step], None) for each in (table, world)]
                if seen[0] == seen[1]:
                    compared += 1
                    assert observe_step(table, step) == observe_step(world, step)
                    assert [insidejob.observe(each.states[step], insider).roles for each in (table, world)] != [
                        insidejob.observe(table.states[step], insider).roles
                    ] * 2, "there was something to leak"
    assert compared > 20


def test_the_sites_own_games_are_reviewed_those_of_people_apart() -> None:
    play_on(start_table(make_person(), make_person(), make_person()))
    play_on(start_table(make_person(), bots=2))
    play_on(start_table(make_person(), bots=2), 5)
    play_on(start_table(make_person(), make_person(), title="target"))
    scores, lost = suspicion.review_site(insidejob)
    assert (len(scores[suspicion.PEOPLE].games), len(scores[suspicion.WITH_BOTS].games), lost) == (1, 1, 0)


def test_the_command_says_what_came_of_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(start_table(make_person(), make_person(), make_person()))
    call_command("check_suspicion")
    said = capsys.readouterr().out
    assert f"Untested on people: 1 of {ENOUGH} games" in said
    assert "knowing nothing" in said
    monkeypatch.setattr(suspicion, "ENOUGH", 1)
    monkeypatch.setattr(Score, "wins", True)
    call_command("check_suspicion")
    assert "SUSPICION_TESTED=1" in capsys.readouterr().out
    call_command("check_suspicion", bots=1, seats=[3], pool=["stand_in"])
    assert "insidejob, stand_in, 3 seats" in capsys.readouterr().out


def test_it_has_proved_itself_once_it_wins_in_enough_games() -> None:
    score = Score(games=[(0.5, 0.6 + number % 2 / 10) for number in range(ENOUGH)])
    assert has_proved_itself(score)
    assert not has_proved_itself(Score(games=score.games[1:]))
    assert not has_proved_itself(Score(games=[(blind, said) for said, blind in score.games]))
