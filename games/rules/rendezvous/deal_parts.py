"""What chance decides, in the parts that are committed to before the first move."""

from collections.abc import Collection

from games.rules.engine.deal_parts import Parts
from games.rules.engine.texts import text
from games.rules.engine.values import Json
from games.rules.rendezvous.deal import Cards, Deal, list_spies
from games.rules.rendezvous.state import State
from games.rules.rendezvous.words import NUMBERS


def split(deal: Deal) -> dict[str, Json]:
    """Return the parts of a deal: of each round who the spies are, and for each of the ten numbers the passwords.

    Only one of the ten ever counts, so each is a part of its own.
    """
    rounds = (split_round(cards, number) for number, cards in enumerate(deal.rounds, start=1))
    return {"first": deal.first, **{name: value for each in rounds for name, value in each.items()}}


def split_round(cards: Cards, place: int) -> dict[str, Json]:
    """Return the parts of a round, counted from 1. Passwords stand by seat, null for a question mark."""
    return {
        name_spies(place): list(list_spies(cards)),
        **{
            name_words(place, number): [None if card is None else card[number - 1] for card in cards]
            for number in NUMBERS
        },
    }


def name_spies(place: int) -> str:
    """Return what the part is called that says who the spies of a round are."""
    return f"round-{place}-spies"


def name_words(place: int, number: int) -> str:
    """Return what the part is called that holds the passwords of a round, should that number be chosen."""
    return f"round-{place}-word-{number}"


def list_opened(state: State) -> Collection[str]:
    """Return what all may see of the rounds that have begun: the spies, and their passwords once a number is chosen."""
    begun = range(1, state.place + 2)
    words = (name_words(place, state.number) for place in begun if state.number is not None)
    return {"game", "first", *map(name_spies, begun), *words}


PARTS = Parts(split, list_opened, text("The spies and every card are sealed, for every round."))
