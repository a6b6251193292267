from collections.abc import Collection

from games.rules.engine.deal_parts import Parts
from games.rules.engine.texts import text
from games.rules.engine.values import Json
from games.titles.rendezvous.rules.deal import Cards, Deal, list_spies
from games.titles.rendezvous.rules.state import State
from games.titles.rendezvous.rules.words import NUMBERS


def _split(deal: Deal) -> dict[str, Json]:
    """Split a deal into the parts of the commitment.

    A round uses only one number, so the passwords for each number are a separate part.
    """
    rounds = (_split_round(cards, number) for number, cards in enumerate(deal.rounds, start=1))
    return {"first": deal.first, **{name: value for each in rounds for name, value in each.items()}}


def _split_round(cards: Cards, place: int) -> dict[str, Json]:
    """Split the cards of a round. `place` is the number of the round, from 1. Passwords are by seat."""
    return {
        _name_spies(place): list(list_spies(cards)),
        **{
            _name_words(place, number): [None if card is None else card[number - 1] for card in cards]
            for number in NUMBERS
        },
    }


def _name_spies(place: int) -> str:
    return f"round-{place}-spies"


def _name_words(place: int, number: int) -> str:
    return f"round-{place}-word-{number}"


def _list_opened(state: State) -> Collection[str]:
    """Return the names of the parts that may be opened.

    These are the rounds that have begun, and their passwords once a number is chosen.
    """
    begun = range(1, state.place + 2)
    words = (_name_words(place, state.number) for place in begun if state.number is not None)
    return {"game", "first", *map(_name_spies, begun), *words}


PARTS = Parts(_split, _list_opened, text("The spies and every card are sealed, for every round."))
