"""What may be suspected in Inside Job, and how it was."""

import pytest

from games.titles.insidejob.rules.roles import ACCOMPLICE, DECOY, PROF_NO, SLEEPER
from games.titles.insidejob.rules.suspicion import SUSPICION
from games.titles.insidejob.tests.builders import table


def test_the_insider_is_what_was_looked_for() -> None:
    now = table(4, insider=1).state
    assert [SUSPICION.truth(now, seat) for seat in range(4)] == [False, True, False, False]


@pytest.mark.parametrize(("role", "truth"), [(SLEEPER, False), (PROF_NO, True), (DECOY, None), (ACCOMPLICE, None)])
def test_special_roles_count_by_their_side_and_neutral_ones_are_neither(role: str, truth: bool | None) -> None:
    assert SUSPICION.truth(table(4, roles={0: role}).state, 0) is truth
