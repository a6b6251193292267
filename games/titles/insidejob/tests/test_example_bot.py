"""`examples/bot.py` knows which cards fit a mission."""

from pathlib import Path

import pytest

from games.titles.insidejob.rules.missions import CONDITIONS, Values


def test_the_bot_knows_which_cards_fit_a_mission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[4] / "examples")
    from bot import FITS

    allowed = {name: condition.allowed for name, condition in CONDITIONS.items() if isinstance(condition, Values)}
    fitting = {name: [*values] for name, values in FITS.items()}
    assert fitting == {name: [*values] for name, values in allowed.items()}
