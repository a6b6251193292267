"""What is counted of a player of Rendezvous, compared with a slow reading of whole games, and round by round."""

from itertools import pairwise
from typing import Any

from games.rules.engine.values import Entry
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.folding import fold
from tests.rules.conformance import Setting, at_each, usual_settings
from tests.rules.whole import require_figures


def read_slowly(states: list[Any], entries: tuple[Entry, ...], seat: int) -> dict[str, list[int]]:
    """Return the figures as someone would count them who sees all cards: round by round, from what all did."""
    found = {"found": [0, 0], "identified": [0, 0], "passwords": [0, 0]}
    moves: list[dict[str, Any]] = []
    for (before, after), entry in zip(pairwise(states), entries, strict=True):
        moves.append({"seat": entry.move.seat, **rendezvous.dump_move(entry.move)})
        if len(after.rounds) > len(before.rounds):
            add_round(found, before, moves, seat)
            moves = []
    return {code: share for code, share in found.items() if share[1]}


def add_round(found: dict[str, list[int]], before: Any, moves: list[dict[str, Any]], seat: int) -> None:
    """Add what a seat did in one round: a card that no one else holds makes no spy of it."""
    cards, at = before.cards, {move["seat"]: {*move["at"]} for move in moves if move["type"] == "point"}
    partners = {each for each, card in enumerate(cards) if card is not None and card == cards[seat]}
    if len(partners) > 1:
        add(found["found"], all(at[each] == partners for each in partners))
    else:
        pairs = [{each for each, other in enumerate(cards) if other == card} for card in cards if card is not None]
        add(found["identified"], at[seat] in [pair for pair in pairs if len(pair) > 1])
    for move in moves:
        if move["type"] == "guess" and move["seat"] == seat and move["password"] is not None:
            card = cards[min(at[seat])]
            add(found["passwords"], fold(move["password"]) == fold(card[before.number - 1]))


def add(found: list[int], is_right: bool) -> None:
    found[0] += is_right
    found[1] += 1


@at_each([setting for setting in usual_settings() if setting.title is rendezvous])
def test_the_figures_are_those_of_a_slow_reading(setting: Setting) -> None:
    require_figures(setting, read_slowly)
