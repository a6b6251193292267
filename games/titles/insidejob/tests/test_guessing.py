"""The Agents of hard cases play as experts, and some of their votes are hunches."""

from collections import Counter
from random import Random

import pytest

from games.titles.insidejob.rules.bots import guessing
from games.titles.insidejob.rules.bots.expert import play_expert
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.guessing import play_guessing
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.builders_bots import voting


def test_it_plays_cards_as_an_expert() -> None:
    now = table(4).hold("B4 B9 G3", "B2 B3 Y5", "P1 P2 P3", "G1 Y1 P9").mission("odd-only-green").plays("B4")
    for seed in range(5):
        assert play_guessing(now.seen_by(1), Random(seed)) == play_expert(now.seen_by(1), Random(seed))


def test_a_hunch_names_each_seat_as_often_as_it_is_suspected(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = voting(table(4, insider=2).hold("", "", "", ""), 0)
    monkeypatch.setattr(guessing, "HUNCH", 1)
    named = Counter(
        move.against[0] for seed in range(600) if isinstance(move := play_guessing(seen, Random(seed)), Vote)
    )
    assert {*named} == {1, 2, 3}
    for seat, share in stand(seen).suspicion.items():
        assert abs(named[seat] / 600 - share) < 0.08


def test_without_a_hunch_it_votes_as_an_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = voting(table(4, insider=2).hold("", "", "", ""), 0)
    monkeypatch.setattr(guessing, "HUNCH", 0)
    assert {play_guessing(seen, Random(seed)) for seed in range(20)} == {play_expert(seen, Random(1))}
