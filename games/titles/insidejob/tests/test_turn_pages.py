"""Playing through the pages: the form of what I am asked, refusals, and the news for a page that waits."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Move
from games.rules.registry import get_title
from games.state.table import load_table
from games.titles.insidejob.rules.moves import Play
from tests.builders_people import make_person
from tests.tables.builders import asked, fields_of, play_on, start_table
from tests.tables.pages.browser import HTMX, Page, link, read_form, sign_in, text_of
from tests.tables.pages.votes import lay_out_vote
from tests.tables.stored import store_when

pytestmark = pytest.mark.django_db

FRAGMENTS = {"live", "board", "head", "mine", "talk-unread"}


def start_for(person: User, lead: bool, options: dict[str, Any] | None = None) -> Game:
    people = [person, make_person(), make_person()]
    title = get_title("insidejob")
    return store_when(lambda state: title.to_act(state) == (0,) and bool(state.plays) != lead, people, options).game


@pytest.fixture
def ada() -> User:
    return make_person()


@pytest.fixture
def game(ada: User) -> Game:
    """A game that waits for Ada to follow."""
    return start_for(ada, lead=False)


@pytest.fixture
def client(ada: User) -> Client:
    return sign_in(ada)


def count_moves(game: Game) -> int:
    return Move.objects.filter(game=game).count()


def test_only_a_page_that_may_be_behind_gets_the_end_of_the_last_trick() -> None:
    people, title = [make_person() for _ in range(3)], get_title("insidejob")
    game = store_when(
        lambda state: title.to_act(state) == (0,) and len(state.plays) == 1 and bool(state.tricks), people
    ).game
    move = sign_in(people[0]).post(link("move", game), fields_of(game), headers=HTMX)
    news = sign_in(people[1]).get(link("news", game), {"v": "0", "o": "0", "c": ""}, headers=HTMX)
    assert 'data-once="trick-' in text_of(move)
    assert "<template data-until" not in text_of(move)
    assert "<template data-until" in text_of(news)


def test_lead_and_mission_are_one_submission() -> None:
    ada = make_person()
    game = start_for(ada, lead=True)
    client, before = sign_in(ada), count_moves(game)
    form = read_form(client.get(link("table", game)), link("move", game))
    assert len(form.picks["mission"] + form.faded.get("mission", [])) == 2
    assert client.post(link("move", game), form.fill(Random(1)), follow=True).status_code == 200
    kinds = [move.content["type"] for move in Move.objects.filter(game=game)[before:]]
    assert kinds == ["mission", "play"]


def find_wager(game: Game) -> Play | None:
    table = load_table(game)
    legal = table.title.legal_moves(table.states[-1], 0)
    return next((move for move in legal if isinstance(move, Play) and move.wager), None)


def test_card_and_intel_are_one_submission() -> None:
    ada = make_person()
    while (move := find_wager(game := start_for(ada, lead=False))) is None:
        pass
    client = sign_in(ada)
    form = read_form(client.get(link("table", game)), link("move", game))
    assert form.boxes == {"wager": "1"}
    client.post(link("move", game), {**form.fields, "card": move.card.code, "wager": "1"})
    assert Move.objects.filter(game=game).last().content == {"type": "play", "card": move.card.code, "wager": True}  # type: ignore[union-attr]


def test_a_table_without_wagers_offers_none_and_refuses_them() -> None:
    ada = make_person()
    game = start_for(ada, lead=False, options={"wagers": False})
    client, before = sign_in(ada), count_moves(game)
    form = read_form(client.get(link("table", game)), link("move", game))
    assert form.boxes == {}
    answer = client.post(link("move", game), {**form.fields, "card": form.picks["card"][0], "wager": "1"})
    assert "This table plays without wagers." in text_of(answer)
    assert (answer.status_code, count_moves(game)) == (409, before)


def test_what_an_agent_may_not_play_is_marked(ada: User) -> None:
    for _ in range(50):
        game = start_for(ada, lead=False)
        table = load_table(game)
        legal = {move.card.code for move in table.title.legal_moves(table.states[-1], 0)}
        form = read_form(sign_in(ada).get(link("table", game)), link("move", game))
        if len(legal) == len(table.states[-1].hands[0]):
            continue
        assert set(form.picks["card"]) == legal
        assert set(form.faded["card"]) == {card.code for card in table.states[-1].hands[0]} - legal
        return
    raise AssertionError("no led suit was held in fifty games")


Change = Callable[[dict[str, str]], dict[str, str]]
REFUSED: list[tuple[str, bool, Change]] = [
    ("Please choose a card first.", False, lambda fields: {"decision": fields["decision"]}),
    ("Please choose a card first.", False, lambda fields: {**fields, "card": ""}),
    ("Please choose a card first.", False, lambda fields: {**fields, "card": "B14"}),
    ("Please choose a card first.", False, lambda fields: {**fields, "card": "b1\x01"}),
    ("Please choose a mission too.", True, lambda fields: {**fields, "mission": ""}),
    ("Please choose a mission too.", True, lambda fields: {**fields, "mission": "-1"}),
    ("The game has moved on", True, lambda fields: {**fields, "decision": "play-1"}),
    ("The game has moved on", False, lambda fields: {**fields, "decision": "play-99"}),
    ("The game has moved on", False, lambda fields: {**fields, "decision": ""}),
    ("The game has moved on", False, lambda fields: {**fields, "decision": "vote-1", "against": "1"}),
    ("The game has moved on", False, lambda fields: {**fields, "decision": "é" * 500}),
]


@pytest.mark.parametrize("lead", [False, True])
def test_a_choice_that_cannot_be_is_refused_kindly_with_the_fresh_state(lead: bool) -> None:
    ada = make_person()
    client, game = sign_in(ada), start_for(ada, lead=lead)
    before, fields = count_moves(game), fields_of(game)
    wrong = [(sentence, change(fields)) for sentence, is_lead, change in REFUSED if is_lead is lead]
    for number, (sentence, changed) in enumerate(wrong):
        headers = HTMX if number % 2 else {}
        answer = client.post(link("move", game), changed, headers=headers)
        assert sentence in text_of(answer), changed
        assert answer.status_code == (200 if headers else 409)
        assert Page(text_of(answer)).form_to(link("move", game)), "the question is asked again"
        assert count_moves(game) == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragments"])
def test_what_was_chosen_is_still_chosen_after_a_refusal(headers: dict[str, str]) -> None:
    ada = make_person()
    game = start_for(ada, lead=True)
    fields = {**fields_of(game), "mission": "no such mission"}
    answer = sign_in(ada).post(link("move", game), fields, headers=headers)
    form = Page(text_of(answer)).form_to(link("move", game))
    assert form is not None
    assert form.checked == {"card": fields["card"]}


def test_a_card_of_somebody_else_and_a_suit_not_followed_are_refused(ada: User, game: Game) -> None:
    table, client = load_table(game), sign_in(ada)
    fields = fields_of(game)
    other = table.states[-1].hands[1][0].code
    assert "You don’t have that card." in text_of(client.post(link("move", game), {**fields, "card": other}))
    for hand_card in table.states[-1].hands[0]:
        if table.title.objection(table.states[-1], Play(0, hand_card, False)) == "must_follow":
            answer = client.post(link("move", game), {**fields, "card": hand_card.code, "wager": "0"})
            assert "please play one of those" in text_of(answer)
    assert count_moves(game) == len(table.entries)


GARBAGE = ["", "0", "1", "-1", "9" * 5000, "1e9", "٣", "²", "é" * 2000, "B7\n", "<b>", "None", "[]", "true"]


def test_garbage_in_any_field_is_never_more_than_a_refusal() -> None:
    ada = make_person()
    client = sign_in(ada)
    for game in (start_for(ada, lead=True), vote_of(ada)):
        before, fields = (count_moves(game), game.sealed_choices.count()), fields_of(game)
        for name in {"decision", "card", "mission", "against"} & fields.keys():
            for number, value in enumerate(GARBAGE):
                if value in ("1", "0"):
                    continue
                headers = HTMX if number % 2 else {}
                answer = client.post(link("move", game), {**fields, name: value}, headers=headers)
                assert answer.status_code in (200, 409)
                assert (count_moves(game), game.sealed_choices.count()) == before, (name, value)


def vote_of(person: User) -> Game:
    game = lay_out_vote("garbage")
    game.players.filter(seat=0).update(user=person)
    return game


def test_whoever_is_not_on_turn_is_told_so(ada: User, game: Game) -> None:
    fields = fields_of(game)
    while asked(load_table(game)) == [0]:
        play_on(game, 1)
    before = count_moves(game)
    answer = sign_in(ada).post(link("move", game), fields)
    assert "You don’t have to choose anything right now." in text_of(answer)
    assert (answer.status_code, count_moves(game)) == (409, before)


def test_a_form_sent_twice_has_one_effect(ada: User, game: Game) -> None:
    client, fields, before = sign_in(ada), fields_of(game), count_moves(game)
    assert client.post(link("move", game), fields).status_code == 302
    assert client.post(link("move", game), fields).status_code == 409
    assert count_moves(game) == before + 1


def test_once_the_game_is_over_nothing_more_is_played() -> None:
    ada = make_person()
    game = start_table(ada, bots=2)
    fields = fields_of(game)
    play_on(game)
    before = count_moves(game)
    for headers in ({}, HTMX):
        answer = sign_in(ada).post(link("move", game), fields, headers=headers)
        assert "This game is over" in text_of(answer)
    assert count_moves(game) == before


def test_after_signing_in_an_expired_form_leads_to_the_table() -> None:
    game = start_for(make_person(email="ada@example.org", password="correct horse battery"), lead=False)
    client = Client()
    sign_in_page = client.post(link("move", game), fields_of(game))["Location"]
    fields = {"login": "ada@example.org", "password": "correct horse battery"}
    answer = client.post(sign_in_page, fields, follow=True)
    assert answer.redirect_chain[-1] == (link("table", game), 302)
    assert answer.status_code == 200


def test_htmx_gets_fragments_and_a_browser_a_page(game: Game, client: Client) -> None:
    assert "<html" in text_of(client.get(link("table", game)))
    answer = client.post(link("move", game), fields_of(game), headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in text_of(answer)
    assert Page(text_of(answer)).swapped >= FRAGMENTS


def read_news(client: Client, address: str) -> Any:
    return client.get(address, headers=HTMX)


def news_of(answer: Any) -> str:
    address: str = text_of(answer).split('hx-get="')[1].split('"')[0]
    return address.replace("&amp;", "&")


def test_a_waiting_page_gets_nothing_until_there_is_news_and_then_all_of_it_once(game: Game, client: Client) -> None:
    client.post(link("move", game), fields_of(game))
    address = news_of(client.get(link("table", game)))
    nothing = read_news(client, address)
    assert (nothing.status_code, nothing.content) == (204, b"")
    play_on(game, 1)
    news = read_news(client, address)
    assert news.status_code == 200
    assert Page(text_of(news)).swapped >= {"live", "board", "talk-unread"}
    assert read_news(client, news_of(news)).status_code == 204


def test_the_form_that_is_being_filled_in_is_left_alone(game: Game, client: Client) -> None:
    address = news_of(client.get(link("table", game)))
    sign_in(game.players.get(seat=1).user).post(link("talk", game), {"text": "Hello"})  # type: ignore[arg-type]
    news = read_news(client, address)
    assert "board" in Page(text_of(news)).swapped
    assert "mine" not in Page(text_of(news)).swapped


def test_a_new_question_brings_its_form(game: Game, client: Client) -> None:
    client.post(link("move", game), fields_of(game))
    while asked(load_table(game)) == [0]:
        # The player who took the trick leads the next at once.
        play_on(game, 1)
    address = news_of(client.get(link("table", game)))
    while asked(load_table(game)) != [0]:
        play_on(game, 1)
    assert Page(text_of(read_news(client, address))).form_to(link("move", game)) is not None


def test_what_was_said_while_i_chose_is_counted_with_the_answer_to_my_move(game: Game, client: Client) -> None:
    client.get(link("table", game))
    sign_in(game.players.get(seat=1).user).post(link("talk", game), {"text": "Wait!"})  # type: ignore[arg-type]
    assert 'class="unread">1<' in text_of(client.post(link("move", game), fields_of(game), headers=HTMX))


@pytest.mark.parametrize(
    "query", ["", "?v=", "?v=-1&c=", "?v=9" + "9" * 5000 + "&c=x", "?v=%01&c=%01&t=%01", "?c=&t=é"]
)
def test_a_question_for_news_that_makes_no_sense_gets_the_fresh_state(query: str) -> None:
    ada = make_person()
    answer = sign_in(ada).get(link("news", start_for(ada, lead=True)) + query, headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers.get("HX-Refresh") == "true" or "board" in Page(text_of(answer)).swapped


def test_a_page_whose_session_ended_leaves_for_the_sign_in_page() -> None:
    game = start_table(make_person(), bots=2)
    headers = {**HTMX, "HX-Current-URL": f"http://testserver{link('table', game)}"}
    for answer in (
        Client().get(link("news", game) + "?v=1&c=", headers=headers),
        Client().post(link("move", game), headers=headers),
        Client().post(link("talk", game), headers=headers),
    ):
        assert answer["HX-Redirect"] == f"/accounts/login/?next={link('table', game)}"


def test_a_stranger_gets_no_news() -> None:
    game = start_table(make_person(), bots=2)
    answer = read_news(sign_in(make_person()), link("news", game) + "?v=0&c=")
    assert (answer["HX-Refresh"], answer.content) == ("true", b"")


@pytest.mark.parametrize("memory", ["open", "last_trick"])
def test_finished_tricks_are_looked_at_again_as_far_as_the_table_remembers(memory: str) -> None:
    ada = make_person()
    game = start_table(ada, bots=2, options={"memory": memory})
    while len(load_table(game).states[-1].tricks) < 2:
        play_on(game, 1)
    client = sign_in(ada)

    for path in (f"{link('table', game)}?tab=past", link("panel", game, "past")):
        page = text_of(client.get(path, headers=HTMX if "panel" in path else {}))
        assert 'id="past-trick-2"' in page
        assert ('id="past-trick-1"' in page) == (memory == "open")
