"""The blank role card: a host makes a role of parts, and the rules, the bots and the records hold it as any other."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.engine.errors import BadRecord, InvalidOption
from games.rules.engine.play import play_out
from games.rules.engine.strict_json import read_json
from games.rules.lab.simulate import simulate
from games.rules.record import dump_line, verify_record
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.house_role import PARTS, make_house_role
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.roles import (
    AGENT,
    DECOY,
    HOUSE_ROLES,
    INSIDER,
    PARANOID,
    PROF_NO,
    ROLES,
    SLEEPER,
    TIM_SHADY,
    WIRETAPPED,
    is_insider,
    list_house_lineups,
    list_lineups,
    name_house_role,
)
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.houses import HOUSE, SIDES, breaks_suit, count_votes, falls_silent, is_open
from tests.rounds import choose, one_in

REASONS = (
    "insider_intel", "wiretap", "all_revealed", "house_insiders",
    "missions", "daredevil", "prof_no_exposed", "house_agents",
)  # fmt: skip
"""Why a game ends after a trick: of two reasons the one that stands first here is named."""
any_house_role = pytest.mark.parametrize("role", one_in(6, HOUSE_ROLES))
PLAYERS = ("random", "gentle", "steady", "expert", "blending", "stand_in")
ROLES_WITH_BOTS = [
    (role, PLAYERS[(row + step) % len(PLAYERS)]) for row, role in enumerate(HOUSE_ROLES) for step in range(len(PLAYERS))
]
"""Each role with each bot. Deep rounds try the first of each role, which together are each bot eight times."""


def make(**parts: Any) -> str:
    return make_house_role({f"house_{name}": value for name, value in parts.items()})


def refusal(seats: int, *roles: str) -> str:
    with pytest.raises(InvalidOption) as refused:
        insidejob.parse_options({"roles": list(roles)}, seats)
    return refused.value.code


def test_the_name_of_each_house_role_says_its_parts() -> None:
    assert len(HOUSE_ROLES) == len({*HOUSE_ROLES.values()}) == 48
    for name, role in HOUSE_ROLES.items():
        assert (name, name.split("-")[1]) == (name_house_role(role), role.side)
        assert (is_open(name), breaks_suit(name), count_votes(name)) == (role.is_open, role.breaks_suit, role.votes)
        assert falls_silent(name) == (not role.revealed_votes)
        assert len(name) <= 20, "as many letters as the row of a player has for it"


def test_a_role_is_made_of_parts_and_none_where_there_is_no_side() -> None:
    assert make() == make(side="", votes="7") == ""
    assert make(side="agents") == "house-agents"
    assert make(side="agents", votes="2", breaks_suit=True, revealed="turns") == "house-agents-2bt"
    assert make(side="neutral", is_open=True, votes="0") == "house-neutral-o0"
    assert {side for name in HOUSE_ROLES for side in SIDES if name.startswith(HOUSE + side)} == {*SIDES}


@pytest.mark.parametrize(
    ("parts", "option", "code"),
    [
        ({"side": "insiders", "is_open": True, "revealed": "wins"}, "house_is_open", "house_open_insider"),
        ({"side": "agents", "votes": "0"}, "house_votes", "house_no_vote"),
        ({"side": "agents", "is_open": True, "revealed": "turns"}, "house_revealed", "house_open_revealed"),
        ({"side": "insiders", "revealed": "turns"}, "house_revealed", "house_revealed"),
        ({"side": "insiders"}, "house_revealed", "house_revealed"),
        ({"side": "neutral", "revealed": "wins"}, "house_revealed", "house_revealed"),
        ({"side": "nobody"}, "house_side", "unknown_value"),
        ({"side": "agents", "votes": "3"}, "house_votes", "unknown_value"),
        ({"side": "agents", "votes": 1}, "house_votes", "unknown_value"),
        ({"side": "agents", "is_open": "yes"}, "house_is_open", "unknown_value"),
    ],
)
def test_parts_that_do_not_go_together_are_refused_by_name(parts: dict[str, Any], option: str, code: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        make(**parts)
    assert (refused.value.option, refused.value.code) == (option, code)
    assert option in {part.name for part in PARTS}
    assert code in insidejob.TEXTS.objections


def test_it_sits_in_one_of_the_two_special_places_by_the_rules_of_all() -> None:
    assert refusal(3, "house-agents") == "roles_seats"
    assert refusal(4, "house-agents", PARANOID, SLEEPER) == "roles_too_many"
    assert refusal(4, "house-agents", "house-neutral") == "roles_two_house"
    assert refusal(4, "house-neutral", DECOY) == "roles_two_neutral"
    assert refusal(5, "house-agents-o", WIRETAPPED) == "roles_two_open"
    assert refusal(5, "house-insiders-w", PROF_NO) == "roles_two_insiders"
    assert refusal(5, "house-agents-x") == refusal(5, "house") == "unknown_value"
    assert len(list_lineups()) == 33, "those of the rulebook are as they were"
    assert all(sum(role in HOUSE_ROLES for role in lineup) == 1 for lineup in list_house_lineups())


@any_house_role
def test_it_is_dealt_in_place_of_an_agent_or_of_the_insider(role: str) -> None:
    options = insidejob.parse_options({"roles": [role]}, 5)
    dealt = insidejob.make_deal(options, 5, Random(1)).roles
    is_insider = ROLES[role].side == "insiders"
    assert Counter(dealt) == Counter([role, *([] if is_insider else [INSIDER]), *[AGENT] * (4 if is_insider else 3)])
    assert insidejob.list_wishes(options) == (("not_insider",) if is_open(role) else ())


@pytest.mark.parametrize(("role", "bot"), one_in(42, ROLES_WITH_BOTS, deep=len(PLAYERS)))
def test_whole_games_are_played_by_all_bots_and_verify(role: str, bot: str) -> None:
    lineup = Random(role).choice([lineup for lineup in list_house_lineups() if role in lineup])
    options = insidejob.parse_options({"roles": list(lineup)}, 4)
    record = next(simulate(insidejob, options, 4, insidejob.BOTS[bot], 7))
    line = dump_line(record)
    assert record["rules"] == 2
    assert verify_record(read_json(line.encode())).state.outcome is not None


def test_rules_before_them_hold_no_house_roles() -> None:
    record = next(simulate(insidejob, insidejob.parse_options({"roles": ["house-agents"]}, 4), 4, play_any, 1))
    assert verify_record(record).state.rules == 2
    with pytest.raises(BadRecord, match="options"):
        verify_record({**record, "rules": 1})


def play_any(seen: Any, chance: Random) -> Any:
    return chance.choice(seen.legal)


def find_ends(role: str) -> Iterator[Any]:
    options = insidejob.parse_options({"roles": [role]}, 5)
    for seed in range(60):
        deal = insidejob.make_deal(options, 5, Random(seed))
        yield play_out(insidejob, options, deal, dict.fromkeys(range(5), play_any), Random(seed))[0]


@pytest.mark.parametrize(
    ("role", "reason", "winners"),
    [
        ("house-agents-w", "house_agents", "agents"),
        ("house-agents-l", "house_insiders", "insiders"),
        ("house-insiders-w", "house_insiders", "insiders"),
        ("house-insiders-l", "house_agents", "agents"),
    ],
)
def test_being_revealed_by_intel_ends_the_game_for_its_side_or_against_it(role: str, reason: str, winners: str) -> None:
    over = 0
    for end in find_ends(role):
        assert (end.deal.roles.index(role) in end.revealed) == (end.outcome.reason == reason)
        if end.outcome.reason == reason:
            over += 1
            sides = [ROLES[dealt].side for dealt in end.deal.roles]
            assert end.outcome.winners == tuple(place for place, side in enumerate(sides) if side == winners)
            if over > 2:
                return
    raise AssertionError("nobody was revealed")


@pytest.mark.parametrize(
    ("roles", "met", "reasons"),
    [
        ({2: "house-agents-w"}, True, ["missions", "house_agents"]),
        ({2: "house-insiders-l"}, True, ["missions", "house_agents"]),
        ({2: "house-agents-l"}, True, ["house_insiders", "missions"]),
        ({2: "house-insiders-w"}, True, ["house_insiders", "missions"]),
        ({2: "house-agents-l", 3: PROF_NO}, False, ["all_revealed", "house_insiders"]),
        ({2: "house-agents-l", 3: PROF_NO}, True, ["all_revealed", "house_insiders", "missions"]),
    ],
)
def test_of_two_endings_in_one_trick_the_first_is_named(roles: dict[int, str], met: bool, reasons: list[str]) -> None:
    before = table(4, insider=3, roles=roles, revealed=(0, 1), intel=(4, 4, 4, 1), tricks=8, met=6)
    assert before.won_by(2, met=met).reason == reasons[0]
    order = [REASONS.index(reason) for reason in reasons]
    assert order == sorted(order)


def test_docs_name_the_order_of_the_endings() -> None:
    assert {*REASONS} == {reason for reason in END_REASONS if not reason.startswith(("vote", "decoy"))}
    text = " ".join(Path("docs/records.md").read_text("utf-8").split())
    assert " ".join(f"`{reason}`" for reason in REASONS) in text


def test_one_who_changes_sides_wins_with_the_insider_and_votes_no_more() -> None:
    ends = find_ends("house-agents-2t")
    turned = [*islice((end for end in ends if end.deal.roles.index("house-agents-2t") in end.revealed), 5)]
    assert len(turned) == 5
    for end in turned:
        seat, insider = end.deal.roles.index("house-agents-2t"), end.deal.roles.index(INSIDER)
        assert (seat in end.outcome.winners) == (insider in end.outcome.winners)
        assert all(vote.seat != seat for vote in end.votes)


def test_one_on_no_side_wins_as_the_neighbour_on_the_right_loses() -> None:
    for end in islice(find_ends("house-neutral-r"), 15):
        seat = end.deal.roles.index("house-neutral-r")
        assert (seat in end.outcome.winners) == ((seat - 1) % 5 not in end.outcome.winners)


@pytest.mark.rounds
@any_house_role
def test_it_votes_by_its_parts(role: str) -> None:
    voted = 0
    for end in islice(find_ends(role), choose(6, deep=15)):
        seat = end.deal.roles.index(role)
        own = [vote for vote in end.votes if vote.seat == seat]
        assert all(1 <= len(vote.against) <= ROLES[role].votes for vote in own)
        twice = [vote for vote in own if len(vote.against) == 2 and len({*vote.against}) == 1]
        assert not twice or seat in end.revealed
        assert not own or ROLES[role].votes
        voted += bool(end.votes)
    assert voted, "there was something to vote about"


def test_a_vote_has_as_many_names_as_the_role_has_votes() -> None:
    votes = [vote for end in islice(find_ends("house-agents-o2"), 15) for vote in end.votes]
    assert {len(vote.against) for vote in votes if isinstance(vote, Vote)} == {1, 2}


@any_house_role
def test_all_are_told_its_parts_and_its_player_what_they_mean(role: str) -> None:
    options = insidejob.parse_options({"roles": [role]}, 4)
    deal = insidejob.make_deal(options, 4, Random(3))
    state = insidejob.start(options, deal, insidejob.RULES)
    seat = deal.roles.index(role)
    for viewer in (None, *range(4)):
        seen = insidejob.observe(state, viewer)
        assert [noted for noted, _ in seen.notes] == [role]
        assert seen.house_role == role
        assert (viewer is not None and seen.roles[seat] == role) == (
            viewer is not None and (viewer == seat or is_open(role))
        )
    assert len(insidejob.observe(state, seat).brief) >= 2


@pytest.mark.parametrize("is_revealed", [False, True])
def test_its_player_reads_whether_to_follow_suit_and_is_warned_only_while_the_role_is_hidden(is_revealed: bool) -> None:
    for role in HOUSE_ROLES:
        now = table(4, insider=3, roles={3 if is_insider(role) else 1: role}, revealed=(1, 3) if is_revealed else ())
        brief = now.seen_by(now.state.deal.roles.index(role)).brief
        [told] = [str(row.phrase.sentence) for row in brief if row.about == "card"]
        is_hidden = not is_open(role) and not is_revealed
        assert told.startswith("You don’t have to follow suit" if breaks_suit(role) else "If you have the colour"), role
        assert ("if the others notice" in told.lower()) == (breaks_suit(role) and (is_hidden or is_insider(role))), role


def test_the_rows_of_the_rulebook_are_what_they_were() -> None:
    assert [role for role, card in ROLES.items() if card.votes == 2 and role not in HOUSE_ROLES] == [PARANOID]
    silent = [role for role, card in ROLES.items() if not card.revealed_votes and role not in HOUSE_ROLES]
    assert silent == [TIM_SHADY, SLEEPER]
