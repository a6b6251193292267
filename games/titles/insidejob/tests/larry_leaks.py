"""Planted leaks in the game for two and Larry. The world swap must catch each."""

from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.play import Position
from games.rules.engine.values import Event, Seat, Term
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.legality import larrys_cards
from games.titles.insidejob.rules.moves import PlayForLarry
from games.titles.insidejob.rules.options import LARRY_SEATS, LAST_TRICK, OPEN, Options
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.table_leaks import PLANT, count_suits, insider
from tests.rules.leaks import reorder
from tests.rules.swap import Channels


def draw_larrys_table(chance: Random) -> tuple[Options, int]:
    return Options(wagers=chance.random() < 0.75, memory=chance.choice((OPEN, LAST_TRICK))), LARRY_SEATS


def is_larrys_turn(state: State) -> bool:
    return state.outcome is None and len(state.plays) == 1


def tell_as_the_controller(before: State, move: Any, after: State, viewer: Seat | None, now: State) -> Any:
    told = move.seat if isinstance(move, PlayForLarry) else viewer
    return insidejob.narrate(before, move, after, told, now)


def tell_the_boxed(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, PlayForLarry):
        return events
    return (*events, Event("boxed", {"card": Term("card", after.looks[-1].boxed.code)}))


def tell_a_choice(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    had_choice = isinstance(move, PlayForLarry) and len(larrys_cards(before)) > 1
    return (*events, Event("had_a_choice")) if had_choice else events


def tell_the_top(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, PlayForLarry):
        return events
    was_on_top = before.pile[0] == move.card
    return (replace(events[0], params=dict(reorder([*events[0].params.items()], was_on_top))), *events[1:])


def offer_by_pile(state: State, seat: Seat) -> Any:
    return reorder(insidejob.legal_moves(state, seat), len(state.pile) > 3 and state.pile[3].suit in "BG")


def refuse_by_pile(state: State, move: Any) -> str | None:
    code = insidejob.objection(state, move)
    return "larry_not_yet" if code == "larry_not_shown" and move.card in state.pile else code


def refuse_by_larrys_role(state: State, move: Any) -> str | None:
    code = insidejob.objection(state, move)
    return "other_choice" if code and insider(state) == LARRY else code


def clock_by_pile(state: State, seat: Seat) -> Any:
    moves = insidejob.fallback(insidejob.observe(state, seat))
    return reorder(moves, len(state.pile) > 3 and state.pile[3].value > 7)


def clock_by_larrys_role(state: State, seat: Seat) -> Any:
    if is_larrys_turn(state) and insider(state) == LARRY:
        return insidejob.legal_moves(state, seat)
    return insidejob.fallback(insidejob.observe(state, seat))


def bot_by_pile(state: State, seat: Seat, name: str, dice: Random) -> Any:
    for _ in range(count_suits(state.pile)[0]):
        dice.random()
    return insidejob.BOTS[name](insidejob.observe(state, seat), dice)


def bot_by_larrys_role(state: State, seat: Seat, name: str, dice: Random) -> Any:
    move = insidejob.BOTS[name](insidejob.observe(state, seat), dice)
    if insider(state) == LARRY and is_larrys_turn(state):
        return insidejob.legal_moves(state, seat)[0]
    return move


def wait_for_agents(position: Position, viewer: Seat | None) -> Any:
    return [seat for seat in sorted(position.sealed) if seat != insider(position.state)]


LARRY_LEAKS: dict[str, Channels] = {
    "the three cards, to all": PLANT.within(lambda o, s: replace(o, shown=s.shown if is_larrys_turn(s) else ())),
    "the three cards before Larry's turn": PLANT.within(
        lambda o, s: replace(o, shown=s.shown if o.viewer == s.controller else o.shown)
    ),
    "the top of the pile": PLANT.while_running(lambda s, v: s.pile[0].code),
    "the suit of the top of the pile": PLANT.while_running(lambda s, v: s.pile[0].suit),
    "whether the top of the pile was put back by a player who holds its suit": PLANT.while_running(
        lambda s, v: any(card.suit == s.pile[0].suit for hand in s.hands for card in hand)
    ),
    "the pile by suit": PLANT.while_running(lambda s, v: count_suits(s.pile)),
    "the sum of the pile": PLANT.while_running(lambda s, v: sum(card.value for card in s.pile)),
    "the bottom of the pile, at the end": PLANT.at_the_end(lambda s, v: s.pile[-1].code),
    "the card on top of the pile, at the end": PLANT.at_the_end(lambda s, v: s.pile[0].code),
    "what both have seen of the pile": PLANT.within(lambda o, s: replace(o, looks=s.looks)),
    "what both have seen, but what was put back": PLANT.within(
        lambda o, s: replace(o, looks=tuple(replace(look, back=None) for look in s.looks))
    ),
    "the last look after control has passed": PLANT.within(
        lambda o, s: replace(o, looks=s.looks[-1:] if o.viewer == s.controller else o.looks)
    ),
    "the box by suit, with Larry": PLANT.while_running(lambda s, v: count_suits([look.boxed for look in s.looks])),
    "all that was put back, at the end": PLANT.at_the_end(lambda s, v: [look.back for look in s.looks]),
    "where the two cards went, told to all": PLANT.replacing(narrate=tell_as_the_controller),
    "the card in the box, in an event": PLANT.narration(tell_the_boxed),
    "whether Larry might have played otherwise": PLANT.narration(tell_a_choice),
    "whether Larry played from the top, by an order": PLANT.narration(tell_the_top),
    "how many cards Larry may play": PLANT.while_running(lambda s, v: len(larrys_cards(s)) if is_larrys_turn(s) else 0),
    "Larry's role": PLANT.within(lambda o, s: replace(o, roles=(*o.roles[:LARRY], s.deal.roles[LARRY]))),
    "the pile's size, one off if Larry is the Insider": PLANT.within(
        lambda o, s: replace(o, pile=o.pile + (insider(s) == LARRY))
    ),
    "Larry's intel as another type if he is the Insider": PLANT.within(
        lambda o, s: replace(o, intel=(*o.intel[:LARRY], float(o.intel[LARRY]))) if insider(s) == LARRY else o
    ),
    "whether one of the players is the Insider": PLANT.while_running(lambda s, v: insider(s) != LARRY),
    "an offer in an order that tells the pile": PLANT.replacing(offer=offer_by_pile),
    "a refusal that tells what lies in the pile": PLANT.replacing(refuse=refuse_by_pile),
    "a refusal that tells Larry's role": PLANT.replacing(refuse=refuse_by_larrys_role),
    "a clock that looks at the pile": PLANT.replacing(clock=clock_by_pile),
    "a clock that looks at Larry's role": PLANT.replacing(clock=clock_by_larrys_role),
    "a bot whose dice depend on the pile": PLANT.replacing(bot=bot_by_pile),
    "a bot that looks at Larry's role": PLANT.replacing(bot=bot_by_larrys_role),
    "whose vote counts": PLANT.replacing(wait=wait_for_agents),
}
"""The planted leaks by what they tell, at tables for two."""
