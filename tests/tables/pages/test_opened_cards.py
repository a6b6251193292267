"""The cards of a game that its players agreed to end: closed until everybody who sat there agrees to open them."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from games.models import Game
from games.personal_data.deletion import close_account
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.refusals import Refusal
from games.state.table import load_players, load_table
from games.state.view import are_cards_open, view_table
from games.tables.services import lobby, stand_ins
from tests.builders_people import make_person
from tests.rounds import choose, one_in
from tests.tables.acts import agree_to_end, person_in
from tests.tables.builders import finish, play_on, start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import has_form, link, page_of, read_form, sign_in, text_of
from tests.tables.pages.worlds import Pair
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db
any_title = pytest.mark.parametrize("title", TITLES)
OPENED, ASKED = "opened-heading", "opening-heading"


def open_by(game: Game, *people: User, agrees: bool = True) -> None:
    for person in people:
        stand_ins.agree_to_open(code=game.code, user=person, agrees=agrees)


def is_open(game: Game, *people: User) -> bool:
    """Tell whether the cards are open, which is the same on everybody's page."""
    [opened] = {OPENED in page_of(game, person) for person in people}
    return opened


def press(client: Client, game: Game) -> str:
    """Press the button about the cards and return the page that follows."""
    form = read_form(client.get(link("table", game) + "?tab=about"), link("open_cards", game))
    return text_of(client.post(form.action, form.press(), follow=True))


def test_the_cards_are_opened_once_all_agreed_to_that_too(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    clients = [sign_in(person) for person in people]
    for client in clients[:2]:
        press(client, game)
        assert not is_open(game, *people)
    press(clients[2], game)
    assert is_open(game, *people)
    assert _check_game(Game.objects.get(pk=game.pk)) == []


def test_it_may_be_agreed_before_the_end_and_opens_nothing_while_the_game_runs(game: Game, people: list[User]) -> None:
    for person in people:
        press(sign_in(person), game)
    assert not is_open(game, *people)
    agree_to_end(game, *people)
    assert is_open(game, *people)


def test_whose_seat_a_stand_in_keeps_is_asked_too(game: Game, people: list[User]) -> None:
    stand_ins.hand_over(code=game.code, user=people[2])
    agree_to_end(game, *people[:2])
    open_by(game, *people[:2])
    assert not is_open(game, *people)
    press(sign_in(people[2]), game)
    assert is_open(game, *people)


def test_who_deleted_their_account_is_not_asked(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    open_by(game, people[0])
    close_account(people[2])
    assert not is_open(game, *people[:2])
    open_by(game, people[1])
    assert is_open(game, *people[:2])


def test_whose_account_a_moderator_closed_is_still_asked(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    open_by(game, *people[:2])
    suspensions.close(people[2])
    assert not is_open(game, *people[:2])
    suspensions.give_back(User.objects.get(pk=people[2].pk))
    open_by(game, people[2])
    assert is_open(game, *people)


def test_nothing_opens_when_the_last_person_is_gone(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    game.refresh_from_db()
    User.objects.update(left_at=timezone.now())
    assert game.status == Game.Status.AGREED
    assert not are_cards_open(game, load_players(game))


def test_a_stand_in_takes_nothing_back_that_was_agreed(game: Game, people: list[User]) -> None:
    open_by(game, *people)
    stand_ins.hand_over(code=game.code, user=people[2])
    agree_to_end(game, *people[:2])
    assert is_open(game, *people)


def test_agreeing_can_be_taken_back_until_all_have_agreed(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    open_by(game, *people[:2])
    press(sign_in(people[0]), game)
    open_by(game, people[2])
    assert not is_open(game, *people)
    open_by(game, people[0])
    with pytest.raises(Refusal, match="opened"):
        open_by(game, people[0], agrees=False)
    assert is_open(game, *people)


def test_waiting_pages_hear_of_it(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    before = Game.objects.get(pk=game.pk).version
    open_by(game, people[0], people[0])
    assert Game.objects.get(pk=game.pk).version == before + 1
    assert "Ada agrees to reveal the cards." in page_of(game, people[1])


def test_an_end_alone_against_bots_can_be_opened_by_the_guest(guest: User) -> None:
    game = lobby.play_against_bots(user=guest, title="insidejob", seat_count=3)
    agree_to_end(game, guest)
    assert OPENED in press(sign_in(guest), game)


def test_only_who_sits_there_is_asked_and_only_of_a_game_without_a_result(game: Game, people: list[User]) -> None:
    with pytest.raises(Refusal, match="not_seated"):
        open_by(game, make_person())
    finish(game)
    with pytest.raises(Refusal, match="not_running"):
        open_by(game, people[0])
    assert not has_form(sign_in(people[0]).get(link("table", game) + "?tab=about"), link("open_cards", game))


def test_opened_cards_are_no_result_and_no_record(game: Game, people: list[User]) -> None:
    agree_to_end(game, *people)
    open_by(game, *people)
    game.refresh_from_db()
    assert (game.status, game.result) == (Game.Status.AGREED, None)
    assert {(player.role, player.won) for player in game.players.all()} == {("", None)}
    assert sign_in(people[0]).get(link("record", game)).status_code == 302
    assert sign_in(people[0]).get("/games/records.jsonl").getvalue() == b""


@any_title
def test_what_is_opened_is_shown_in_both_languages_between_two_moves(title: str) -> None:
    for moves, language in enumerate(("en", "fr", "en")):
        ada = make_person(language=language)
        game = start_table(ada, bots=TITLES[title].USUAL_SEATS - 1, title=title)
        if play_on(game, moves).outcome:
            break
        agree_to_end(game, ada)
        open_by(game, ada)
        assert OPENED in page_of(game, ada)


def show_in_both(pair: Pair, *, but_for_one: bool) -> list[bytes]:
    """Return the viewer's page of a game ended by agreement in both worlds of a pair; all agree to open, or not one."""
    game = worlds.make_table(pair.worlds.TITLE, pair.options, pair.seats)
    assert pair.viewer is not None
    client, pages = sign_in(person_in(game, pair.viewer)), []
    game.players.update(agrees_to_open=True)
    if but_for_one:
        absent = (pair.viewer + 1) % pair.seats
        game.players.filter(seat=absent).update(agrees_to_open=False, stand_in=True)
    for world in (pair.ours, pair.theirs):
        worlds.lay_out(game, world.deal, world.log)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.AGREED, due_at=None, ended_at=worlds.NOW)
        pages.append(client.get(link("table", game)).content)
    return pages


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_nothing_is_opened_unless_all_agreed_and_there_is_something_to_open(title: str) -> None:
    found = worlds.find_pairs(worlds_of(title), "opened", choose(6, deep=8, long=12))
    running = [pair for pair in found if pair.viewer is not None and pair.worlds.TITLE.outcome(pair.now) is None]
    assert running
    with worlds.frozen():
        for pair in running:
            ours, theirs = show_in_both(pair, but_for_one=True)
            assert ours == theirs, str(pair)
        opened = [show_in_both(pair, but_for_one=False) for pair in running]
    assert any(ours != theirs for ours, theirs in opened)


@any_title
def test_what_is_opened_agrees_with_what_was_dealt(title: str, ada: User, ben: User) -> None:
    game = start_table(ada, ben, bots=TITLES[title].USUAL_SEATS - 2, title=title)
    agree_to_end(game, ada, ben)
    open_by(game, ada)
    game.refresh_from_db()
    assert {view_table(load_table(game), seat).opened for seat in (0, 1)} == {None}
    open_by(game, ben)
    table = load_table(game)
    opened = table.title.open_cards(table.states[-1])
    assert [view_table(table, seat).opened for seat in (0, 1)] == [opened, opened]
