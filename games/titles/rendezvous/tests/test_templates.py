"""What a page of Rendezvous tells whom: of a card its owner alone, of a finished round all to everyone."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.state.view import view_table
from games.titles.rendezvous.tests.builders import TITLE, Table, table
from tests.rules_pages import words_of
from tests.tables.pages.browser import MARK
from tests.tables.unsaved import make_table, render_for

CARD = re.compile(
    r'<details class="chip" id="my-card".*?</details>|<p class="my-hand".*?</p>|data-key="\w+"', re.DOTALL
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def show(now: Table, seat: int) -> str:
    """Return a page without the blanks that hide who is asked."""
    empty = make_table(TITLE, now.state.seats, 1, {"language": "en"}, moves=0)
    return render_for(replace(empty, deal=now.state.deal, states=(now.state,)), seat).replace("\t", "")


SILENT, AT_ONCE = {"silent": True}, {"laps": "at_once"}


@pytest.mark.parametrize("said", [(), ("sea",), ("sea", None, "sky", "sand")])
@pytest.mark.parametrize("options", [{}, AT_ONCE])
def test_pages_of_spies_and_others_differ_in_the_card_alone(
    options: dict[str, Any], said: tuple[str | None, ...]
) -> None:
    spy, hunter = (table(cards, **options).says(*said) for cards in ("A?A?", "?AA?"))
    for seat in (0, 1):
        pages = [show(now, seat) for now in (spy, hunter)]
        assert pages[0] != pages[1]
        assert CARD.sub("", pages[0]) == CARD.sub("", pages[1])
    assert 'name="word"' in show(spy, spy.state.order[len(said) % 4])


def test_a_mime_is_asked_of_a_spy_and_of_a_counter_spy_alike() -> None:
    pages = [show(table(cards, silent=True), 0) for cards in ("A?A?", "?AA?")]
    assert 'name="emoji"' in pages[0]
    assert CARD.sub("", pages[0]) == CARD.sub("", pages[1])


def test_the_card_is_all_that_differs_when_somebody_else_guesses() -> None:
    pages = []
    for cards in ("A??A", "?A?A"):
        now = table(cards).talked()
        spies = [seat for seat in range(4) if cards[seat] == "A"]
        at = [f"{min(seat, 2)}{max(seat, 2)}" if seat in spies else f"{spies[0]}{spies[1]}" for seat in range(3)]
        pages.append(show(now.points(*at, "23"), 3))
    assert "A player has found both spies" in pages[0]
    assert CARD.sub("", pages[0]) == CARD.sub("", pages[1])


@pytest.mark.parametrize("talked", [False, True])
def test_at_a_table_of_three_no_byte_tells_anybody_their_side(talked: bool) -> None:
    """Seat 0 holds the same password with seat 1, with seat 2, or alone."""
    tables = [table(cards, variant="three") for cards in ("AAB", "ABA", "ABB")]
    pages = [show(now.talked() if talked else now, 0) for now in tables]
    assert "aone" in pages[0]
    assert ('name="at"' in pages[0]) is talked
    assert pages[0] == pages[1] == pages[2]


@pytest.mark.parametrize("talked", [False, True])
def test_of_all_passwords_a_page_names_its_viewers_own_of_the_number_chosen(talked: bool) -> None:
    cards = "A?BA?B?"
    now = table(cards, variant="crossed", number=3)
    for seat, letter in enumerate(cards):
        page = show(now.talked() if talked else now, seat)
        passwords = set(re.findall(r"\b[ab](?:one|two|three|four|five|six|seven|eight|nine|ten)\b", page))
        assert passwords == (set() if letter == "?" else {f"{letter.lower()}three"})


def test_a_silence_is_a_dash_and_a_word_for_those_who_hear_the_page() -> None:
    now = table("A?A?").says("sea", None)
    for seat in range(4):
        assert re.search(r'aria-hidden="true">–</span>\s*<span class="visually-hidden">silent<', show(now, seat))


def test_the_words_stand_beside_one_another_in_the_order_of_speaking() -> None:
    page = show(table("A?A?", first=2).says("sea", "sky", "sand", "sun", "wind"), 0)
    voices = re.findall(r'<li\s+class="voice.*?</li>', page, re.DOTALL)
    said = [re.findall(r'<span class="said"[^>]*>(\w+)</span>', voice) for voice in voices]
    assert said == [["sea", "wind"], ["sky"], ["sand"], ["sun"]]
    assert [next(name for name in ("You", "Ben", "Chloé", "Dan") if name in voice) for voice in voices] == [
        "Chloé", "Dan", "You", "Ben",
    ]  # fmt: skip


def notes_of(now: Table, seat: int) -> str:
    empty = make_table(TITLE, now.state.seats, 1, {"language": "en"}, moves=0)
    view = view_table(replace(empty, deal=now.state.deal, states=(now.state,)), seat)
    return words_of(MARK.sub(r"\1", render_to_string("games/rendezvous/past.html", {"view": view})))


def test_a_finished_round_is_told_in_full_to_everybody() -> None:
    now = table("A??A", "?AA?").says("sea", "sky", None, "sand").points("01", "03", "03", "23").guesses("AONE", None)
    spies = ["Dan and you were", *["Ada and Dan were"] * 2, "Ada and you were"]
    for seat in range(4):
        told = notes_of(now, seat)
        assert f"{spies[seat]} the spies (aone) and didn’t find each other." in told
        assert "Ada spy aone" in told
        assert "Ben counter-spy" in told
        assert "Said: – silent word" in told
        names = ["you" if place == seat else name for place, name in enumerate(("Ada", "Ben", "Chloé", "Dan"))]
        assert f"Pointed at: {names[2]} and {names[3]}" in told
        assert "Their guess: AONE" in told
        assert "Passed." in told
        for payer, payee in (("the bank", names[1]), (names[0], names[1]), (names[3], names[2])):
            assert f"{payer} → pays {payee}: 1" in told


def test_at_a_table_of_three_spies_of_whom_one_pointed_at_both_others_missed_each_other() -> None:
    now = table("ABA", "AAB", variant="three").points("12", "01", "02")
    assert "Ada and Chloé were the spies (aone) and didn’t find each other." in notes_of(now, 1)
    assert "Chloé and you were the spies (aone) and didn’t find each other." in notes_of(now, 0)


def test_the_last_round_is_in_sight_until_its_reader_speaks_in_the_next() -> None:
    now = table("A??A", "?AA?").points("03", "03", "01", "23").guesses("sea")
    speakers = now.state.order
    for count in range(3):
        told = [words_of(show(now, seat).split('id="board"')[1].split('id="mine"')[0]) for seat in speakers]
        assert ["Round 1:" in page for page in told] == [False] * count + [True] * (4 - count)
        now = now.says("sky")


def test_a_debt_that_the_bank_pays_names_the_debtor() -> None:
    now = table("A??A", "?AA?", held=(0, 3, 3, 3)).points("01", "03", "01", "23").guesses(None)
    assert {paid.debtor for paid in now.round.payments} == {None, 0}
    assert "the bank, for Ada" in notes_of(now, 1)
    assert "the bank, for you" in notes_of(now, 0)


def test_of_those_level_on_points_whoever_was_a_spy_more_often_is_the_winner() -> None:
    now = table("AA??", "A?A?", held=(6, 3, 3, 3)).points(None, None, None, None).points(None, None, None, None)
    assert now.state.points == (6, 4, 4, 5)
    now = table("AA??", "A?A?", held=(5, 3, 3, 3)).points(None, None, None, None).points(None, None, None, None)
    assert now.state.outcome is not None
    assert now.state.outcome.reason == "spy_rounds"
    verdicts = [words_of(verdict.split("</li>")[0]) for verdict in show(now, 0).split('<li class="verdict">')[1:]]
    assert "winner 5 5 points, a spy in 2 rounds" in verdicts[0]
    assert [("winner" in verdict, "a spy in 1 round " in verdict) for verdict in verdicts] == [
        (True, False), (False, False), (False, True), (False, True),
    ]  # fmt: skip


def test_those_who_are_level_share_the_win() -> None:
    now = table("AA??", "??AA").points(None, None, None, None).points(None, None, None, None)
    for seat in range(4):
        html = show(now, seat)
        assert "You share the win!" in html
        assert html.count('<span class="tag won">winner</span>') == 4


def test_without_points_there_are_stories_and_nobody_wins_or_loses() -> None:
    now = table("A??A", points=False).points("03", "03", "01", "03").guesses("aone")
    told = words_of(show(now, 1).split('id="board"')[1].split('id="mine"')[0])
    assert "All the stories have been told." in told
    assert "found each other" in told
    assert not re.search(r"winner|\bpoints?\b|You win|You lose", told)


@pytest.mark.parametrize("options", [{}, SILENT])
def test_no_page_carries_inline_script_or_style(options: dict[str, Any]) -> None:
    for now in (table("A?A?", number=None, **options), table("A?A?", **options), table("A?A?", **options).talked()):
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", show(now, 0))
