"""What the page of a link in an email shows, and which decisions it can take."""

import pytest

from games.titles.rendezvous.rules.disguise import disguise
from games.titles.rendezvous.tests.builders import table

FOUR, THREE = ("A??A", "?B?B"), ("ABA", "AAB")


@pytest.mark.parametrize("silent", [False, True])
def test_with_three_players_a_link_shows_the_table_as_it_is(silent: bool) -> None:
    at_first = table(*THREE, variant="three", silent=silent, number=None)
    for now in (at_first, table(*THREE, variant="three", silent=silent)):
        assert all(disguise(now.state, seat) is now.state for seat in range(3))


@pytest.mark.parametrize("silent", [False, True])
def test_before_the_number_is_picked_a_link_shows_the_table_as_it_is(silent: bool) -> None:
    state = table(*FOUR, silent=silent, number=None).state
    assert all(disguise(state, seat) is state for seat in range(4))


def test_a_link_takes_no_word_and_no_pointing_with_four_players() -> None:
    for now in (table(*FOUR), table(*FOUR).talked(), table(*FOUR, silent=True).talked()):
        assert [disguise(now.state, seat) for seat in range(4)] == [None] * 4


def test_a_link_that_takes_emoji_shows_no_card_of_this_round() -> None:
    state = table(*FOUR, silent=True).state
    for seat in range(4):
        disguised = disguise(state, seat)
        assert disguised
        assert disguised.deal.rounds == ((None,) * 4, state.deal.rounds[1])
