"""The vote and the end: sealed until the last one is in, then everything open."""

import re
from typing import Any

import pytest

from games.models import Game, SealedChoice
from games.rules.engine.values import Term
from games.state.table import load_table
from games.titles.insidejob.rules.roles import INSIDER
from games.wording.sentences import word_term
from tests.tables.pages.browser import HTMX, link, read_form, sign_in, text_of
from tests.tables.pages.votes import lay_out_vote

CSRF = re.compile(r'(name="csrfmiddlewaretoken" value=|"X-CSRFToken": )"\w+"')
pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game where all three people are asked for their vote."""
    game = lay_out_vote("a vote")
    for player in game.players.select_related("user"):
        assert player.user is not None
        player.user.language = "en"
        player.user.display_name = ("Ada", "Bob", "Cleo")[player.seat]
        player.user.save()
    return game


def client_of(game: Game, seat: int) -> Any:
    return sign_in(game.players.get(seat=seat).user)  # type: ignore[arg-type]


def look(game: Game, seat: int) -> Any:
    return client_of(game, seat).get(link("table", game))


def vote(game: Game, seat: int, against: int, **headers: str) -> Any:
    fields = {"decision": "vote-1", "against": str(against)}
    return client_of(game, seat).post(link("move", game), fields, headers=headers)


def test_everybody_may_vote_against_everybody_else(game: Game) -> None:
    for seat in range(3):
        form = read_form(look(game, seat), link("move", game))
        assert form.picks == {"against": [str(other) for other in range(3) if other != seat]}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragments"])
def test_a_vote_stays_on_its_voters_page_and_can_be_changed(game: Game, headers: dict[str, str]) -> None:
    for against in (1, 2, 1):
        answer = vote(game, 0, against, **headers)
        form = read_form(answer if headers else look(game, 0), link("move", game))
        assert form.checked == {"against": str(against)}
        assert "Change my vote" in text_of(answer if headers else look(game, 0))
    assert SealedChoice.objects.get(game=game).content == [{"type": "vote", "against": [1]}]


def test_others_see_who_has_voted_and_not_against_whom(game: Game) -> None:
    before = look(game, 1)
    assert not before.context["view"].chosen
    assert 'data-voted=""' in text_of(before)
    pages = []
    for against in (1, 2):
        vote(game, 0, against)
        answer = look(game, 1)
        assert answer.context["view"].chosen == (0,)
        assert 'data-voted="0"' in text_of(answer)
        pages.append(CSRF.sub("", text_of(answer)))
    assert pages[0] == pages[1]


def test_a_changed_vote_is_no_news_to_others_and_the_first_is(game: Game) -> None:
    game.refresh_from_db()
    address = link("news", game) + f"?v={game.version}&c=vote-1"
    other = client_of(game, 1)
    assert other.get(address, headers=HTMX).status_code == 204
    vote(game, 0, 1)
    news = other.get(address, headers=HTMX)
    assert 'data-voted="0"' in text_of(news)
    assert 'id="mine"' not in text_of(news), "what I am choosing is left alone"
    game.refresh_from_db()
    address = link("news", game) + f"?v={game.version}&c=vote-1"
    vote(game, 0, 2)
    assert other.get(address, headers=HTMX).status_code == 204


def test_nothing_is_open_before_the_last_vote_and_everything_after_it(game: Game) -> None:
    vote(game, 0, 1)
    vote(game, 1, 2)
    for seat in range(3):
        view = look(game, seat).context["view"]
        assert (view.seen.votes, view.seen.hands, view.seen.outcome) == ((), (), None)
    vote(game, 2, 1)
    table = load_table(game)
    for seat in range(3):
        answer = look(game, seat)
        seen = answer.context["view"].seen
        assert [vote.against for vote in seen.votes] == [(1,), (2,), (1,)]
        assert seen.roles == table.states[-1].deal.roles
        assert len(seen.set_aside) == len(seen.tricks) == table.states[-1].numbers.tricks
        assert_all_open(game, text_of(answer))


def assert_all_open(game: Game, page: str) -> None:
    table = load_table(game)
    assert table.outcome is not None
    terms = [Term("reason", table.outcome.reason)]
    terms += [Term("card", card.code) for hand in table.states[-1].hands for card in hand]
    terms += [Term("mission", trick.set_aside.id) for trick in table.states[-1].tricks]
    for term in terms:
        assert word_term(table.title, term) in page
    result = page.split('id="result-heading"')[1]
    assert all(word_term(table.title, Term("role", role)) in result for role in table.outcome.roles)


def test_everybody_is_told_whether_they_won(game: Game) -> None:
    insider = next(seat for seat, role in enumerate(load_table(game).states[-1].deal.roles) if role == INSIDER)
    for seat in range(3):
        vote(game, seat, insider if seat != insider else (insider + 1) % 3)
    for seat in range(3):
        page = text_of(look(game, seat))
        assert ("You win!" in page) == (seat != insider)
        assert ("You lost." in page) == (seat == insider)


@pytest.mark.parametrize("against", ["0", "", "3", "-1", "1.0", "9" * 5000, "one\x01"])
def test_a_vote_that_cannot_be_is_refused_and_the_earlier_one_stands(game: Game, against: str) -> None:
    vote(game, 0, 2)
    answer = client_of(game, 0).post(link("move", game), {"decision": "vote-1", "against": against})
    assert answer.status_code == 409
    assert "lease " in answer.context["error"] or "can’t" in answer.context["error"]
    assert SealedChoice.objects.get(game=game).content == [{"type": "vote", "against": [2]}]
