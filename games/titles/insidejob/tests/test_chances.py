"""What the choice of special roles says of line-ups that tables of bots show to be hard for a side."""

import re
from pathlib import Path

import pytest

from games.rules.engine.values import Phrase, Term
from games.titles.insidejob.rules import chances
from games.titles.insidejob.rules.chances import HARD_BELOW, MEASURED, Rates, find_hard
from games.titles.insidejob.rules.options import OPTIONS, name_lineup
from games.titles.insidejob.rules.roles import SIDES, SPECIAL_SEATS, list_lineups
from games.titles.insidejob.rules.texts import TEXTS

DOCS = Path(__file__).parents[4] / "docs" / "balance.md"
NUMBER = r"([\d.]+) \([\d.]+–[\d.]+\)"
ROW = re.compile(rf"^\| (\d) \| ([\w, ]*?) ?\| {NUMBER} \| {NUMBER} \| (?:{NUMBER})? ?\| (\d+) \|$", re.MULTILINE)
"""A row like `| 4 | decoy | 18.8 (16.5–21.3) | 58.8 (…) | 22.5 (…) | 300 |`."""
LEVELS = ("gentle", "steady", "expert")


def read_table(level: str) -> dict[tuple[tuple[str, ...], int], Rates]:
    (section,) = re.findall(rf"^## Among `{level}` bots$(.*?)(?=^## |\Z)", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    return {
        (tuple(roles.split(", ")) if roles else (), int(seats)): Rates(
            float(agents), float(insiders), float(neutral) if neutral else None
        )
        for seats, roles, agents, insiders, neutral, _ in ROW.findall(section)
    }


def test_the_table_is_that_of_the_documentation() -> None:
    assert read_table("steady") == MEASURED


@pytest.mark.parametrize("level", LEVELS)
def test_every_line_up_was_measured_at_every_number_of_seats_and_level(level: str) -> None:
    table = read_table(level)
    every = {((), 2), ((), 3)} | {(roles, seats) for roles in list_lineups() for seats in SPECIAL_SEATS}
    assert set(table) == every
    for (roles, _), rates in table.items():
        assert (rates.neutral is not None) == ("neutral" in {SIDES[role] for role in roles})


def test_the_option_says_for_whom_a_line_up_is_hard() -> None:
    labels = dict(OPTIONS[0].choices)
    said = set()
    for roles in filter(None, list_lineups()):
        label = labels[",".join(roles)]
        assert isinstance(label, Phrase)
        lowest: dict[tuple[str, int], float] = {}
        for seats in SPECIAL_SEATS:
            rates = MEASURED[roles, seats]
            shares = {"agents": rates.agents, "insiders": rates.insiders, "neutral": rates.neutral}
            lowest |= {
                (side, seats): share
                for side, share in shares.items()
                if share is not None and share < chances.HARD_BELOW
            }
        assert ("hard" in label.params) == bool(lowest)
        if lowest:
            term = label.params["hard"]
            assert isinstance(term, Term)
            assert term.value in TEXTS.terms["hard"]
            assert str(term.value).split()[0] == min(lowest, key=lowest.__getitem__)[0]
            said.add(term.value)
    assert {"agents", "insiders"} & {str(value).split()[0] for value in said}


@pytest.mark.parametrize(
    ("four", "five", "said"),
    [
        (Rates(12.4, 85.0, 2.6), Rates(40, 50, 10), "neutral"),
        (Rates(12.4, 85.0, 2.6), Rates(40, 35, 25), "neutral 4"),
        (Rates(40, 35, 25), Rates(88, 12, 25), "insiders 5"),
        (Rates(15, 60, 25), Rates(18, 57, 25), "agents"),
        (Rates(7, 86, 7), Rates(8.7, 75.3, 16), "agents neutral"),
        (Rates(7, 86, 7), Rates(8.7, 66.3, 25), "agents"),
        (Rates(84, 7, 9), Rates(82, 8, 10), "insiders neutral"),
        (Rates(40, 35, 25), Rates(40, 35, 25), None),
    ],
)
def test_the_side_that_wins_least_is_named(
    monkeypatch: pytest.MonkeyPatch, four: Rates, five: Rates, said: str | None
) -> None:
    monkeypatch.setattr(chances, "MEASURED", {(("decoy",), 4): four, (("decoy",), 5): five})
    assert find_hard(("decoy",)) == said
    label = name_lineup(("decoy",))
    assert isinstance(label, Phrase)
    assert label.params.get("hard") == (Term("hard", said) if said else None)


def test_the_decoy_is_named_beside_those_who_end_the_game_before_a_vote() -> None:
    assert find_hard(("daredevil", "decoy")) == "neutral 5"
    assert find_hard(("decoy", "wiretapped")) == "agents neutral"


def test_a_line_up_that_leaves_a_side_of_experts_no_hope_is_called_hard() -> None:
    """Where a side wins fewer than 21 of 100 for certain: the upper bound says so."""
    (section,) = re.findall(r"^## Among `expert` bots$(.*)", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    hopeless = [
        tuple(line.split(" | ")[1].split(", "))
        for line in section.splitlines()
        if any(float(high) < HARD_BELOW for high in re.findall(r"–([\d.]+)\)", line))
    ]
    assert hopeless
    assert not [roles for roles in hopeless if find_hard(roles) is None]
