"""What the choice of special roles says of those that tables of bots show to be uneven."""

import re
from pathlib import Path

import pytest

from games.rules.insidejob import OPTIONS, chances
from games.rules.insidejob.chances import MEASURED, Rates, find_uneven
from games.rules.insidejob.options import name_lineup
from games.rules.insidejob.roles import SIDES, SPECIAL, SPECIAL_SEATS
from games.rules.protocol import Phrase

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def test_every_special_role_was_measured_at_every_number_of_seats() -> None:
    assert set(MEASURED) == {(role, seats) for role in SPECIAL for seats in SPECIAL_SEATS}
    for (role, _), rates in MEASURED.items():
        assert (rates.neutral is not None) == (SIDES[role] == "neutral")


def test_the_table_is_that_of_the_documentation() -> None:
    """Rows like `| 4 | decoy | 18.8 (16.5 to 21.3) | 58.8 (…) | 22.5 (…) |`, the last one empty without a neutral."""
    rows = re.findall(r"^\| ([45]) \| (\w+) \| ([\d.]+) .*?\| ([\d.]+) .*?\| ([\d.]*)", DOCS.read_text(), re.MULTILINE)
    told = {
        (role, int(seats)): Rates(float(agents), float(insiders), float(neutral) if neutral else None)
        for seats, role, agents, insiders, neutral in rows
        if role in SPECIAL
    }
    assert told == MEASURED


@pytest.mark.parametrize("role", SPECIAL)
def test_the_option_says_so_where_a_side_wins_too_seldom_or_too_often(role: str) -> None:
    outside = [
        rate
        for (special, _), rates in MEASURED.items()
        if special == role
        for rate in (rates.agents, rates.insiders, rates.neutral)
        if rate is not None and not 15 <= rate <= 80
    ]
    label = dict(OPTIONS[0].choices)[role]
    assert isinstance(label, Phrase)
    assert ("percent" in label.params) == bool(outside)
    if outside:
        assert label.params["percent"] == round(min(outside))


def test_of_several_uneven_figures_the_lowest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        chances,
        "MEASURED",
        {
            ("decoy", 4): Rates(12.4, 85.0, 2.6),
            ("decoy", 5): Rates(40, 50, 10),
        },
    )
    assert find_uneven("decoy") == (4, "neutral", 3)
    label = name_lineup(("decoy",))
    assert isinstance(label, Phrase)
    assert label.params["seats"] == 4
    assert find_uneven("sleeper") is None
