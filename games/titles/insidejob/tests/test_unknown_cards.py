"""Cards for blanks: found whenever there are some, and never of a suit that a blank excludes."""

from itertools import permutations
from random import Random

from games.titles.insidejob.rules.cards import DECK
from games.titles.insidejob.rules.unknown_cards import Blanks, fill
from games.titles.insidejob.tests.builders import cards


def test_a_blank_gives_up_its_card_for_another_that_needs_it() -> None:
    assert fill(["B", "G"], cards("P1 G1")) == [*cards("G1 P1")]
    assert fill(["B", "G"], cards("G1 G2")) is None


def test_just_the_possible_is_found() -> None:
    for seed in range(300):
        chance = Random(seed)
        count = chance.randint(1, 5)
        barred = [chance.sample("BGPY", chance.randint(0, 3)) for _ in range(count)]
        pool = chance.sample(DECK, count + chance.randint(0, 1))
        found = fill(barred, pool)
        is_possible = any(
            all(card.suit not in suits for card, suits in zip(dealt, barred, strict=True))
            for dealt in permutations(pool, count)
        )
        assert (found is not None) == is_possible, seed
        if found is not None:
            assert len({*found} & {*pool}) == count
            assert all(card.suit not in suits for card, suits in zip(found, barred, strict=True)), seed


def test_blanks_are_numbered_and_exclude_suits_for_good() -> None:
    blanks = Blanks()
    first, second = blanks.add(), blanks.add("B")
    blanks.bar(first, "G")
    blanks.bar(second, "Y")
    blanks.bar(DECK[0], "P")
    assert (first, second, blanks.barred) == (0, 1, [{"G"}, {"B", "Y"}])
