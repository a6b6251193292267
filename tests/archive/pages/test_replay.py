"""Replays: a finished game step by step, from any seat, as that seat knew it then."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from accounts.tokens.bots import make_bot
from games.archive.selectors.replay import is_shared, list_scenes, view_step
from games.models import Game
from games.personal_data.deletion import close_account
from games.rules.registry import TITLES
from games.state.table import Table, load_players, load_table
from games.state.view import view_table
from games.tables.services import pauses, stand_ins
from games.tables.services.marks import keep_marks
from games.tables.services.talk import say
from tests.builders_people import make_person, reload
from tests.rounds import one_in
from tests.tables.builders import finish, play_on, start_table, start_usual
from tests.tables.builders_premoves import set_premove
from tests.tables.pages.browser import client_of, link, sign_in, text_of

pytestmark = pytest.mark.django_db
PEOPLE = {"target": 2}
MARK = "wordless hint"


def start(title: str = "insidejob", **options: Any) -> Game:
    return start_usual(make_person(), make_person(), title=title, **options)


@pytest.mark.parametrize("title", one_in(3, [*TITLES][::-1]))
def test_each_step_is_what_the_seat_was_shown_at_that_moment(title: str) -> None:
    game = start(title)
    shown = {}
    for _ in range(12):
        table = load_table(Game.objects.get(pk=game.pk))
        shown[len(table.entries)] = {seat: view_table(table, seat).seen for seat in (0, 1)}
        if play_on(game, 1).outcome:
            break
    table = load_table(Game.objects.get(pk=game.pk))
    assert len(shown) > 1
    for step, seen in shown.items():
        assert {seat: view_step(table, step, seat).seen for seat in seen} == seen


@pytest.mark.parametrize("title", one_in(3, [name for name, title in TITLES.items() if title.PREMOVES]))
def test_earlier_steps_of_a_running_game_are_shown_to_a_player_who_has_prepared_a_move(title: str) -> None:
    game = start(title)
    play_on(game, 5)
    table = play_until_offered(game)
    set_premove(game, 0)
    client = client_of(game)
    for step in range(len(table.entries) + 1):
        assert client.get(link("replay_step", game, step)).status_code == 200


def play_until_offered(game: Game) -> Table:
    """Let a game go on until the first player may prepare a move."""
    table = load_table(game)
    while not view_table(table, 0).offer:
        table = play_on(game, 1)
    return table


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_every_step_of_a_finished_game_is_shown_through_all_eyes_and_asks_nothing(title: str) -> None:
    game = start(title)
    table = finish(game)
    client = client_of(game)
    for step in range(0, len(table.entries) + 1, 15):
        for eyes in range(game.seat_count):
            answer = client.get(f"{link('replay_step', game, step)}?eyes={eyes}")
            assert answer.status_code == 200
            page = text_of(answer)
            assert answer.context["view"].me.index == eyes
            assert link("move", game) not in page
            assert link("talk", game) not in page


def test_its_buttons_lead_on_through_the_same_eyes() -> None:
    game = start()
    last, client = len(finish(game).entries), client_of(game)
    page = text_of(client.get(f"{link('replay_step', game, 5)}?eyes=1"))
    for step in (0, 4, 6, last):
        assert f'href="{link("replay_step", game, step)}?eyes=1"' in page


def test_a_running_game_is_replayed_through_ones_own_eyes_alone() -> None:
    game = start()
    play_on(game, 5)
    answer = client_of(game, 1).get(f"{link('replay_step', game, 3)}?eyes=0")
    assert answer.context["view"].me.index == 1
    assert len(answer.context["eyes"]) == 1


def test_what_is_to_be_forgotten_is_not_brought_back_by_a_replay() -> None:
    game = start(memory="last_trick")
    client = client_of(game)
    while load_table(Game.objects.get(pk=game.pk)).title.scene(load_table(game).states[-1]) < 3:
        assert client.get(link("replay_step", game, 1)).status_code == 200
        play_on(game, 1)
    play_on(game, 1)
    assert client.get(link("replay_step", game, 1))["Location"] == link("table", game)
    assert link("replay_step", game, 1)[:-3] not in text_of(client.get(link("table", game)))
    finish(game)
    assert client.get(link("replay_step", game, 1)).status_code == 200


def test_a_game_ended_by_agreement_opens_no_eyes_but_ones_own() -> None:
    game = start()
    play_on(game, 4)
    for player in game.players.exclude(user=None).select_related("user"):
        assert player.user
        stand_ins.agree_to_end(code=game.code, user=player.user, agrees=True)
    answer = client_of(game, 1).get(f"{link('replay_step', game, 2)}?eyes=0")
    assert answer.context["view"].me.index == 1


def test_a_replay_holds_neither_talk_nor_what_anybody_kept_in_mind() -> None:
    game = start("target")
    say(game=game, seat=0, text=MARK)
    play_on(game, 4)
    player = game.players.get(seat=0)
    keep_marks(player=player, marks=["1-0-4"])
    finish(game)
    client = client_of(game)
    assert MARK in text_of(client.get(link("table", game) + "?tab=talk")), "there is something to hold back"
    assert reload(player).marks
    for step in (0, 3, 5):
        answer = client.get(link("replay_step", game, step))
        assert MARK not in text_of(answer)
        assert answer.context["view"].marks == ()


def test_what_a_move_led_to_belongs_to_the_scene_of_the_move() -> None:
    # Without wagers no one can win before the third trick.
    game = start(wagers=False)
    table = finish(game)
    numbers = [table.title.scene(state) for state in table.states]
    first_of_3 = numbers.index(3)
    client = client_of(game)

    def read(step: int) -> int:
        return int(client.get(link("replay_step", game, step)).context["scene"])

    assert [read(step) for step in (0, first_of_3 - 1, first_of_3, first_of_3 + 1)] == [numbers[0], 2, 2, 3]
    assert client.get(f"{link('replay', game)}?scene=3").context["place"].step == first_of_3 + 1


def test_an_address_leads_to_a_scene_and_a_step_too_far_to_the_end() -> None:
    game = start()
    table = finish(game)
    scenes = list_scenes(load_table(Game.objects.get(pk=game.pk)))
    client = client_of(game)
    assert client.get(f"{link('replay', game)}?scene=3").context["place"].step == scenes[2].step
    assert client.get(link("replay_step", game, 10_000)).context["place"].step == len(table.entries)
    assert client.get(f"{link('replay', game)}?scene=what").context["place"].step == 0


def test_strangers_see_a_replay_under_masks_once_everybody_who_played_allows_it() -> None:
    names = ("Ada Lovelace", "Babbage")
    game = start_table(*map(make_person, names), bots=1)
    say(game=game, seat=0, text=MARK)
    finish(game)
    stranger = sign_in(make_person("Watcher"))
    for seat in (0, 1):
        assert stranger.get(link("replay", game)).status_code == 403
        client_of(game, seat).post(link("share_replay", game), {"agrees": "1"})
    people = [player.user for player in game.players.exclude(user=None).select_related("user")]
    for client in (stranger, Client(headers={"accept-language": "en"})):
        for step in range(0, len(load_table(Game.objects.get(pk=game.pk)).entries) + 1, 9):
            for eyes in range(3):
                page = text_of(client.get(f"{link('replay_step', game, step)}?eyes={eyes}"))
                assert "Player 2" in page
                for person in people:
                    assert person
                    assert person.display_name not in page
                    assert person.code not in page
                assert MARK not in page
    assert "Babbage" in text_of(client_of(game).get(link("replay", game))), "who sat there needs no masks"
    client_of(game, 1).post(link("share_replay", game), {})
    assert stranger.get(link("replay", game)).status_code == 403


def test_strangers_read_of_no_proposal_in_a_shared_replay() -> None:
    ada, ben = make_person(), make_person()
    game = start_table(ada, ben, bots=1)
    play_on(game, 3)
    stand_ins.agree_to_end(code=game.code, user=ada, agrees=True)
    pauses.decline_end(code=game.code, user=ben)
    finish(game)
    for seat in (0, 1):
        client_of(game, seat).post(link("share_replay", game), {"agrees": "1"})
    said = ("would like to end this game here", "would rather keep playing")
    readers, end = (client_of(game), sign_in(make_person())), link("replay_step", game, 10_000)
    own, page = (text_of(client.get(end)) for client in readers)
    assert [words in own for words in said] == [True, True]
    assert [words in page for words in said] == [False, False]


def test_a_shared_replay_stays_shared_after_a_player_deleted_their_account() -> None:
    ada, ben = make_person(), make_person()
    bot, _ = make_bot(ben, "Ticker")
    game = start_table(ada, ben, bot, allows_bots=True)
    finish(game)
    stranger = sign_in(make_person())
    for seat in (0, 1):
        client_of(game, seat).post(link("share_replay", game), {"agrees": "1"})
    close_account(ben)
    assert stranger.get(link("replay", game)).status_code == 200
    client_of(game).post(link("share_replay", game), {})
    assert stranger.get(link("replay", game)).status_code == 403


def test_a_closed_account_is_still_asked_and_nobody_left_shares_nothing() -> None:
    ada, ben = make_person(), make_person()
    game = start_table(ada, ben, bots=1)
    finish(game)
    client_of(game).post(link("share_replay", game), {"agrees": "1"})
    suspensions.close(ben)
    assert not is_shared(reload(game), load_players(game)), "they may get the account back for a month"
    close_account(reload(ben))
    assert is_shared(reload(game), load_players(game))
    User.objects.update(left_at=timezone.now())
    assert not is_shared(reload(game), load_players(game))


def test_a_running_game_is_shared_by_nobody() -> None:
    game = start()
    client_of(game).post(link("share_replay", game), {"agrees": "1"})
    assert not game.players.filter(shares_replay=True).exists()
