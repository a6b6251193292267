"""What may be suspected in Rendezvous, and how it was."""

from games.titles.rendezvous.rules.suspicion import SUSPICION
from games.titles.rendezvous.tests.builders import table


def test_the_spies_of_the_round_under_way_are_what_was_looked_for() -> None:
    now = table("A??A").state
    assert [SUSPICION.truth(now, seat) for seat in range(4)] == [True, False, False, True]
    assert SUSPICION.by_scene
