"""Planted leaks at tables with special roles and risky missions. The world swap must catch each."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.play import Position
from games.rules.engine.values import Event, Seat
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.missions import RISKY
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Play, Vote
from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    DAREDEVIL,
    DECOY,
    NEUTRAL,
    PARANOID,
    PROF_NO,
    ROLES,
    SLEEPER,
    SPECIAL_SEATS,
    TIM_SHADY,
    WIRETAPPED,
)
from games.titles.insidejob.rules.state import State, find_role
from games.titles.insidejob.tests.table_leaks import PLANT, insider, neighbour
from tests.rules.leaks import reorder
from tests.rules.swap import Channels


def seating(*roles: str, risky: bool = False) -> Callable[[Random], tuple[Options, int]]:
    return lambda chance: (Options(roles=tuple(sorted(roles)), risky=risky), chance.choice(SPECIAL_SEATS))


def seat_of(state: State, role: str) -> Seat:
    return state.deal.roles.index(role)


def tell_partners_role(before: State, move: Any, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    told = move.seat if isinstance(move, ChoosePartner) else viewer
    return insidejob.narrate(before, move, after, told, now)


def tell_special_winner(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    took = len(after.tricks) > len(before.tricks) and after.tricks[-1].winner == find_role(after, SLEEPER)
    return (*events, Event("sleeper_stirs")) if took else events


def tell_wager_of_daredevil(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    is_daring = isinstance(move, Play) and move.wager and before.deal.roles[move.seat] == DAREDEVIL
    return (replace(events[0], code="wagered_daringly"), *events[1:]) if is_daring else events


def tell_forced_choice(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    had_none = isinstance(move, ChooseMission) and len(before.offered) == 1
    return (*events, Event("no_choice")) if had_none else events


def tell_what_was_set_aside(events: tuple[Event, ...], before: State, move: Any, after: State) -> tuple[Event, ...]:
    if not isinstance(move, ChooseMission) or after.set_aside not in RISKY:
        return events
    return (replace(events[0], params={**events[0].params, "player": move.seat}), *events[1:])


def decide_by_tim(state: State, seat: Seat) -> Any:
    asked = insidejob.decision(state, seat)
    is_his = asked is not None and seat_of(state, TIM_SHADY) == (seat + 1) % state.seats
    return replace(asked, kind=asked.kind + "-watched") if asked and is_his else asked


def offer_by_role(state: State, seat: Seat) -> Any:
    moves = insidejob.legal_moves(state, seat)
    if not state.awaits_partner:
        return moves
    return sorted(moves, key=lambda move: state.deal.roles[move.partner])


def refuse_by_neutral(state: State, move: Any) -> str | None:
    code = insidejob.objection(state, move)
    named = move.against if isinstance(move, Vote) else ()
    return "vote_one" if code and any(ROLES[state.deal.roles[seat]].side == NEUTRAL for seat in named) else code


def clock_by_role(state: State, seat: Seat) -> Any:
    return reorder(insidejob.fallback(insidejob.observe(state, seat)), seat_of(state, SLEEPER) > seat)


def bot_by_partner(state: State, seat: Seat, name: str, dice: Random) -> Any:
    if state.awaits_partner:
        return ChoosePartner(seat, insider(state))
    return insidejob.BOTS[name](insidejob.observe(state, seat), dice)


def wait_with_number(position: Position, viewer: Seat | None) -> Any:
    return sum(len(entry.move.against) for entries in position.sealed.values() for entry in entries)


def wait_for_roles(position: Position, viewer: Seat | None) -> Any:
    return sorted(position.sealed, key=lambda seat: position.state.deal.roles[seat] == DECOY)


def count_votes_of_all(state: State, viewer: Seat | None) -> list[int]:
    return [1 + (role == PARANOID) for role in state.deal.roles] if state.is_vote else []


ROLE_LEAKS: dict[str, tuple[Callable[[Random], tuple[Options, int]], Channels]] = {
    "the partner's role, to all": (
        seating(ACCOMPLICE),
        PLANT.within(
            lambda o, s: replace(
                o,
                roles=tuple(
                    role if seat == s.partner else known
                    for seat, (role, known) in enumerate(zip(s.deal.roles, o.roles, strict=True))
                ),
            )
        ),
    ),
    "the partner's role in an event": (seating(ACCOMPLICE, DAREDEVIL), PLANT.replacing(narrate=tell_partners_role)),
    "whether the partner is the Insider": (
        seating(ACCOMPLICE, PROF_NO),
        PLANT.while_running(lambda s, v: s.partner == insider(s)),
    ),
    "partners offered in the order of their roles": (seating(ACCOMPLICE), PLANT.replacing(offer=offer_by_role)),
    "a bot that always picks the Insider as partner": (
        seating(ACCOMPLICE, SLEEPER),
        PLANT.replacing(bot=bot_by_partner),
    ),
    "the roles in play in the order of the seats": (
        seating(WIRETAPPED, TIM_SHADY),
        PLANT.within(lambda o, s: replace(o, in_play=s.deal.roles)),
    ),
    "who comes before Tim Shady, by a decision's name": (seating(TIM_SHADY), PLANT.replacing(decide=decide_by_tim)),
    "what Tim Shady could take": (
        seating(TIM_SHADY, SLEEPER),
        PLANT.while_running(lambda s, v: s.intel[seat_of(s, TIM_SHADY) - 1]),
    ),
    "the Decoy last among the suspects": (
        seating(DECOY),
        PLANT.within(lambda o, s: replace(o, suspects=tuple(sorted(o.suspects, key=lambda q: q == seat_of(s, DECOY))))),
    ),
    "the Decoy's vote last": (seating(DECOY, PARANOID), PLANT.replacing(wait=wait_for_roles)),
    "how many votes each has": (seating(PARANOID), PLANT.while_running(count_votes_of_all)),
    "how many votes are in": (seating(PARANOID, WIRETAPPED), PLANT.replacing(wait=wait_with_number)),
    "a refusal that tells who is on no side": (seating(DECOY, SLEEPER), PLANT.replacing(refuse=refuse_by_neutral)),
    "an event when the Sleeper takes a trick": (seating(SLEEPER), PLANT.narration(tell_special_winner)),
    "a clock that knows the Sleeper": (seating(SLEEPER, PARANOID), PLANT.replacing(clock=clock_by_role)),
    "a wager's event that tells the Daredevil Agent": (seating(DAREDEVIL), PLANT.narration(tell_wager_of_daredevil)),
    "how near Prof. No is to being exposed": (
        seating(PROF_NO),
        PLANT.within(lambda o, s: replace(o, numbers=replace(o.numbers, intel_needed=4 - s.intel[insider(s)]))),
    ),
    "who is left for Prof. No": (
        seating(PROF_NO, WIRETAPPED),
        PLANT.while_running(lambda s, v: [q for q in range(s.seats) if q not in (*s.revealed, insider(s))]),
    ),
    "the next seat's role as a number": (
        seating(DAREDEVIL, DECOY),
        PLANT.while_running(lambda s, v: len(s.deal.roles[neighbour(s, v)])),
    ),
    "how many missions may be chosen, to all": (
        seating(risky=True),
        PLANT.while_running(lambda s, v: None if s.mission or s.is_vote else len(s.offered)),
    ),
    "an event that there was no choice": (seating(risky=True), PLANT.narration(tell_forced_choice)),
    "whether a risky mission was set aside, by a type": (seating(DAREDEVIL), PLANT.narration(tell_what_was_set_aside)),
    "whether the next mission is risky": (
        seating(WIRETAPPED, risky=True),
        PLANT.while_running(lambda s, v: s.deal.missions[2 * len(s.tricks) + 2] in RISKY),
    ),
    "how many risky missions are left": (
        seating(PARANOID, risky=True),
        PLANT.while_running(lambda s, v: sum(mission in RISKY for mission in s.deal.missions[2 * len(s.tricks) :])),
    ),
}
"""The planted leaks by what they tell, each with the tables at which it does."""
