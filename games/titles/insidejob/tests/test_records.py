"""Records of Inside Job: of every line-up, and golden games with every special role."""

from pathlib import Path

import pytest

from games.titles.insidejob.rules.options import OPTIONS
from games.titles.insidejob.rules.roles import SPECIAL
from tests.golden.features import features_of
from tests.records.commands import simulate
from tests.records.faults import verify, write
from tests.rounds import choose

LINE_UPS = [value for value, _ in next(option for option in OPTIONS if option.name == "roles").choices]


@pytest.mark.rounds
@pytest.mark.parametrize(("wagers", "risky"), [("true", "true"), ("true", "false"), ("false", "false")])
@pytest.mark.parametrize("seats", [4, 5])
def test_games_of_every_line_up_verify(seats: int, wagers: str, risky: str, tmp_path: Path) -> None:
    lines = []
    for roles in LINE_UPS:
        if wagers == "false" and "daredevil" in roles:
            continue
        chosen = [f"--option={option}" for option in (f"roles={roles}", f"risky={risky}", f"wagers={wagers}")]
        lines += simulate(*chosen, games=choose(1, deep=2), seats=seats).splitlines()
    status, summary, _ = verify(write(tmp_path / "games.jsonl", *lines))
    assert (status, summary) == (0, [f"Records: {len(lines)}. All of them hold."])


def test_every_special_role_is_required() -> None:
    assert {("special", role) for role in SPECIAL} <= set(features_of("insidejob").REQUIRED)
