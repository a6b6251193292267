"""The rules page of Inside Job: in both languages, and made from what games are played by."""

import re

import pytest
from django.test import Client
from django.utils import translation

from games.rules.engine.values import Term
from games.rules.registry import get_title
from games.tables.services.moves import DICE
from games.titles.insidejob.rules.missions import DECK, RISKY
from games.titles.insidejob.rules.numbers import INTEL_WITH_PROF_NO, NUMBERS
from games.titles.insidejob.rules.roles import PRINTED, RECOMMENDED, SPECIAL, list_lineups, object_to_lineup
from games.titles.insidejob.rules.state import State, start
from games.wording.sentences import word_term
from tests.builders_people import make_guest, make_person
from tests.rules_pages import LANGUAGES, Tables, cells, part, read_rules, require_rulings, words_of
from tests.tables.builders import open_table, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db

TITLE = get_title("insidejob")


def name(language: str, kind: str, value: str) -> str:
    with translation.override(language):
        return word_term(TITLE, Term(kind, value))


def test_a_title_no_one_has_heard_of_is_nowhere() -> None:
    assert Client().get("/rules/chess/").status_code == 404


@LANGUAGES
def test_the_figures_are_those_that_games_are_dealt_by(language: str) -> None:
    figures = Tables(read_rules(language)).tables[0]
    rows = [cells(row) for row in figures[1:]]
    dealt = {seats: deal_one(seats) for seats in NUMBERS}
    assert [row.split()[0] for row in cells(figures[0])] == [str(seats) for seats in NUMBERS]
    assert rows == [
        [str(numbers.missions_needed) for numbers in NUMBERS.values()],
        [str(numbers.intel_needed) for numbers in NUMBERS.values()],
        [str(INTEL_WITH_PROF_NO.get(seats, "–")) for seats in NUMBERS],
        [str(numbers.tricks) for numbers in NUMBERS.values()],
        [str(len(state.hands[0])) for state in dealt.values()],
        [str(len(state.hands[0]) - NUMBERS[seats].tricks) for seats, state in dealt.items()],
        [str(52 - sum(len(hand) for hand in state.hands)) for state in dealt.values()],
        [str(state.intel[0]) for state in dealt.values()],
        [str(state.reserve) for state in dealt.values()],
    ]


def deal_one(seats: int) -> State:
    options = TITLE.parse_options({}, seats)
    return start(options, TITLE.make_deal(options, seats, DICE), TITLE.RULES)


@LANGUAGES
def test_every_mission_is_there_with_its_trump_and_ours_are_marked(language: str) -> None:
    page = read_rules(language)
    conditions = tuple(name(language, "condition", mission.condition) for mission in (*DECK, *RISKY))
    rows = [row[0].strip() for table in Tables(page).tables for row in table]
    assert sum(row.startswith(conditions) for row in rows) == len(DECK) + len(RISKY)
    for mission in (*DECK, *RISKY):
        row = page.split(f'<tr id="{mission.id}">')[1].split("</tr>")[0]
        assert name(language, "condition", mission.condition) in words_of(row)
        assert name(language, "suit", mission.trump) in words_of(row)
        assert ('class="tag ours"' in row) is not mission.attested
    assert 0 < page.count('class="tag ours"') < len(DECK)


@LANGUAGES
def test_every_role_is_told_with_its_side_and_those_it_goes_with(language: str) -> None:
    page = read_rules(language)
    for role in PRINTED:
        told = part(page, f'id="role-{role}">', "</div>")
        assert name(language, "role", role) in told
        assert len(told) > 60
    for role in SPECIAL:
        row = part(page, f'id="with-{role}">', "</tr>")
        assert name(language, "side", PRINTED[role].side) in row
        others = row.split(name(language, "side", PRINTED[role].side))[1]
        allowed = {other for other in SPECIAL if other != role and object_to_lineup([role, other]) is None}
        assert {other for other in SPECIAL if name(language, "role", other) in others} == allowed


@LANGUAGES
def test_line_ups_are_counted_and_the_recommended_ones_named(language: str) -> None:
    page = read_rules(language)
    assert f" {len(list_lineups())} " in part(page, 'id="line-ups"', "<table")
    pairs = part(page, 'id="recommended">', "</ul>")
    for one, other in RECOMMENDED:
        joined = "et" if language == "fr" else "and"
        assert f"{name(language, 'role', one)} {joined} {name(language, 'role', other)}" in pairs


def test_every_house_ruling_is_marked_and_says_something() -> None:
    require_rulings("insidejob", RULINGS)


RULINGS = (
    "stays revealed even if",
    "You can change your vote until everyone has voted",
    "you have no one to vote against",
    "roles are revealed first",
    "wins or loses by their role",
    "the table chooses",
    "regardless of their role",
    "No one ever has to wager",
    "Only that kind can go without a vote",
    "must follow suit unless your role says otherwise",
    "Wiretapped Agent is revealed",
    "the reserve gives nothing",
    "count as revealed for Prof. No",
    "ties with the Insider",
    "takes nothing",
    "the Agents still need as many missions",
    "you’d rather not be the Insider",
    "no risky missions",
    "on his turn, not before",
    "counts as having named an Agent",
)
"""A few words of each line that settles what the printed rules leave open, in the order of the page."""


ADVICE = ("break-suit", "feeding", "trusted", "risky", "two-roles", "larry")
"""What the rulebook advises, by the end of its anchor, in the order of the page."""


@LANGUAGES
def test_each_piece_of_advice_is_there_and_marked(language: str) -> None:
    page = read_rules(language)
    assert re.findall(r'<p class="advice" id="advice-([\w-]+)">', page) == [*ADVICE]
    with translation.override(language):
        mark = translation.gettext("Advice")
    told = {part(page, f'id="advice-{code}">', "</p>").strip() for code in ADVICE}
    assert all(words.startswith(mark) and len(words) > len(mark) + 40 for words in told)
    assert len(told) == len(ADVICE)


@pytest.mark.parametrize(
    ("language", "risky", "roles"),
    [
        ("en", "They help the Insider.", "Two special roles may unbalance a game."),
        ("fr", "Elles aident l’Espion.", "Deux rôles spéciaux peuvent déséquilibrer une partie."),
    ],
)
def test_the_options_of_a_table_advise_on_risky_missions_and_two_roles(language: str, risky: str, roles: str) -> None:
    form = text_of(sign_in(make_person(language=language)).get("/games/new/insidejob/"))
    assert risky in form
    assert roles in form


def test_nobody_is_said_to_be_free_of_suit_who_is_not() -> None:
    """A house role may be free, and a Sleeper Agent who has turned and Larry are not, though on the Insider's side."""
    page = words_of(read_rules("en"))
    assert page.count("unless your role says otherwise") == 4
    assert "The Insider and Prof. No don’t have to, and a house role may be exempt too" in page
    assert "A Sleeper Agent who has changed sides still must, and so must Larry" in page


def test_the_rules_are_found_from_everywhere() -> None:
    ada, bob = make_person("Ada"), make_person("Bob")
    running, waiting = start_table(ada, bots=2), open_table(ada, seats=4)
    for client, path in (
        (Client(), "/"),
        (sign_in(make_guest()), "/"),
        (sign_in(ada), "/games/new/insidejob/"),
        (sign_in(ada), "/games/"),
    ):
        assert 'href="/rules/' in text_of(client.get(path)), path
    for person, game, tab in ((ada, running, "?tab=about"), (ada, waiting, ""), (bob, waiting, "")):
        assert f'href="/rules/{game.title}/"' in text_of(sign_in(person).get(link("table", game) + tab))


def test_the_rules_say_when_the_accomplice_picks_who_tim_shadys_neighbour_is_and_whose_intel_is_wagered() -> None:
    page = words_of(read_rules("en"))
    for words in (
        "Before the first mission she picks",
        "comes just before his",
        "you can put one of your intel tokens",
    ):
        assert words in page
