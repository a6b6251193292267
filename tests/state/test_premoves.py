"""A premove answers nothing while its player is not asked, and nothing is prepared where no one did."""

from games.rules.registry import TITLES
from games.state.premoves import find_answer
from games.state.view import view_table
from tests.tables.unsaved import make_table


def test_only_a_player_who_is_asked_and_has_prepared_something_answers_by_it() -> None:
    table = make_table(TITLES["insidejob"], 3, 1, {}, moves=2)
    [asked] = table.title.to_act(table.states[-1])
    hand = table.title.observe(table.states[-1], asked).hand
    for seat in range(3):
        assert find_answer(table, seat) is None
        table.players[seat].premove = {card.suit: "lowest" for card in hand}
        table.players[seat].premove_step = 2
        assert (find_answer(table, seat) is not None) == (seat == asked)
        assert not view_table(table, seat).is_premove_unfit
