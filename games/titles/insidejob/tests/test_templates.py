"""The page of a table: it offers what is legal, and shows nothing that its viewer may not know."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term
from games.rules.registry import TITLES, get_title
from games.state.table import Table
from games.state.view import View, view_table
from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.moves import Play
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.tests import builders
from games.titles.insidejob.tests.pages import page_of
from games.wording.sentences import word_term
from tests.rounds import one_in
from tests.tables.unsaved import Controls, make_table, render_for, render_page

TITLE = get_title("insidejob")
any_title = pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
GAMES = one_in(
    8, [(seats, seed, memory) for seed, seats in enumerate((3, 4, 5, 4)) for memory in ("open", "last_trick")]
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def stages(seats: int, seed: int, memory: str, step: int = 7) -> Iterator[Table]:
    whole = make_table(TITLE, seats, seed, {"memory": memory})
    for count in range(0, len(whole.entries), step):
        yield replace(whole, states=whole.states[: count + 1], entries=whole.entries[:count])
    yield whole


def cards_on(html: str) -> set[Card]:
    codes = set(re.findall(r"\b[BGYP](?:1[0-3]|[1-9])\b", html))
    named = set(re.findall(r"\b(?:blue|green|yellow|pink) \d+", html))
    return {card for card in DECK if card.code in codes or name_of(card) in named}


def name_of(card: Card) -> str:
    return word_term(TITLE, Term("card", card.code))


def knowable(seen: Observation) -> set[Card]:
    """Return the cards a viewer may be shown: their own, those on the table and in sight, and all at the end."""
    tricks = [*(trick.plays for trick in seen.tricks), seen.plays]
    opened = {*seen.undealt, *(card for hand in seen.hands for card in hand)}
    return opened.union(seen.hand, (played.card for plays in tricks for played in plays))


@pytest.mark.parametrize(("seats", "seed", "memory"), GAMES)
def test_no_page_names_a_card_its_viewer_may_not_know(seats: int, seed: int, memory: str) -> None:
    hidden = 0
    for table in stages(seats, seed, memory):
        for seat in range(seats):
            view = view_table(table, seat)
            shown = cards_on(render_page(view))
            assert set(view.seen.hand) <= shown
            assert shown <= knowable(view.seen)
            hidden += len({card for hand in table.states[-1].hands for card in hand} - knowable(view.seen))
    assert hidden > 100


@pytest.mark.parametrize(("seats", "seed", "memory"), GAMES)
def test_no_page_names_a_mission_set_aside_by_someone_else(seats: int, seed: int, memory: str) -> None:
    hidden = 0
    for table in stages(seats, seed, memory):
        if TITLE.outcome(table.states[-1]):
            continue
        for seat in range(seats):
            html = render_for(table, seat)
            for trick in table.states[-1].tricks:
                if trick.plays[0].seat != seat:
                    hidden += 1
                    assert word_term(TITLE, Term("mission", trick.set_aside.id)) not in html
                    assert trick.set_aside.id not in html
    assert hidden > 20


def swap_roles(table: Table, one: int, other: int) -> Table:
    roles = list(table.deal.roles)
    roles[one], roles[other] = roles[other], roles[one]
    deal = replace(table.deal, roles=tuple(roles))
    return replace(table, deal=deal, states=tuple(replace(state, deal=deal) for state in table.states))


@pytest.mark.parametrize(("seats", "seed", "memory"), GAMES)
def test_the_page_is_the_same_if_another_is_the_insider(seats: int, seed: int, memory: str) -> None:
    compared = 0
    for table in stages(seats, seed, memory):
        insider = table.deal.roles.index("insider")
        state = table.states[-1]
        for seat in range(seats):
            other = next(place for place in range(seats) if place not in (insider, seat))
            if state.outcome or seat == insider or {insider, other} & set(state.revealed):
                continue
            compared += 1
            assert render_for(table, seat) == render_for(swap_roles(table, insider, other), seat)
    assert compared > 10


def asked_views(seats: int, seed: int, memory: str) -> Iterator[View]:
    for table in stages(seats, seed, memory, step=2):
        for seat in TITLE.to_act(table.states[-1]):
            yield view_table(table, seat)


@pytest.mark.parametrize(("seats", "seed", "memory"), GAMES)
def test_every_card_can_be_pressed_and_those_off_suit_fade_whatever_the_role(
    seats: int, seed: int, memory: str
) -> None:
    faded: dict[bool, int] = {True: 0, False: 0}
    for view in asked_views(seats, seed, memory):
        form, seen = Controls(render_page(view)), view.seen
        if seen.suspects:
            assert form.values("against") == [str(seat) for seat in seen.suspects]
            continue
        assert form.values("card") == [card.code for card in seen.hand]
        assert form.values("mission") == [mission.id for mission in seen.drawn]
        assert ("1" in form.values("wager")) == any(play.wager for play in seen.legal if isinstance(play, Play))
        led = {played.card.suit for played in seen.plays[:1]}
        following = {card.code for card in seen.hand if card.suit in led}
        pressed = {card.code for card in seen.hand}
        assert set(form.marked("card")) == (pressed - following if following else set())
        assert view.me
        faded[seen.roles[view.me.index] == "insider"] += len(form.marked("card"))
    assert min(faded.values()) > 5


def test_the_button_says_why_an_agent_cannot_break_suit_and_that_an_insider_does() -> None:
    now = builders.table(4, insider=1).mission("odd-only-green").hold("B5", "B2 G3", "B4 Y3", "P4").plays("B5")
    insider = read_button(page_of(now, 1))
    agent = read_button(page_of(now.plays("B2"), 2))
    assert insider["data-says-faded"] == "Play the {card} off-suit"
    assert agent["data-says-faded"] == "You must follow suit: blue"
    assert "faded" not in insider["data-blocked"].split()
    assert "faded" in agent["data-blocked"].split()
    assert insider["data-says"] == agent["data-says"] == "Play the {card}"
    # A page names what it has had of the row.
    assert insider["data-part"] == agent["data-part"]


def read_button(html: str) -> dict[str, str]:
    """Return the attributes of the button to play, and of the row around it."""
    tags = re.search(r'(<div[^>]* class="act"[^>]*>).*(<button[^>]*play-button[^>]*>)', html, re.DOTALL)
    assert tags
    return dict(re.findall(r'([\w-]+)="([^"]*)"', "".join(tags.groups())))


def test_nothing_can_be_chosen_by_a_player_who_is_not_asked() -> None:
    for table in stages(4, 1, "open", step=10):
        for seat in set(range(4)) - set(TITLE.to_act(table.states[-1])):
            form = Controls(render_for(table, seat))
            assert not form.values("card") + form.values("mission") + form.values("against") + form.values("wager")


def test_what_was_chosen_is_still_chosen_beside_the_error() -> None:
    view = next(
        view
        for view in asked_views(4, 1, "open")
        if len({move.card for move in view.seen.legal if isinstance(move, Play)}) > 1
    )
    card = view.seen.legal[-1].card.code
    html = render_page(view, fields={"card": card}, error="Not that one, please.")
    assert re.findall(r'value="(\w+)"[^>]*\schecked', html) == [card]
    assert "Not that one, please." in html


@any_title
def test_a_name_or_something_said_is_never_markup(title: AnyTitle) -> None:
    table = make_table(title, title.USUAL_SEATS, 1, {}, moves=5)
    for player in table.players:
        assert player.user is not None
        player.user.display_name = "<b>Eve</b>"
    assert "<b>Eve" not in render_for(table, 0)


@any_title
def test_no_page_carries_inline_script_or_style(title: AnyTitle) -> None:
    whole = make_table(title, title.USUAL_SEATS, 1, {})
    for count in range(0, len(whole.entries) + 1, 9):
        html = render_for(replace(whole, states=whole.states[: count + 1], entries=whole.entries[:count]), 0)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", html)


def test_what_a_page_asks_to_leave_out_later_tells_nothing_of_the_hand() -> None:
    """Whether a wager is offered rests on the hand. The parts that a page knows make its requests longer."""
    whole, offered = make_table(TITLE, 4, 1, {}), 0
    for count in range(len(whole.entries)):
        table = replace(whole, states=whole.states[: count + 1], entries=whole.entries[:count])
        for seat in TITLE.to_act(table.states[-1]):
            view = view_table(table, seat)
            plain = [move for move in view.seen.legal if not (isinstance(move, Play) and move.wager)]
            if len(plain) == len(view.seen.legal):
                continue
            pages = [render_page(each) for each in (view, replace(view, seen=replace(view.seen, legal=tuple(plain))))]
            assert [Controls(page).values("wager") for page in pages] == [["1"], []]
            # In the order in which it has them, because answers name them by their place.
            with_wager, without = ([*dict.fromkeys(re.findall(r'data-part="?(\w+)', page))] for page in pages)
            assert with_wager == without != []
            offered += 1
    assert offered > 3
