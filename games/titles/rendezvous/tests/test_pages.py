"""The page of a table of Rendezvous: what it asks, refuses, keeps, and shows to whom."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.utils import translation

from games.models import Game, Message, Move
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.emoji import EMOJI
from games.titles.rendezvous.rules.folding import MAX_LETTERS
from games.titles.rendezvous.rules.moves import Point
from games.titles.rendezvous.rules.state import find_password
from games.titles.rendezvous.rules.words import NUMBERS
from games.titles.rendezvous.tests.visitors import Company
from tests.rounds import mark
from tests.tables.pages.browser import HTMX, Page, link, text_of
from tests.tables.unsaved import Controls

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def form_of(html: str) -> str:
    return html.split('id="choice-form"', 1)[1].split("</form>", 1)[0]


def checked(html: str, name: str) -> list[str]:
    boxes = [box for box in re.findall(r"<input[^>]*>", html) if f'name="{name}"' in box]
    return [re.findall(r'value="([^"]*)"', box)[0] for box in boxes if re.search(r"\schecked\b", box)]


def refusal(answer: Any) -> str:
    return unescape(text_of(answer).split('id="choice-error"')[1].split(">", 1)[1].split("<", 1)[0])


def find_spy(company: Company, *, spy: bool = True) -> int:
    state = company.state
    return next(seat for seat in range(state.seats) if (find_password(state, seat) is not None) is spy)


def reach_turn_of(*, spy: bool, **options: Any) -> Company:
    while True:
        company = Company(4, **options).reach("say")
        if (find_password(company.state, company.asked) is not None) is spy:
            return company


def test_the_first_player_picks_one_of_ten_numbers() -> None:
    company = Company(4)
    first = company.asked
    assert Controls(company.page(first)).values("number") == [str(number) for number in NUMBERS]
    assert all(not Controls(company.page(seat)).values("number") for seat in range(4) if seat != first)
    assert "Please choose a number" in refusal(company.answer(first, number="11"))
    company.answer(first, number="7")
    assert company.state.number == 7


def test_a_word_is_said_as_it_was_typed_and_stays_on_the_table() -> None:
    company = reach_turn_of(spy=False)
    company.answer(company.asked, word="  L’Été ")
    for seat in range(4):
        assert '<span class="said" dir="auto" translate="no" lang="en">L’Été</span>' in company.page(seat)


def test_the_field_for_a_word_takes_what_the_rules_take_and_is_empty() -> None:
    company = reach_turn_of(spy=False)
    field = re.findall(r'<input\s+type="text"[^>]*>', form_of(company.page(company.asked)))[0]
    assert f'maxlength="{MAX_LETTERS}"' in field
    assert 'autocomplete="off"' in field
    assert 'value=""' in field


@pytest.mark.parametrize(
    ("typed", "sentence", "htmx"),
    [
        ("", "Please write a word.", False),
        ("two words", "a single word", True),
        ("x" * 31, "a single word", False),
        mark(("", "Please write a word.", True), "deep"),
        mark(("two words", "a single word", False), "deep"),
        mark(("x" * 31, "a single word", True), "deep"),
    ],
)
def test_a_word_that_is_none_is_refused_and_stays_in_its_field(typed: str, sentence: str, htmx: bool) -> None:
    company = reach_turn_of(spy=False)
    answer = company.answer(company.asked, htmx, word=typed)
    assert sentence in refusal(answer)
    assert f'value="{typed}"' in form_of(text_of(answer))
    assert company.state.says == ()


@pytest.mark.parametrize(
    ("htmx", "laps"),
    [
        (False, "in_turn"),
        (True, "at_once"),
        mark((False, "at_once"), "deep"),
        mark((True, "in_turn"), "deep"),
    ],
)
def test_ones_own_password_is_refused_without_a_trace(htmx: bool, laps: str, caplog: pytest.LogCaptureFixture) -> None:
    company = reach_turn_of(spy=True, laps=laps)
    spy, password = company.asked, find_password(company.state, company.asked) or ""
    others = [seat for seat in range(4) if seat != spy]
    before = copy_of(company)
    answer = company.answer(spy, htmx, word=password.upper())
    assert "That’s your password" in refusal(answer)
    assert f'value="{password.upper()}"' in form_of(text_of(answer))
    assert copy_of(company) == before
    for seat in others:
        news = f"{link('news', company.game)}?v={company.version}&c="
        assert company.clients[seat].get(news, headers=HTMX).status_code == 204
        assert "That’s your password" not in company.page(seat)
    assert not re.search(rf"\b{password}\b", caplog.text, re.IGNORECASE)


def copy_of(company: Company) -> list[Any]:
    game = Game.objects.get(pk=company.game.pk)
    rows = [Game.objects.filter(pk=game.pk), game.players.order_by("pk"), Move.objects.filter(game=game)]
    kept = [list(row.values()) for row in (*rows, Message.objects.filter(game=game))]
    return [*kept, list(game.sealed_choices.values()), list(game.notifications.values())]


def test_a_word_of_a_lap_at_once_may_be_changed_and_is_seen_by_its_speaker_alone() -> None:
    company = Company(3, laps="at_once").reach("say")
    company.answer(0, word="Sonne")
    version, html = company.version, company.page(0)
    assert "Your word: Sonne" in html
    assert 'value=""' in form_of(html)
    company.answer(0, word="Sterne")
    assert company.version == version
    assert "Your word: Sterne" in company.page(0)
    assert "Sterne" not in company.page(1)
    for seat, word in ((1, "eau"), (2, "feu")):
        company.answer(seat, word=word)
    assert "Sterne" in company.page(1)


def test_one_to_three_emoji_are_picked_and_shown() -> None:
    company = Company(4, silent=True).reach("say")
    asked = company.asked
    assert Controls(company.page(asked)).values("emoji") == ["", *EMOJI]
    for picked in ([], list(EMOJI[:4])):
        answer = company.answer(asked, emoji=["", *picked])
        assert "one to three emoji" in refusal(answer)
        assert checked(text_of(answer), "emoji") == picked
    company.answer(asked, emoji=["", EMOJI[5], EMOJI[9]])
    assert f"{EMOJI[5]} {EMOJI[9]}" in company.page((asked + 1) % 4)


def test_a_spy_points_at_themselves_and_another() -> None:
    company = Company(4).reach("point")
    spy = find_spy(company)
    form = Page(company.page(spy)).form_to(link("move", company.game))
    assert form is not None
    assert form.fields["at"] == str(spy)
    assert sorted(form.picks["at"]) == [str(seat) for seat in range(4) if seat != spy]
    assert "point at yourself" in refusal(company.answer(spy, at=[str(seat) for seat in range(4) if seat != spy][:2]))
    other = (spy + 1) % 4
    company.answer(spy, at=[str(spy), str(other)])
    assert chosen(company, spy) == (Point(spy, tuple(sorted((spy, other)))),)


def chosen(company: Company, seat: int) -> tuple[Any, ...]:
    return tuple(entry.move for entry in company.table.sealed.get(seat, ()))


def test_a_counter_spy_points_at_two_others_and_a_refusal_keeps_whom() -> None:
    company = Company(4).reach("point")
    seat = find_spy(company, spy=False)
    others = [str(other) for other in range(4) if other != seat]
    assert sorted(Controls(company.page(seat)).values("at")) == others
    for at in (others[:1], others):
        answer = company.answer(seat, at=at)
        assert "exactly two" in refusal(answer)
        assert sorted(checked(text_of(answer), "at")) == at
    assert "two others" in refusal(company.answer(seat, at=[str(seat), others[0]]))
    company.answer(seat, at=others[1:])
    html = company.page(seat)
    assert sorted(checked(html, "at")) == others[1:]
    assert "You point at" in html


def test_three_players_may_point_at_any_two_themselves_included() -> None:
    company = Company(3).reach("point")
    for seat in range(3):
        assert sorted(Controls(company.page(seat)).values("at")) == ["0", "1", "2"]
        company.answer(seat, at=["0", "1"])
    state = company.state
    # A player who pointed at both spies may guess, before the round is over.
    pointings = state.pointings or state.rounds[0].pointings
    assert [point.at for point in pointings] == [(0, 1)] * 3


def test_of_a_pointing_others_see_that_it_is_there_and_nothing_else() -> None:
    company = Company(4).reach("point")
    seat = find_spy(company, spy=False)
    watcher, one, other = (other for other in range(4) if other != seat)
    company.answer(seat, at=[str(watcher), str(one)])
    version, page = company.version, strip_tokens(company.page(watcher))
    assert "has chosen" in page
    company.answer(seat, at=[str(one), str(other)])
    assert (company.version, strip_tokens(company.page(watcher))) == (version, page)


def strip_tokens(html: str) -> str:
    return re.sub(r'(name="csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]*"', "", html)


def test_who_may_guess_is_asked_and_nobody_else_hears_who_it_is() -> None:
    company = Company(4).reach("point")
    company.point_right()
    assert company.state.phase == "guess"
    guessers = rendezvous.to_act(company.state)
    assert len(guessers) == 2
    pages = [company.page(seat) for seat in range(4)]
    for seat, page in enumerate(pages):
        assert "A player has found both spies" in unescape(page)
        assert bool(Controls(page).values("password")) is (seat in guessers)
        if seat not in guessers:
            assert not re.search(r">\s*(speaking|pointing|your turn)\s*<|Waiting for", page)
    assert "Please write your guess" in refusal(company.answer(guessers[0], password=""))
    company.answer(guessers[0], none="1", password="")
    assert "You pass." in company.page(guessers[0])
    quiet = [seat for seat in range(4) if seat not in guessers]
    assert [strip_tokens(company.page(seat)) for seat in quiet] == [strip_tokens(pages[seat]) for seat in quiet]
    company.answer(guessers[0], password="Elsewhere")
    assert "Your guess: Elsewhere" in company.page(guessers[0])
    company.answer(guessers[1], password="Nowhere")
    for seat in range(4):
        assert "Elsewhere" in company.page(seat)


def test_the_card_in_the_bar_follows_the_rounds() -> None:
    company = Company(3, rounds="2").reach("point")
    for seat in range(3):
        answer = company.answer(seat, htmx=True, at=["0", "1"])
    while company.state.phase == "guess":
        answer = company.answer(company.asked, htmx=True, none="1", password="")
    assert len(company.state.rounds) == 1
    assert {"dossier", "board"} <= Page(text_of(answer)).swapped
    cards = re.findall(r'<details class="chip" id="my-card".*?<strong[^>]*>(\w+)</strong>', text_of(answer), re.DOTALL)
    assert set(cards) <= {find_password(company.state, seat) for seat in range(3)}
    assert cards
