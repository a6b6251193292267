"""Section 8: which special roles may sit at one table, whom they replace, and who is dealt them."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.rules.engine.errors import InvalidOption
from games.titles.insidejob.rules.deal import make_deal
from games.titles.insidejob.rules.observe import observe
from games.titles.insidejob.rules.options import list_wishes, parse_options
from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    AGENT,
    DAREDEVIL,
    DECOY,
    INSIDER,
    PARANOID,
    PROF_NO,
    RECOMMENDED,
    SLEEPER,
    SPECIAL,
    TIM_SHADY,
    WIRETAPPED,
    list_lineups,
)
from games.titles.insidejob.rules.state import start
from games.titles.insidejob.rules.versions import RULES

NEUTRAL_ROLES = {DECOY, ACCOMPLICE, TIM_SHADY}
OPEN_ROLES = {WIRETAPPED, ACCOMPLICE}
ALLOWED = [
    roles
    for count in (0, 1, 2)
    for roles in combinations(SPECIAL, count)
    if len(NEUTRAL_ROLES & set(roles)) < 2 and len(OPEN_ROLES & set(roles)) < 2
]
any_lineup = pytest.mark.parametrize("roles", ALLOWED, ids="+".join)
any_seats = pytest.mark.parametrize("seats", [4, 5])


def refusal(seats: int, **raw: object) -> tuple[str, str]:
    with pytest.raises(InvalidOption) as refused:
        parse_options(raw, seats)
    return refused.value.option, refused.value.code


def roles_dealt(roles: tuple[str, ...], seats: int, seed: int, *wishing: int) -> tuple[str, ...]:
    """Return who is dealt which role if the players in `wishing` would rather not be the Insider."""
    options = parse_options({"roles": list(roles)}, seats)
    return make_deal(options, seats, Random(seed), wishes=dict.fromkeys(wishing, "not_insider")).roles


def test_8_there_are_1_and_8_and_24_lineups() -> None:
    assert Counter(len(roles) for roles in list_lineups()) == {0: 1, 1: 8, 2: 24}
    assert {frozenset(roles) for roles in list_lineups()} == {frozenset(roles) for roles in ALLOWED}


@any_seats
@any_lineup
def test_8_every_lineup_may_be_chosen_at_four_and_five_seats(roles: tuple[str, ...], seats: int) -> None:
    assert parse_options({"roles": list(roles)}, seats).roles == tuple(sorted(roles))
    assert parse_options({"roles": ",".join(reversed(roles))}, seats).roles == tuple(sorted(roles))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("role", SPECIAL)
def test_8_and_10_there_are_no_special_roles_at_two_and_three_seats(role: str, seats: int) -> None:
    assert refusal(seats, roles=[role]) == ("roles", "roles_seats")


@pytest.mark.parametrize(
    ("roles", "code"),
    [
        ((PARANOID, SLEEPER, PROF_NO), "roles_too_many"),
        ((PARANOID, PARANOID), "unknown_value"),
        *((pair, "roles_two_neutral") for pair in combinations(sorted(NEUTRAL_ROLES), 2)),
        ((WIRETAPPED, ACCOMPLICE), "roles_two_open"),
        *(((role,), "unknown_value") for role in (AGENT, INSIDER, "queen", "")),
    ],
)
def test_8_two_special_roles_at_most_not_both_neutral_or_open(roles: tuple[str, ...], code: str) -> None:
    assert refusal(5, roles=list(roles)) == ("roles", code)


@pytest.mark.parametrize(("seats", "roles"), [(4, [DAREDEVIL]), (5, [DAREDEVIL, TIM_SHADY])])
def test_8_no_daredevil_agent_at_a_table_without_wagers(seats: int, roles: list[str]) -> None:
    assert refusal(seats, roles=roles, wagers=False) == ("roles", "daredevil_needs_wagers")


def test_8_the_recommended_pairs_are_those_of_the_rulebook() -> None:
    assert {frozenset(pair) for pair in RECOMMENDED} == {
        frozenset({SLEEPER, PARANOID}),
        frozenset({DAREDEVIL, TIM_SHADY}),
        frozenset({ACCOMPLICE, PROF_NO}),
        frozenset({TIM_SHADY, SLEEPER}),
    }


@any_seats
@any_lineup
def test_8_a_special_role_replaces_an_agent_and_prof_no_the_insider(roles: tuple[str, ...], seats: int) -> None:
    insiders = [PROF_NO] if PROF_NO in roles else [INSIDER]
    others = [role for role in roles if role != PROF_NO]
    expected = Counter([*others, *insiders, *[AGENT] * (seats - len(others) - 1)])
    assert all(Counter(roles_dealt(roles, seats, seed)) == expected for seed in range(5))


@any_lineup
def test_8_everybody_knows_which_special_roles_are_in_play_and_who_has_an_open_one(roles: tuple[str, ...]) -> None:
    options = parse_options({"roles": list(roles)}, 4)
    state = start(options, make_deal(options, 4, Random(1)), RULES)
    for viewer in (None, 0, 1, 2, 3):
        seen = observe(state, viewer)
        assert Counter(seen.in_play) == Counter(state.deal.roles)
        known = {role for seat, role in enumerate(seen.roles) if seat != viewer and role is not None}
        assert known == (OPEN_ROLES & set(roles)) - {state.deal.roles[viewer] if viewer is not None else None}


@any_lineup
def test_8_every_role_may_be_dealt_to_every_seat(roles: tuple[str, ...]) -> None:
    deals = [roles_dealt(roles, 4, seed) for seed in range(80)]
    for role in deals[0]:
        assert {seat for dealt in deals for seat in range(4) if dealt[seat] == role} == {0, 1, 2, 3}


@any_lineup
def test_8_one_may_wish_not_to_be_the_insider_where_a_role_is_open_from_the_start(roles: tuple[str, ...]) -> None:
    wishes = list_wishes(parse_options({"roles": list(roles)}, 4))
    assert wishes == (("not_insider",) if OPEN_ROLES & set(roles) else ())


@pytest.mark.parametrize("roles", [roles for roles in ALLOWED if OPEN_ROLES & set(roles)], ids="+".join)
def test_8_the_open_role_is_dealt_to_one_of_the_marked_seats_first(roles: tuple[str, ...]) -> None:
    (role,) = OPEN_ROLES & set(roles)
    assert {roles_dealt(roles, 4, seed, 2).index(role) for seed in range(20)} == {2}
    assert {roles_dealt(roles, 4, seed, 1, 3).index(role) for seed in range(40)} == {1, 3}


def test_8_the_other_roles_are_dealt_after_that_to_any_seat_also_a_marked_one() -> None:
    deals = [roles_dealt((WIRETAPPED, PARANOID), 4, seed, 1, 3) for seed in range(200)]
    for role in (INSIDER, PARANOID, AGENT):
        assert {seat for dealt in deals for seat in range(4) if dealt[seat] == role} == {0, 1, 2, 3}
    assert all(Counter(dealt) == Counter((WIRETAPPED, PARANOID, INSIDER, AGENT)) for dealt in deals)
