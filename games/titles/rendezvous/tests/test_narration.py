"""What spies are asked in secret is never told to be automatic."""

import pytest

from games.rules.engine.narration import tell
from games.rules.engine.values import BOT, CLOCK, Entry
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.moves import Guess
from games.titles.rendezvous.tests.builders import table as open_table
from tests.rules.narration import fold_all, marks_in


@pytest.mark.parametrize("by", [CLOCK, BOT])
def test_what_is_asked_in_secret_is_never_told_nor_counted(by: str) -> None:
    before = open_table("A??A").says(*["sea"] * 8).points("03", "03", "01", "03").state
    guesser = rendezvous.to_act(before)[0]
    log = [Entry(Guess(seat, None), by) for seat in rendezvous.to_act(before)]
    told = tell(rendezvous, fold_all(rendezvous, before, log), log, range(4), None)
    assert guesser not in told.counts
    assert (dict(told.automatic), dict(told.counts)) == ({}, {})
    assert told.events[-1]
    assert not marks_in(told.events[-1])
