"""No viewer learns what they may not know, and all learn what they may: the world swap of Rendezvous and its power."""

from dataclasses import replace
from random import Random

from games.rules.engine.values import CLOCK
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.moves import Say
from games.titles.rendezvous.tests import worlds
from tests.rules.swap import play_game
from tests.rules.worlds import World


def test_the_same_world_differs_in_nothing_and_another_deal_in_what_is_secret() -> None:
    game = play_game(worlds, "worlds")
    state, log = game.states[3], game.log[:3]
    cards = state.cards
    turned = replace(state.deal, rounds=((*cards[1:], cards[0]), *state.deal.rounds[1:]))
    assert worlds.differing_secrets(state, log, World(state.deal, log)) == set()
    assert "own spies" in worlds.differing_secrets(state, log, World(turned, log))


def test_everyone_is_shown_the_words_and_the_past_rounds_and_each_their_card() -> None:
    for number in range(12):
        game = play_game(worlds, f"knowledge-{number}")
        for step, state in enumerate(game.states):
            known = worlds.knows(state, game.log[:step], None)["everyone"]
            for viewer in (None, *range(game.seats)):
                seen = rendezvous.observe(state, viewer)
                assert list(seen.says) == known["words"]
                assert [finished.cards for finished in seen.debriefings] == known["cards of past rounds"]
                assert (list(seen.points), seen.outcome) == (known["points"], known["over"])
                if viewer is not None:
                    assert seen.card == worlds.knows(state, game.log[:step], viewer)["seat"]["card"]
                    is_guessing = seen.phase == "guess" and seen.decision is not None
                    own = worlds.knows(state, game.log[:step], viewer)["seat"]
                    has_guessed = any(move.seat == viewer for move in state.guesses)
                    assert own["guesses"] == (is_guessing or has_guessed)


def test_the_clock_and_the_stand_in_do_the_same_with_any_cards_of_others() -> None:
    looked = 0
    for number in range(12):
        for state in play_game(worlds, f"blind-{number}").states[:-1]:
            seen = rendezvous.observe(state, rendezvous.to_act(state)[0])
            blind = replace(seen, card=None, is_spy=None)
            assert rendezvous.fallback(seen) == rendezvous.fallback(blind)
            assert rendezvous.BOTS["stand_in"](seen, Random(3)) == rendezvous.BOTS["stand_in"](blind, Random(3))
            looked += seen.card is not None
    assert looked, "no stand-in ever held a card"


def test_a_silence_of_the_clock_is_in_the_worlds_that_are_compared() -> None:
    games = [play_game(worlds, f"silences-{number}") for number in range(10)]
    assert any(entry.by == CLOCK and isinstance(entry.move, Say) for game in games for entry in game.log)
