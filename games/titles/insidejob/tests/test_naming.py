"""How expert Agents reckon with a vote: what a play does to it, and whom to name as others name whom they do."""

from dataclasses import replace
from random import Random

import pytest

from games.rules.lab.arena import Lineup, Table, play_table
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import BOTS, naming
from games.titles.insidejob.rules.bots.evidence import hear
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.lookahead import _hear_last
from games.titles.insidejob.rules.bots.naming import hear_accusers, name_with_others, votes_to_find
from games.titles.insidejob.rules.bots.tricks import GUESSES, lay
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.observe import observe
from games.titles.insidejob.rules.roles import AGENT, DAREDEVIL, DECOY, INSIDER, PARANOID, PROF_NO, TIM_SHADY
from games.titles.insidejob.rules.state import voters
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.builders_bots import play_game, voting
from tests.rounds import choose


def test_a_play_in_small_integers_says_what_it_does_by_the_rules() -> None:
    heard = set()
    for number in range(25):
        state, _ = play_game("random", f"heard {number}")
        for trick in state.tricks:
            guess, places = GUESSES[trick.mission.condition], len(trick.plays)
            hopes = [guess(lay(trick.plays[:count], trick.mission), places - count) for count in range(1, places + 1)]
            for count in range(2, places + 1):
                part = trick.plays[:count]
                said = _hear_last(lay(part, trick.mission), places - count, *hopes[count - 2 : count])
                assert said == hear(trick.mission, part, places)
                heard.add(said)
    assert len(heard) > 10


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_vote_is_likelier_to_find_who_plays_like_an_insider_than_beside_an_agent_who_does(seats: int) -> None:
    accusers = hear_accusers(table(seats, insider=1).seen_by(0))
    chances = [accusers.find(1, says) for says in ([(2, 2.0)], [(2, 1.0)], [], [(1, 1.0)], [(1, 2.0)])]
    assert chances == sorted(set(chances))
    assert -accusers.found < chances[0] < 0 < chances[-1] < 1 - accusers.found


@pytest.mark.parametrize(
    ("suspicion", "named"),
    [
        ({1: 0.45, 2: 0.55}, 1),  # Two others name seat 1, and seat 1 names seat 2: with seat 0 it would be a tie.
        ({1: 0.25, 2: 0.75}, 2),  # Some of the others may look closer and name seat 2, too.
        ({2: 1.0}, 2),
    ],
)
def test_one_reckons_with_the_names_of_others(
    monkeypatch: pytest.MonkeyPatch, suspicion: dict[int, float], named: int
) -> None:
    seen = voting(table(4, insider=2), 0)
    monkeypatch.setattr(naming, "weigh_plays", lambda seen: [0.0, 2.0, 1.0, 0.0])
    assert name_with_others(seen, [0.0, 1.0, 2.0, 0.0], suspicion, 1) == named


def test_where_all_see_the_same_the_likeliest_is_named_and_equals_are_told_apart_as_by_all() -> None:
    seen = voting(table(4, insider=2), 0)
    third = dict.fromkeys((1, 2, 3), 1 / 3)
    assert name_with_others(seen, [0.0] * 4, third, 1) == BOTS["steady"](seen, Random(1)).against[0]
    for insider in (1, 2, 3):
        said = [2.0 * (seat == insider) for seat in range(4)]
        assert name_with_others(seen, said, {**third, insider: 0.9}, 1) == insider


def test_agents_alone_vote_to_find_the_insider() -> None:
    for role in (AGENT, PARANOID):
        seen = table(4, roles={0: role}, insider=2).seen_by(0)
        assert votes_to_find(seen, stand(seen))
    for role in (DECOY, TIM_SHADY, INSIDER, DAREDEVIL):
        seen = table(4, roles={0: role}, insider=0 if role == INSIDER else 2).seen_by(0)
        assert not votes_to_find(seen, stand(seen)), role
    for now in (table(4, roles={1: PROF_NO}), table(2)):
        assert not votes_to_find(now.seen_by(0), stand(now.seen_by(0)))


@pytest.mark.parametrize("role", [AGENT, INSIDER, DECOY, TIM_SHADY, DAREDEVIL])
def test_a_vote_is_equal_work_in_any_role(monkeypatch: pytest.MonkeyPatch, role: str) -> None:
    reckoned = []

    def name(*arguments: object) -> int:
        reckoned.append(arguments)
        return 1

    monkeypatch.setattr("games.titles.insidejob.rules.bots.expert.name_with_others", name)
    roles = {} if role in (AGENT, INSIDER) else {0: role}
    seen = voting(table(4, roles=roles, insider=0 if role == INSIDER else 2), 0)
    assert isinstance(BOTS["expert"](seen, Random(1)), Vote)
    assert len(reckoned) == 1


def test_where_one_hidden_player_is_left_all_others_name_them_and_who_is_revealed_votes_too() -> None:
    now = table(3, insider=2)
    seen = replace(voting(now, 0), revealed=(0, 1), roles=(AGENT, AGENT, None), suspects=(2,))
    assert BOTS["expert"](seen, Random(1)) == Vote(0, (2,))
    assert name_with_others(seen, [0.0] * 3, {2: 1.0}, 1) == 2


def test_a_revealed_player_counts_as_often_as_they_vote() -> None:
    seen = voting(table(5, insider=2), 0)
    seen = replace(seen, revealed=(1, 3, 4), roles=(AGENT, PARANOID, None, TIM_SHADY, AGENT))
    assert [naming._count_likely(seen, seat) for seat in (1, 2, 3, 4)] == [2, 1, 0, 1]


def test_votes_of_revealed_players_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hidden seats name seat 1, which names seat 2; a revealed one makes three of them: no tie can be made."""
    seen = replace(voting(table(5, insider=2), 0), revealed=(4,), roles=(AGENT, None, None, None, AGENT))
    monkeypatch.setattr(naming, "CARELESS", 1.0)
    monkeypatch.setattr(naming, "weigh_plays", lambda seen: [0.0, 2.0, 1.0, 0.0, 9.0])
    suspicion = {1: 0.45, 2: 0.55}
    assert name_with_others(seen, [0.0, 1.0, 2.0, 0.0, 9.0], suspicion, 1) == 2
    monkeypatch.setattr(naming, "_count_likely", lambda seen, seat: int(seat not in seen.revealed))
    assert name_with_others(seen, [0.0, 1.0, 2.0, 0.0, 9.0], suspicion, 1) == 1


@pytest.mark.rounds
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whoever_is_revealed_experts_vote_as_they_may(seats: int) -> None:
    revealed = 0
    for seed in range(4000):
        state, _ = play_table(Table(NAME, seats, {"roles": []}), Lineup("random"), seed)
        if not (state.votes and state.revealed):
            continue
        voting_state = replace(state, outcome=None, votes=())
        for seat in voters(voting_state):
            seen = observe(voting_state, seat)
            assert BOTS["expert"](seen, Random(1)) in seen.legal
        revealed += 1
        if revealed == choose(5, deep=10, long=20):
            return
    pytest.fail("too few votes with somebody revealed")
