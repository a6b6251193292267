"""Planted leaks: the ways a careless change could tell a secret. The world swap must catch each."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.play import Position
from games.rules.engine.values import Event, Seat, Term
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.moves import ChooseMission, Play, Vote
from games.titles.insidejob.rules.observe import _see_trick
from games.titles.insidejob.rules.roles import is_insider
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.knowledge import box
from tests.rules.leaks import Planter, reorder
from tests.rules.swap import Channels

PLANT = Planter(insidejob)


def neighbour(state: State, viewer: Seat | None) -> Seat:
    """Return the seat after `viewer`; seat 0 for the public. Larry's place is no one's."""
    return 0 if viewer is None else (viewer + 1) % len(state.deal.hands)


def insider(state: State) -> Seat:
    """Return who the Insider is, or Prof. No in the Insider's place."""
    return next(seat for seat, role in enumerate(state.deal.roles) if is_insider(role))


def tell_role(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    role = Term("role", before.deal.roles[move.seat])
    return (replace(events[0], params={**events[0].params, "role": role}), *events[1:])


def tell_once_more(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    return (*events, events[0]) if move.seat == insider(before) else events


def tell_broken_suit(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, Play) or not before.plays:
        return events
    led = before.plays[0].card.suit
    broke = move.card.suit != led and any(card.suit == led for card in before.hands[move.seat])
    return (Event("broke_suit"), *events) if broke else events


def tell_set_aside(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, ChooseMission):
        return events
    other = next(mission for mission in before.drawn if mission != move.mission)
    return (*events, Event("set_aside", {"other": Term("mission", other.id)}))


def tell_in_order(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, Play):
        return events
    holds = any(card.suit == move.card.suit for card in after.hands[move.seat])
    return (replace(events[0], params=dict(reorder([*events[0].params.items()], holds))), *events[1:])


def narrate_votes(before: State, move: Any, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    if isinstance(move, Vote) and now.outcome is None:
        return (Event("voted", {"suspects": tuple(Term("seat", seat) for seat in move.against)}),)
    return insidejob.narrate(before, move, after, viewer, now)


def narrate_old_tricks(before: State, move: Any, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    return insidejob.narrate(before, move, after, viewer, after if now.outcome is None else now)


def decide_by_role(state: State, seat: Seat) -> Any:
    asked = insidejob.decision(state, seat)
    if asked is None or insider(state) != neighbour(state, seat):
        return asked
    return replace(asked, kind=asked.kind + "-careful")


def offer_by_role(state: State, seat: Seat) -> Any:
    return reorder(insidejob.legal_moves(state, seat), insider(state) > seat)


def refuse_by_holder(state: State, move: Any) -> str | None:
    code = insidejob.objection(state, move)
    if code == "card_not_held" and any(move.card in hand for hand in state.hands):
        return "card_held_by_another"
    return code


def refuse_by_role(state: State, move: Any) -> str | None:
    code = insidejob.objection(state, move)
    return "found" if code and isinstance(move, Vote) and insider(state) in move.against else code


def clock_by_role(state: State, seat: Seat) -> Any:
    moves = insidejob.fallback(insidejob.observe(state, seat))
    return reorder(moves, insider(state) == neighbour(state, seat))


def clock_by_hands(state: State, seat: Seat) -> Any:
    moves = insidejob.fallback(insidejob.observe(state, seat))
    suits = {card.suit for card in state.hands[neighbour(state, seat)]}
    return tuple(move for move in moves if not isinstance(move, Play) or move.card.suit in suits)


def bot_by_role(state: State, seat: Seat, name: str, dice: Random) -> Any:
    if state.is_vote and seat != insider(state):
        return Vote(seat, (insider(state),))
    return insidejob.BOTS[name](insidejob.observe(state, seat), dice)


def bot_by_dice(state: State, seat: Seat, name: str, dice: Random) -> Any:
    for card in state.hands[neighbour(state, seat)]:
        if card.suit == "B":
            dice.random()
    return insidejob.BOTS[name](insidejob.observe(state, seat), dice)


def wait_with_votes(position: Position, viewer: Seat | None) -> Any:
    return insidejob.observe(position.state, viewer), position.sealed


def wait_with_count(position: Position, viewer: Seat | None) -> Any:
    return len({entry.move.against for entries in position.sealed.values() for entry in entries})


def count_suits(cards: Sequence[Any]) -> list[int]:
    return [sum(card.suit == suit for card in cards) for suit in "BGYP"]


def is_winning(state: State, viewer: Seat | None) -> bool:
    return state.outcome is None and state.intel[insider(state)] == max(state.intel)


TABLE_LEAKS: dict[str, Channels] = {
    "the next seat's cards by suit": PLANT.while_running(lambda s, v: count_suits(s.hands[neighbour(s, v)])),
    "whether the next seat holds blue": PLANT.while_running(
        lambda s, v: any(c.suit == "B" for c in s.hands[neighbour(s, v)])
    ),
    "the first card the next seat was dealt": PLANT.while_running(lambda s, v: s.deal.hands[neighbour(s, v)][0].value),
    "the box by suit": PLANT.while_running(lambda s, v: count_suits(box(s.deal))),
    "the highest card in the box": PLANT.while_running(lambda s, v: max(box(s.deal), default=None)),
    "how many moves the seat in turn has": PLANT.while_running(
        lambda s, v: [len(insidejob.legal_moves(s, seat)) for seat in insidejob.to_act(s)]
    ),
    "the hand of the seat in turn": PLANT.while_running(lambda s, v: [s.hands[seat] for seat in insidejob.to_act(s)]),
    "the missions drawn, to all": PLANT.while_running(lambda s, v: None if s.mission or s.is_vote else s.drawn),
    "whether the first mission drawn was chosen": PLANT.while_running(
        lambda s, v: s.mission and s.mission == s.drawn[0]
    ),
    "the next mission of the deck": PLANT.while_running(
        lambda s, v: s.deal.missions[2 * len(s.tricks) + 2 : 2 * len(s.tricks) + 3]
    ),
    "the last mission of the deck, at the end": PLANT.at_the_end(lambda s, v: s.deal.missions[-1].id),
    "the missions set aside, to all": PLANT.within(
        lambda o, s: replace(o, set_aside=tuple((place, trick.set_aside) for place, trick in enumerate(s.tricks)))
    ),
    "the mission set aside within a trick": PLANT.within(
        lambda o, s: replace(
            o, tricks=tuple(replace(seen, set_aside=s.tricks[seen.number - 1].set_aside) for seen in o.tricks)
        )
    ),
    "all roles": PLANT.within(lambda o, s: replace(o, roles=s.deal.roles)),
    "the Insider's role, one intel early": PLANT.within(
        lambda o, s: replace(
            o, revealed=tuple(q for q in range(s.seats) if q in o.revealed or (q == insider(s) and s.intel[q] > 1))
        )
    ),
    "who is asked, the Insider first": PLANT.within(
        lambda o, s: replace(o, awaited=tuple(sorted(o.awaited, key=lambda seat: seat != insider(s))))
    ),
    "nobody asked when it is the Insider's turn": PLANT.within(
        lambda o, s: replace(o, awaited=() if insider(s) in o.awaited else o.awaited)
    ),
    "the reserve, one off when the Insider gathers": PLANT.within(
        lambda o, s: replace(o, reserve=o.reserve - (s.intel[insider(s)] > 1))
    ),
    "the Insider's intel as another type": PLANT.within(
        lambda o, s: replace(
            o, intel=tuple(bool(n) if n == 1 and q == insider(s) else n for q, n in enumerate(o.intel))
        )
    ),
    "the own hand in an order that tells the Insider": PLANT.within(
        lambda o, s: replace(o, hand=reorder(o.hand, insider(s) % 2 == 1))
    ),
    "the own moves in an order that tells a hand": PLANT.within(
        lambda o, s: replace(
            o, legal=reorder(o.legal, sum(card.value for card in s.hands[neighbour(s, o.viewer)]) % 2 == 1)
        )
    ),
    "suspects in the order of their hands": PLANT.within(
        lambda o, s: replace(o, suspects=tuple(sorted(o.suspects, key=lambda seat: s.hands[seat])))
    ),
    "hands before the end": PLANT.within(lambda o, s: replace(o, hands=s.hands)),
    "votes before the end": PLANT.within(lambda o, s: replace(o, votes=s.votes)),
    "who is accused before the end": PLANT.within(
        lambda o, s: replace(o, accused=tuple(q for v in s.votes for q in v.against))
    ),
    "whether the Insider is ahead": PLANT.while_running(is_winning),
    "the mover's role in an event": PLANT.narration(tell_role),
    "one event more for the Insider": PLANT.narration(tell_once_more),
    "an event that a suit was broken": PLANT.narration(tell_broken_suit),
    "the mission set aside in an event": PLANT.narration(tell_set_aside),
    "an event's parameters in an order that tells the hand": PLANT.narration(tell_in_order),
    "a vote told at once": PLANT.replacing(narrate=narrate_votes),
    "a decision's name that tells a role": PLANT.replacing(decide=decide_by_role),
    "an offer in an order that tells a role": PLANT.replacing(offer=offer_by_role),
    "a refusal that tells who holds a card": PLANT.replacing(refuse=refuse_by_holder),
    "a refusal that tells a role": PLANT.replacing(refuse=refuse_by_role),
    "a clock that looks at roles": PLANT.replacing(clock=clock_by_role),
    "a clock that looks at hands": PLANT.replacing(clock=clock_by_hands),
    "a bot that looks at roles": PLANT.replacing(bot=bot_by_role),
    "a bot whose dice depend on hands": PLANT.replacing(bot=bot_by_dice),
    "sealed votes": PLANT.replacing(wait=wait_with_votes),
    "how many are voted against": PLANT.replacing(wait=wait_with_count),
    "old tricks where only the last is in sight": PLANT.within(
        lambda o, s: replace(o, tricks=tuple(_see_trick(s, place, o.viewer) for place in range(len(s.tricks))))
    ),
    "tellings of old tricks where only the last is in sight": PLANT.replacing(narrate=narrate_old_tricks),
    "missions of old tricks where only the last is in sight": PLANT.while_running(
        lambda s, v: [t.mission for t in s.tricks]
    ),
}
"""The planted leaks by what they tell, for tables of every kind."""
