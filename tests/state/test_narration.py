"""What is narrated to a player who comes back. Moves of bots are nobody’s own, so a bot’s seat has made none."""

import pytest

from games.rules.engine.values import PLAYER
from games.rules.registry import TITLES
from games.state.narration import find_missed, narrate_all_since, narrate_table
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.unsaved import make_table

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


def test_who_played_a_card_is_given_what_followed_it() -> None:
    table = make_table(TITLES["insidejob"], 4, 1, {}, moves=10)
    told = narrate_table(table, None).events
    for seat in range(4):
        own = [at for at, entry in enumerate(table.entries) if entry.move.seat == seat and entry.by == PLAYER]
        assert len(own) > 1
        later = [event for events in told[own[-1] + 1 :] for event in events]
        assert [*narrate_all_since(table, seat)] == [*told[own[-1]][1:], *later]
        assert find_missed(table, seat) == own[-1] + 1


def test_a_substitute_who_moved_at_once_has_missed_only_what_followed() -> None:
    table = make_table(TITLES["insidejob"], 4, 1, {}, moves=5)
    seat = table.entries[2].move.seat
    table.players[seat].since = 3
    assert find_missed(table, seat) == 3
    table.players[seat].since = 2
    assert find_missed(table, seat) == 3
    assert narrate_all_since(table, seat)[-1:] == narrate_table(table, None).events[4][-1:]
