"""What is narrated to a player who comes back. Moves of bots are nobody’s own, so a bot’s seat has made none."""

import pytest

from games.state.narration import narrate_all_since, narrate_table
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table

pytestmark = pytest.mark.django_db


def test_who_has_made_no_move_is_given_everything_since_the_deal() -> None:
    table = play_on(start_table(make_person(), bots=2), 3)
    everything = [event for events in narrate_table(table, None).events for event in events]
    assert len(everything) > 3
    assert [*narrate_all_since(table, 1)] == everything


def test_a_substitute_is_given_everything_since_they_came() -> None:
    table = play_on(start_table(make_person(), bots=2), 3)
    table.players[1].since = 2
    later = [event for events in narrate_table(table, None).events[2:] for event in events]
    assert [*narrate_all_since(table, 1)] == later
