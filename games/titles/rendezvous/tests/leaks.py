"""Planted leaks: the ways a careless change could tell a secret. The world swap must catch each."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.narration import Narration, tell
from games.rules.engine.play import Position
from games.rules.engine.values import Entry, Event, Seat, Term
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.deal import find_pairs, list_spies
from games.titles.rendezvous.rules.folding import contains
from games.titles.rendezvous.rules.moves import NUMBER, Point, Say
from games.titles.rendezvous.rules.options import Options
from games.titles.rendezvous.rules.state import State, find_password, list_guessers
from tests.rules.leaks import Planter, reorder
from tests.rules.swap import Channels

PLANT = Planter(rendezvous)
PEOPLE = range(max(rendezvous.SEATS))


def neighbour(state: State, viewer: Seat | None) -> Seat:
    """Return the seat after `viewer`; seat 0 for the public."""
    return 0 if viewer is None else (viewer + 1) % state.seats


def passwords(state: State) -> list[str]:
    """Return the passwords of the round under way, as soon as the number is picked."""
    return [] if state.phase == NUMBER else [str(find_password(state, one)) for one, _ in find_pairs(state.cards)]


def is_password(state: State, word: str | None) -> bool:
    return word is not None and any(contains(word, password) for password in passwords(state))


def refuse_everybody(state: State, move: Any) -> str | None:
    code = rendezvous.objection(state, move)
    return "own_password" if code is None and isinstance(move, Say) and is_password(state, move.word) else code


def refuse_early(state: State, move: Any) -> str | None:
    if isinstance(move, Say) and is_password(state, move.word):
        return "own_password"
    return rendezvous.objection(state, move)


def refuse_by_spies(state: State, move: Any) -> str | None:
    code = rendezvous.objection(state, move)
    return "found" if code and isinstance(move, Point) and move.at in find_pairs(state.cards) else code


def offer_to_all(state: State, seat: Seat) -> Any:
    moves = rendezvous.legal_moves(state, seat)
    return tuple(move for move in moves if not isinstance(move, Say) or not begins_alike(state, move))


def begins_alike(state: State, say: Say) -> bool:
    return any(password[0] == str(say.word)[0] for password in passwords(state))


def offer_by_card(state: State, seat: Seat) -> Any:
    return reorder(rendezvous.legal_moves(state, seat), state.cards[neighbour(state, seat)] is None)


def narrate_at_once(before: State, move: Any, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    events = rendezvous.narrate(before, move, after, viewer, now)
    if isinstance(move, Point) and not events:
        return (Event("pointed", {"players": tuple(Term("seat", seat) for seat in move.at)}),)
    return events


def narrate_words_early(before: State, move: Any, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    events = rendezvous.narrate(before, move, after, viewer, now)
    if isinstance(move, Say) and not events:
        return (Event("said", {"word": Term("word", str(move.word))}),)
    return events


def tell_guesser(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    return (*events, *(Event("guesser", {"player": Term("seat", seat)}) for seat in list_guessers(after)))


def tell_chance(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, Say) or before.cards[move.seat] is None:
        return events
    return (replace(events[0], params={**events[0].params, "card": 1}), *events[1:])


def clock_by_card(state: State, seat: Seat) -> Any:
    moves = rendezvous.fallback(rendezvous.observe(state, seat))
    return (*moves, *moves) if neighbour(state, seat) in list_spies(state.cards) else moves


def bot_by_spies(state: State, seat: Seat, name: str, dice: Random) -> Any:
    move = rendezvous.BOTS[name](rendezvous.observe(state, seat), dice)
    return Point(seat, find_pairs(state.cards)[0]) if isinstance(move, Point) else move


def bot_by_dice(state: State, seat: Seat, name: str, dice: Random) -> Any:
    if state.cards[neighbour(state, seat)] is None:
        dice.random()
    return rendezvous.BOTS[name](rendezvous.observe(state, seat), dice)


def decide_by_pair(state: State, seat: Seat) -> Any:
    asked = rendezvous.decision(state, seat)
    is_partner = tuple(sorted((seat, neighbour(state, seat)))) in find_pairs(state.cards)
    return replace(asked, kind=asked.kind + "-near") if asked and is_partner else asked


def wait_with_choices(position: Position, viewer: Seat | None) -> Any:
    return position.sealed


def wait_with_guessers(position: Position, viewer: Seat | None) -> Any:
    return rendezvous.observe(position.state, viewer), sorted(position.sealed)


def decide_openly(state: State, seat: Seat) -> Any:
    asked = rendezvous.decision(state, seat)
    return asked and replace(asked, public=True)


OPENED = replace(rendezvous, decision=decide_openly)
"""Rendezvous as if everybody might know who is asked to guess."""


def tell_secret_answers(states: Sequence[State], log: Sequence[Entry], viewer: Seat | None) -> Narration:
    return tell(OPENED, states, log, PEOPLE, viewer)


def count_secret_answers(states: Sequence[State], log: Sequence[Entry], viewer: Seat | None) -> Narration:
    told = tell(rendezvous, states, log, PEOPLE, viewer)
    return replace(told, counts=tell_secret_answers(states, log, viewer).counts)


LEAKS: dict[str, Channels] = {
    "who the spies are": PLANT.while_running(lambda s, v: list_spies(s.cards)),
    "whether the next seat holds a card": PLANT.while_running(lambda s, v: s.cards[neighbour(s, v)] is None),
    "the first letter of a password": PLANT.while_running(lambda s, v: [word[0] for word in passwords(s)]),
    "how long the password is": PLANT.while_running(lambda s, v: [len(word) for word in passwords(s)]),
    "the other passwords of the spies' card": PLANT.while_running(
        lambda s, v: [card and card[0] for card in s.cards if card]
    ),
    "the own card of the next round": PLANT.while_running(lambda s, v: v is not None and s.deal.rounds[-1][v]),
    "the own card before the number is picked": PLANT.within(
        lambda o, s: o if o.viewer is None else replace(o, card=s.cards[o.viewer])
    ),
    "the own side at a table of three": PLANT.within(
        lambda o, s: o if o.card is None else replace(o, is_spy=o.viewer in list_spies(s.cards))
    ),
    "who is asked, the spies first": PLANT.within(
        lambda o, s: replace(o, awaited=tuple(sorted(o.awaited, key=lambda seat: seat not in list_spies(s.cards))))
    ),
    "who may guess": PLANT.within(lambda o, s: replace(o, awaited=rendezvous.to_act(s))),
    "how many may guess": PLANT.while_running(lambda s, v: len(list_guessers(s))),
    "whether a guess is right": PLANT.while_running(lambda s, v: [is_password(s, move.password) for move in s.guesses]),
    "all pointings before the debriefing": PLANT.while_running(lambda s, v: s.pointings),
    "how often somebody is pointed at": PLANT.while_running(lambda s, v: sum(0 in move.at for move in s.pointings)),
    "words of a lap that is not whole": PLANT.within(lambda o, s: replace(o, says=s.says)),
    "the bank, one off where a counter-spy found both": PLANT.within(
        lambda o, s: replace(o, bank=o.bank - len(list_guessers(s)))
    ),
    "the own moves in an order that tells a card": PLANT.replacing(offer=offer_by_card),
    "words offered without what begins as the password": PLANT.replacing(offer=offer_to_all),
    "the password refused to a counter-spy": PLANT.replacing(refuse=refuse_everybody),
    "the password refused before one's turn": PLANT.replacing(refuse=refuse_early),
    "a pointing refused otherwise if it is right": PLANT.replacing(refuse=refuse_by_spies),
    "a pointing told at once": PLANT.replacing(narrate=narrate_at_once),
    "a word told before its lap is whole": PLANT.replacing(narrate=narrate_words_early),
    "who may guess in an event": PLANT.narration(tell_guesser),
    "that a speaker holds a card, in an event": PLANT.narration(tell_chance),
    "an automatic guess, told as such": PLANT.replacing(tell=tell_secret_answers),
    "an automatic guess, counted": PLANT.replacing(tell=count_secret_answers),
    "a decision's name that tells a partner": PLANT.replacing(decide=decide_by_pair),
    "a clock that looks at cards": PLANT.replacing(clock=clock_by_card),
    "a bot that points at the spies": PLANT.replacing(bot=bot_by_spies),
    "a bot whose dice depend on a card": PLANT.replacing(bot=bot_by_dice),
    "sealed choices": PLANT.replacing(wait=wait_with_choices),
    "who has guessed": PLANT.replacing(wait=wait_with_guessers),
}
"""The planted leaks by what they tell."""
TABLES: dict[str, Callable[[Random], tuple[Options, int]]] = {}
"""At which tables those leaks are looked for that not every table has."""
HARMLESS: dict[str, Channels] = {
    "beside": PLANT.beside(lambda state, viewer: state.points),
    "within": PLANT.within(lambda seen, state: replace(seen, points=state.points)),
    "telling": PLANT.narration(lambda events, before, move, after: (*events, events[0])),
}
"""What is told to a viewer who may know it."""
