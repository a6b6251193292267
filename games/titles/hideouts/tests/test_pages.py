"""The pages of a table of T.A.R.G.E.T.: every decision by its form, refusals, what is shown, and to whom."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.models import Move
from games.state.table import Table, fold_states
from games.state.view import View, view_table
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Swap
from games.titles.hideouts.rules.observe import SeenHideout
from games.titles.hideouts.tests.visitors import Match
from tests.rules_pages import words_of
from tests.tables.pages.browser import link, text_of
from tests.tables.unsaved import Controls, make_table, render_page

pytestmark = pytest.mark.django_db
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def side_of(html: str, seat: int) -> str:
    return words_of(html.split(f'aria-labelledby="side-{seat}"')[1].split("</section>")[0])


def checked(html: str) -> set[tuple[str, str]]:
    boxes = re.findall(r"<input[^>]*\schecked\b[^>]*>", html)
    named = [(re.findall(r'name="(\w+)"', box), re.findall(r'value="([\w-]+)"', box)) for box in boxes]
    return {(name[0], value[0]) for name, value in named if name != ["mark"]}


def notes_of(view: View) -> str:
    return render_to_string("games/hideouts/past.html", {"view": view})


def moves_of(match: Match) -> int:
    return Move.objects.filter(game=match.game).count()


def test_both_hide_at_the_same_time_and_may_change_their_minds_until_the_other_has_hidden_too() -> None:
    match = Match()
    match.answer(0, spy0=1, spy1=2, spy2=3)
    page = match.page(0)
    assert "You’re hiding, from left to right: 1, 2, 3." in words_of(page)
    assert checked(page) == {("spy0", "1"), ("spy1", "2"), ("spy2", "3")}
    before = match.page(1)
    match.answer(0, spy0=9, spy1=2, spy2=0)
    assert checked(match.page(0)) == {("spy0", "9"), ("spy1", "2"), ("spy2", "0")}
    assert side_of(match.page(1), 0) == side_of(before, 0)
    assert "has hidden three spies" in side_of(before, 0)
    assert moves_of(match) == 0
    match.answer(1, spy0=4, spy1=5, spy2=6)
    assert match.state.turn == 1
    assert [[hideout.spy for hideout in hideouts] for hideouts in match.state.hideouts] == [[9, 2, 0], [4, 5, 6]]


def test_who_is_next_is_shown_once_the_story_is_told() -> None:
    assert '<span class="tag turn" data-beat="last">' in re.sub(r"\s+", " ", Match().page(0))


@pytest.mark.parametrize(("spy", "at", "words"), [(7, 0, "lower than 7"), (1, 2, "higher than 1")])
def test_an_attack_from_the_hand_is_answered_beside_the_hideout(spy: int, at: int, words: str) -> None:
    match = Match().hide("023", "456")
    seat = match.asked
    match.hand(spy, at)
    for viewer in (0, 1):
        assert words in side_of(match.page(viewer), 1 - seat)
    assert match.asked == 1 - seat


def test_an_attack_from_a_hideout_that_succeeds_asks_the_attacker_to_refill_it() -> None:
    match = Match().hide("123", "156")
    seat = match.asked
    match.hideout(0, 0)
    assert match.asked == seat
    page = match.page(seat)
    assert "goes into your left hideout, face down?" in words_of(page)
    assert set(Controls(page).values("spy")) == {str(spy) for spy in match.state.hands[seat]}
    assert "destroyed: 1 point" in side_of(page, 1 - seat)
    match.refill(8)
    assert (match.state.hideouts[seat][0].spy, match.asked) == (8, 1 - seat)


def test_an_attack_from_a_hideout_that_fails_may_ask_the_defender_to_refill() -> None:
    match = Match().hide("123", "156")
    seat = match.asked
    match.hideout(0, 1)
    assert match.asked == 1 - seat
    assert "refilling a hideout" in side_of(match.page(seat), 1 - seat)
    assert "to be refilled" in side_of(match.page(seat), 1 - seat)
    assert "Place a new spy in your left hideout." in words_of(match.page(1 - seat))
    match.refill(0)
    assert match.asked == 1 - seat, "now it is the defender's own turn"


@pytest.mark.parametrize("put", [7, 2])
def test_a_swap_may_put_the_same_spy_back_and_no_one_else_sees_which_went_in(put: int) -> None:
    match = Match().hide("123", "456")
    seat = match.asked
    assert {"1", "2", "3", "7"} <= set(Controls(match.page(seat)).values("spy"))
    match.swap(1, put, beside=2)
    assert match.state.hideouts[seat][1].spy == put
    assert "1 decoy" in side_of(match.page(1 - seat), seat)
    log = words_of(match.page(1 - seat).split('id="log-heading"')[1])
    after = log.split("All hideouts")[1]
    assert "takes the 2 out of their centre hideout" in after
    assert "For your eyes only" not in after


REFUSED: list[tuple[dict[str, object], str]] = [
    # what is sent by a player who has hidden 1, 2 and 3; and the code of what is said
    ({}, "no_spy"),
    ({"target": 1}, "no_spy"),
    ({"spy": 7}, "no_target"),
    ({"spy": 2, "target": 1}, "spy_not_held"),
    ({"spy": "door-", "target": 0}, "no_own"),
    ({"spy": "door-2"}, "no_target"),
    ({"action": "swap", "own": 2, "spy": 8}, "no_token"),
    ({"action": "swap", "spy": 8, "token": 1}, "no_own"),
    ({"action": "swap", "own": 2, "spy": 1, "token": 1}, "spy_not_held"),
]


@LANGUAGES
@pytest.mark.parametrize("htmx", [False, True])
def test_a_refused_turn_says_why_and_keeps_what_was_chosen(language: str, htmx: bool) -> None:
    match = Match(language).hide("123", "456")
    before = moves_of(match)
    for fields, code in REFUSED[(language == "fr") :: 2]:
        answer = match.answer(match.asked, htmx, **fields)
        assert answer.status_code == (200 if htmx else 409)
        page = text_of(answer)
        with translation.override(language):
            assert translation.gettext(hideouts.TEXTS.objections[code]) in unescape(page)
        assert checked(page) >= {(name, str(value)) for name, value in fields.items() if value != "door-"}
        assert moves_of(match) == before


def test_hiding_the_same_spy_twice_is_refused_and_the_rest_stays_chosen() -> None:
    answer = Match().answer(0, spy0=1, spy1=1, spy2=3)
    assert answer.status_code == 409
    assert hideouts.TEXTS.objections["hide_three"] in unescape(text_of(answer))
    assert checked(text_of(answer)) == {("spy0", "1"), ("spy1", "1"), ("spy2", "3")}


@pytest.mark.parametrize("seed", range(2))
def test_the_form_of_a_turn_offers_what_is_legal(seed: int) -> None:
    whole = make_table(hideouts, 2, seed, {})
    turns = 0
    for count in range(2, len(whole.entries), 2):
        (seat,) = hideouts.to_act(whole.states[count])
        seen = hideouts.observe(whole.states[count], seat)
        if seen.gap:
            continue
        turns += 1
        form = Controls(render_page(view_at(whole, count, seat)))
        attacks = [move for move in seen.legal if isinstance(move, AttackFromHand | AttackFromHideout)]
        swaps = [move for move in seen.legal if isinstance(move, Swap)]
        assert set(form.values("target")) == {str(move.target) for move in attacks}
        from_doors = {f"door-{move.own}" for move in attacks if isinstance(move, AttackFromHideout)}
        from_hand = {str(move.spy) for move in attacks if isinstance(move, AttackFromHand)}
        assert set(form.values("spy")) == from_doors | from_hand | {str(move.spy) for move in swaps}
        assert set(form.values("own")) == {str(move.own) for move in swaps}
        assert form.values("token") == (["0", "1", "2"] if swaps else [])
        assert form.values("action") == (["swap"] if swaps else [])
    assert turns > 3


def view_at(table: Table, count: int, seat: int) -> View:
    return view_table(replace(table, states=table.states[: count + 1], entries=table.entries[:count]), seat)


@pytest.mark.parametrize("seed", range(2))
def test_the_values_still_possible_can_be_struck_out_and_no_others(seed: int) -> None:
    whole = make_table(hideouts, 2, seed, {})
    narrowed = 0
    for count in range(2, len(whole.entries), 5):
        for seat in (0, 1):
            view = view_at(whole, count, seat)
            enemy: tuple[SeenHideout, ...] = view.seen.hideouts[1 - seat]
            offered = Controls(notes_of(view)).values("mark")
            possible = [f"{seen.place}-{seen.filled}-{value}" for seen in enemy for value in seen.possible]
            assert offered == possible
            narrowed += sum(0 < len(seen.possible) < 10 for seen in enemy)
    assert narrowed


def test_marks_come_back_with_the_page_and_no_one_else_sees_them() -> None:
    match = Match().hide("123", "456")
    seat = match.asked
    sent = match.clients[seat].post(link("mark", match.game), {"mark": ["1-0-5", "0-0-9"]})
    assert (sent.status_code, sent["Location"]) == (302, link("table", match.game))
    assert struck(match, seat) == ["0-0-9", "1-0-5"]
    assert '<i class="struck"' in match.page(seat)
    assert struck(match, 1 - seat) == []
    assert " struck" not in match.page(1 - seat)


def struck(match: Match, seat: int) -> list[str]:
    page = text_of(match.clients[seat].get(link("table", match.game), {"tab": "past"}))
    boxes = re.findall(r'<input[^>]*name="mark"[^>]*>', page)
    assert boxes
    return sorted(re.findall(r'value="([\d-]+)"', box)[0] for box in boxes if re.search(r"\schecked\b", box))


def test_what_was_struck_out_is_forgotten_when_the_hideout_is_filled_again() -> None:
    match = Match().hide("123", "456")
    other = 1 - match.asked
    match.clients[other].post(link("mark", match.game), {"mark": ["1-0-5", "0-0-9"]})
    match.swap(1, 2, beside=1)
    assert struck(match, other) == ["0-0-9"]


def test_the_end_shows_points_hands_and_every_hideout() -> None:
    match = Match().hide("012", "345")
    winner = match.asked
    for spy, at in ((3, 0), (9, 0), (4, 1), (9, 0), (5, 2)):
        match.hand(spy, at)
    assert "You win!" in match.page(winner)
    page = match.page(1 - winner)
    assert "You lost." in page
    assert "3 points" in side_of(page, winner)
    assert side_of(page, 1 - winner).count("destroyed: 1 point") == 3
    assert "(30 in total)" in side_of(page, winner)
    assert "choice-form" not in page


def test_opened_notes_tell_of_every_spy_also_of_the_zero() -> None:
    match = Match().hide("012", "345")
    for spy, at in ((3, 0), (9, 0), (4, 1), (9, 0), (5, 2)):
        match.hand(spy, at)
    seen = hideouts.observe(match.state, None)
    writer = next(seat for seat in (0, 1) if [hideout.spy for hideout in seen.hideouts[1 - seat]] == [0, 1, 2])
    view = view_table(match.table, writer)
    notes = render_to_string("games/hideouts/marks.html", {"view": view, "writer": writer, "marks": ["0-0-3"]})
    assert re.findall(r"it was (\d)", words_of(notes)) == ["0", "1", "2"]


def test_a_hideout_whose_spy_left_play_with_the_last_attack_stays_empty() -> None:
    match = Match().hide("123", "145")
    seat = match.asked
    match.hideout(1, 0)
    match.hand(9, 0)
    match.hideout(2, 0)
    match.hand(9, 0)
    match.hideout(0, 1)
    assert match.state.outcome
    for viewer in (0, 1):
        page = match.page(viewer)
        assert "left empty" in side_of(page, 1 - seat)
        assert "spy back" not in page


@LANGUAGES
def test_a_draw_says_that_no_one_wins(language: str) -> None:
    match = Match(language).draw()
    assert match.state.outcome.winners == ()
    with translation.override(language):
        nobody = translation.gettext("Nobody wins.")
        reason = translation.gettext(hideouts.TEXTS.reasons["draw"])
    for seat in (0, 1):
        page = words_of(match.page(seat))
        assert nobody in page
        assert reason in page
        assert page.count(" 30 ") >= 2, "both hands were added up"


@pytest.mark.parametrize(("here", "there"), [("456", "789"), ("456", "654"), ("789", "987")])
def test_the_page_is_the_same_with_anything_hidden_by_the_other(here: str, there: str) -> None:
    match = Match().hide("023", here)
    seat = match.asked
    assert view_with_hidden(match, here, seat) == view_table(match.table, seat)
    pages = [render_page(view_with_hidden(match, spies, seat)) for spies in (here, there)]
    assert pages[0] == pages[1]
    own = [render_page(view_with_hidden(match, spies, 1 - seat)) for spies in (here, there)]
    assert own[0] != own[1]


def view_with_hidden(match: Match, spies: str, viewer: int) -> View:
    """Return what a seat is shown in a world where the player who is not asked has hidden these spies."""
    table, other = match.table, 1 - match.asked
    hide = next(entry for entry in table.entries if entry.move.seat == other)
    moved = replace(hide, move=replace(hide.move, spies=tuple(map(int, spies))))
    entries = tuple(moved if entry is hide else entry for entry in table.entries)
    states = fold_states(table.title, table.states[0], entries)
    return view_table(replace(table, entries=entries, states=states), viewer)
