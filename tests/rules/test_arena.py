"""Tables of bots, counted: the same seeds give the same figures, and bounds and differences are what they say."""

from collections import Counter
from io import StringIO
from itertools import count as count_from

import pytest
from django.core.management import CommandError, call_command

from games.rules.lab.arena import Count, Lineup, Table, bounds, compare, measure, play_table, total
from games.rules.registry import TITLES

GAMES = range(3)


@pytest.mark.parametrize("name", TITLES)
def test_every_title_can_be_measured_and_the_same_seeds_give_the_same_figures(name: str) -> None:
    title = TITLES[name]
    side = sorted(set(title.SIDES.values()))[0]
    table, lineup = Table(name, title.USUAL_SEATS), Lineup("steady", {side: "random"})
    counts = [total(measure(table, lineup, GAMES, clock=count_from().__next__)) for _ in range(2)]
    for count in counts:
        assert count.games == count.reasons.total() == len(GAMES)
        assert {bot for role, bot in count.dealt if title.SIDES[role] == side} == {"random"}
        assert {bot for role, bot in count.dealt if title.SIDES[role] != side} <= {"steady"}
        assert count.decisions.total() > 0
        assert count.nanoseconds == count.decisions, "each decision takes one tick of this clock"
    assert (counts[0].wins, counts[0].reasons) == (counts[1].wins, counts[1].reasons)


def test_a_lone_bot_takes_one_seat_of_a_side_and_the_deals_are_those_of_other_line_ups() -> None:
    lineup = Lineup("steady", lone={"agents": "random", "insiders": "random"})
    assert lineup.seat(["agents", "agents", "insiders", "agents"]) == ("random", "steady", "random", "steady")
    one, _ = play_table(Table("insidejob", 4), lineup, 3)
    other, _ = play_table(Table("insidejob", 4), Lineup("random"), 3)
    assert one.deal == other.deal


def test_bounds_are_those_of_wilson() -> None:
    low, high = bounds(40, 100)
    assert (round(low, 4), round(high, 4)) == (0.3094, 0.4980)
    assert bounds(0, 10)[0] == pytest.approx(0)


def test_a_difference_is_told_from_the_same_games_one_by_one() -> None:
    won, lost = (Count(dealt=Counter({("agent", "x"): 1}), wins=Counter({("agent", "x"): wins})) for wins in (1, 0))
    same = compare("agent", [won, lost] * 20, [won, lost] * 20)
    assert (same.points, same.margin) == (0, 0)
    better = compare("agent", [lost, lost, won, won] * 20, [lost, won, won, won] * 20)
    assert better.points == pytest.approx(0.25)
    assert 0 < better.margin < 0.25


def test_the_command_prints_who_wins_and_what_a_line_up_changes() -> None:
    out = StringIO()
    call_command(
        "arena", "insidejob", "--seats", "4", "--games", "3", "--side", "insiders=random", "--compare", stdout=out
    )
    text = out.getvalue()
    assert "insidejob, 4 seats, 3 games" in text
    assert "insider (random): wins" in text
    assert "agent (steady): wins" in text
    assert "ms a move" in text
    assert "(3 games)" in text


def test_the_command_plays_each_choice_of_an_option_that_goes_with_the_table() -> None:
    out = StringIO()
    call_command("arena", "insidejob", "--seats", "3", "--games", "2", "--each", "memory", stdout=out)
    assert [line for line in out.getvalue().splitlines() if line.startswith("insidejob")] == [
        "insidejob, 3 seats, memory open, 2 games",
        "insidejob, 3 seats, memory last_trick, 2 games",
    ]


def test_the_command_prints_who_wins_as_a_table_with_a_row_for_each_choice() -> None:
    out, every = StringIO(), ["insidejob", "--seats", "3", "4", "--games", "3", "--balance", "--each", "roles"]
    call_command("arena", *every, "--choice=", "--choice=decoy", stdout=out)
    head, line, *rows = out.getvalue().splitlines()
    assert head == "| seats | roles | agents | insiders | neutral | games |"
    assert line == "| --- | --- | --- | --- | --- | --- |"
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    assert [row[:2] for row in cells] == [["3", ""], ["4", ""], ["4", "decoy"]]
    assert [bool(row[4]) for row in cells] == [False, False, True]
    for row in cells:
        assert row[5] == "3"
        assert sum([float(cell.split()[0]) for cell in row[2:5] if cell]) == pytest.approx(100, abs=0.2)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--seats", "9"],
        ["--bot", "nobody"],
        ["--side", "pirates=steady"],
        ["--games", "1"],
        ["--each", "wagers"],
        ["--each", "memory", "--choice", "nothing"],
        ["--processes", "0"],
        ["--bot", "http://127.0.0.1:1/", "--timeout", "-1"],
    ],
    ids=" ".join,
)
def test_the_command_says_what_it_cannot_play(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("arena", "insidejob", "--seats", "3", "--games", "2", *wrong, stdout=StringIO())
