"""What the page of Inside Job says of a role is true at that very table: with Prof. No, with Larry, once revealed."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from django.utils import translation

from games.rules.engine.values import Term
from games.rules.registry import get_title
from games.titles.insidejob.rules.briefing import note_roles
from games.titles.insidejob.rules.roles import ACCOMPLICE, DECOY, PARANOID, PROF_NO, SLEEPER, TIM_SHADY, WIRETAPPED
from games.titles.insidejob.tests import builders, pages
from games.titles.insidejob.tests.builders import cards, table
from games.wording.sentences import word_event, word_term
from tests.rounds import one_in
from tests.tables.unsaved import NAMES

TITLE = get_title("insidejob")
OF_THE_INSIDER = re.compile(r"the Insider(?!’s side|’s place)")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def page_of(now: builders.Table, seat: int) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", pages.page_of(now, seat))))


def test_a_sleeper_who_has_turned_reads_that_and_not_what_would_be() -> None:
    hidden = table(4, insider=3, roles={1: SLEEPER})
    turned = hidden.but(revealed=(1,))
    now, later = (
        "You’ve changed sides: you only win if the Insider wins",
        "If you’re revealed by intel, you change sides",
    )
    assert later in page_of(hidden, 1)
    assert now not in page_of(hidden, 1)
    assert now in page_of(turned, 1)
    assert later not in page_of(turned, 1)
    assert "missions with the others" not in page_of(turned, 1)
    assert all(now not in page_of(turned, seat) for seat in (0, 2, 3))


def test_the_accomplice_alone_reads_her_partners_name_and_role() -> None:
    for partner in (0, 3):
        now = table(4, insider=3, roles={1: ACCOMPLICE}, partner=partner)
        role = "Insider" if partner == 3 else "Agent"
        assert f"Your partner: {NAMES[partner]}, {role}." in page_of(now, 1)
        assert all("Your partner" not in page_of(now, seat) for seat in (0, 2, 3))
    assert "Your partner" not in page_of(table(4, insider=3, roles={1: ACCOMPLICE}), 1)


def test_a_paranoid_agent_is_promised_both_votes_for_one_but_not_by_prof_no() -> None:
    usual, with_prof_no = table(4, insider=3, roles={1: PARANOID}), table(4, roles={1: PARANOID, 3: PROF_NO})
    for seat in range(4):
        assert "once revealed, can use both votes against one" in page_of(usual, seat)
        assert "both votes" not in page_of(with_prof_no, seat)
        assert "Can vote against two players; once revealed, no longer votes" in page_of(with_prof_no, seat)
    assert "you can give both votes to one" in page_of(usual, 1)
    assert "once revealed, you no longer vote" in page_of(with_prof_no, 1)


@pytest.mark.parametrize("other", one_in(2, [None, WIRETAPPED, PARANOID, DECOY, ACCOMPLICE, TIM_SHADY, SLEEPER]))
def test_where_prof_no_plays_no_page_speaks_of_an_insider(other: str | None) -> None:
    roles = {1: other, 3: PROF_NO} if other else {3: PROF_NO}
    start = table(4, roles=roles, partner=0)
    turned = start.but(revealed=(1,))
    vote = table(4, roles=roles, partner=0, tricks=10)
    drawn = [page_of(now, seat) for now in (vote, start, turned, vote_somehow(vote)) for seat in range(4)]
    assert [OF_THE_INSIDER.findall(page) for page in drawn] == [[]] * len(drawn)
    assert "Who is Prof. No?" in drawn[0]
    assert "Prof. No gets the most votes" in drawn[0]


def vote_somehow(vote: builders.Table) -> builders.Table:
    while vote.state.outcome is None:
        vote = vote.moves(TITLE.legal_moves(vote.state, TITLE.to_act(vote.state)[0])[0])
    return vote


@pytest.mark.parametrize(
    "reason", ["wiretap", "vote_insider", "vote_wrong", "vote_tie", "decoy_shared", "all_revealed"]
)
def test_a_reason_that_prof_nos_table_may_end_with_speaks_of_no_insider(reason: str) -> None:
    assert not OF_THE_INSIDER.search(word_term(TITLE, Term("reason", reason)))


def test_whoever_shares_the_decoys_victory_is_called_by_name() -> None:
    over = table(4, roles={0: DECOY, 3: PROF_NO}, tricks=10).votes(3, 0, None, None)
    assert over.reason == "decoy_shared"
    told = [word_event(TITLE, verdict, NAMES) for verdict in over.seen_by(None).verdicts]
    assert told[1] == "Ben loses: the Decoy shares the win with Dan."


def test_a_vote_that_falls_on_one_who_is_no_agent_is_not_said_to_fall_on_an_agent() -> None:
    on_tim = table(4, insider=3, roles={1: TIM_SHADY}, tricks=10).votes(1, None, 1, 1)
    for over in (on_tim, table(2, insider=2, tricks=9).votes(2, None)):
        assert over.reason == "vote_wrong"
        assert "The vote misses its mark: the Insider’s side wins." in page_of(over, 0)
        assert "falls on an Agent" not in page_of(over, 0)


def test_the_vote_is_explained_by_the_rules_of_its_table() -> None:
    by_agents = "the Insider wins if an Agent names an Agent; otherwise the Agents win"
    by_most = "the Agents win if the Insider gets the most votes"
    with_larry, of_many = table(2, tricks=9), table(4, tricks=10)
    assert by_agents in page_of(with_larry, 0)
    assert by_most not in page_of(with_larry, 0)
    assert by_most in page_of(of_many, 0)
    assert by_agents not in page_of(of_many, 0)


def test_the_cards_not_dealt_lie_open_at_the_end_and_not_before() -> None:
    end = table(4, insider=3, tricks=10).hold("B1", "G2", "Y3", "P4")
    kept = end.but(deal=replace(end.state.deal, hands=tuple(map(cards, ALL_BUT_FOUR))))
    assert "Undealt cards" not in page_of(kept, 0)
    over = kept.votes(3, 3, 1, 0)
    for seat in range(4):
        box = page_of(over, seat).split("Undealt cards")[1]
        assert all(f"{suit} 13" in box for suit in ("blue", "green", "yellow", "pink"))
        assert "blue 12" not in box


ALL_BUT_FOUR = [" ".join(f"{suit}{value}" for value in range(1, 13)) for suit in "BGYP"]


def test_what_was_seen_of_larrys_cards_is_mine_until_the_end_opens_it_to_all() -> None:
    led = table(2, insider=1, met=6).pile("B1", "B3", "B7").mission("odd-only-yellow").plays("B5")
    mine, open_to_all = "Larry’s cards I’ve seen", "Larry’s cards that were seen"
    later = led.play_for_larry("B3")
    assert mine in page_of(later, 1)
    assert mine not in page_of(later, 0)
    over = later.plays("B9")
    assert over.reason == "missions"
    for seat in (0, 1):
        assert open_to_all in page_of(over, seat)
        assert mine not in page_of(over, seat)


def test_the_note_of_a_role_names_the_intel_that_reveals_a_player_where_that_is_known() -> None:
    for intel, params in ((5, {"intel": 5}), (None, {})):
        [(_, note)] = note_roles([PROF_NO], [PROF_NO], intel)
        assert dict(note.params) == {"foe": Term("foe", PROF_NO), **params}
