"""Games that agree with what one player sees: cards of others, and what they chose in secret."""

from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.values import Chance
from games.titles.rendezvous.rules.deal import find_pairs
from games.titles.rendezvous.rules.words import find_pack
from games.titles.rendezvous.rules.worlds import imagine
from games.titles.rendezvous.tests import worlds
from games.titles.rendezvous.tests.builders import table
from tests.rules.imagining import list_disagreements


def test_a_forgotten_pointing_would_be_noticed() -> None:
    def forget(seen: Any, chance: Chance) -> Any:
        return imagine(replace(seen, pointed=()), chance)

    assert any(breaks for _, breaks in list_disagreements(worlds, forget, 15))


def test_a_spy_imagines_any_partner_but_one_who_has_said_their_password() -> None:
    seen = table("A??A?").says("sea", "aone", "sky").seen_by(0)
    chance = Random(1)
    pairs = {find_pairs(imagine(seen, chance).deal.rounds[0]) for _ in range(200)}
    assert pairs == {((0, 2),), ((0, 3),), ((0, 4),)}


def test_a_counter_spy_imagines_any_pair_of_others_with_any_card_that_agrees_with_their_words() -> None:
    seen = table("A??A").says(find_pack("en").cards[0][0], "sea").seen_by(1)
    chance = Random(2)
    imagined = [imagine(seen, chance).deal.rounds[0] for _ in range(1000)]
    assert {find_pairs(cards)[0] for cards in imagined} == {(0, 2), (0, 3), (2, 3)}
    with_first = {cards[3] for cards in imagined if cards[0]}
    assert len({card for cards in imagined for card in cards if card}) == 50
    assert find_pack("en").cards[0] not in with_first
