"""What Inside Job gives to the world swap: its tables, what can be known of them, and worlds that agree with it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Seat, Term
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.missions import MISSIONS, Mission
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.options import LARRY_SEATS, LAST_TRICK, Options
from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    DAREDEVIL,
    HOUSE_ROLES,
    INSIDER,
    PARANOID,
    PROF_NO,
    SPECIAL_SEATS,
    list_house_lineups,
    list_lineups,
)
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.imagining import imagine as imagine
from games.titles.insidejob.tests.imagining import in_every_role
from games.titles.insidejob.tests.knowledge import Look as Look
from games.titles.insidejob.tests.knowledge import box, find_partner, leaders
from games.titles.insidejob.tests.knowledge import knows as knows
from games.titles.insidejob.tests.knowledge import use_pile as use_pile
from tests.rules import drawing
from tests.rules.swap import walk
from tests.rules.worlds import DrawTable, Fields, Log, World

TITLE: AnyTitle = insidejob
SEATS = (2, 3, 4, 4, 5, 5)
"""Seat counts as often as they are drawn: the special roles need most of the games."""
LINEUPS = list_lineups()
HOUSE_LINEUPS = list_house_lineups()
HOUSE_SHARE = 0.3
"""How many of the tables with special roles have a house role."""
VIEWERS = ("public", "revealed", "Larry's controller", INSIDER, PROF_NO, ACCOMPLICE, PARANOID)
SHARES = {
    **{f"{seats} seats: {' and '.join(roles) or 'base'}": 1 / 500 for seats in SPECIAL_SEATS for roles in LINEUPS},
    **{f"house role: {role}": 1 / 2000 for role in HOUSE_ROLES},
    **dict.fromkeys((f"viewer: {viewer}" for viewer in VIEWERS), 1 / 100),
    "later: compared": 1 / 2,
}
TYPED: dict[str, tuple[str, ...]] = {}
COMBINED = ("roles", "wagers", "risky")
HIDES_ROLES = True


def draw_table(chance: Random) -> tuple[Options, int]:
    seats = chance.choice(SEATS)
    lineups = HOUSE_LINEUPS if chance.random() < HOUSE_SHARE else LINEUPS
    roles = chance.choice(lineups) if seats in SPECIAL_SEATS else ()
    return draw_options(roles, seats, chance), seats


def draw_options(roles: tuple[str, ...], seats: int, chance: Random) -> Options:
    wagers = DAREDEVIL in roles or chance.random() < 0.75
    risky = wagers and seats != LARRY_SEATS and chance.random() < 0.4
    drawn: Options = drawing.draw_options(TITLE, seats, chance, roles=[*roles], wagers=wagers, risky=risky)
    return drawn


def draw_rare_table(lineups: Sequence[tuple[str, ...]], counts: Sequence[int], chance: Random) -> tuple[Options, int]:
    """Return a table of one of these line-ups and seat counts, with any options."""
    roles, seats = chance.choice(lineups), chance.choice(counts)
    return draw_options(roles, seats, chance), seats


def list_rare() -> Iterator[DrawTable]:
    """Yield each seat count and line-up without a house role, and each house role in any line-up."""
    for seats in SPECIAL_SEATS:
        for roles in LINEUPS:
            yield partial(draw_rare_table, [roles], [seats])
    for role in HOUSE_ROLES:
        yield partial(draw_rare_table, [roles for roles in HOUSE_LINEUPS if role in roles], SPECIAL_SEATS)


RARE = tuple(list_rare())


def list_facts(state: State, viewer: Seat | None) -> list[str]:
    options = state.options
    return [
        f"{len(state.deal.hands)} seats: {' and '.join(options.roles) or 'base'}",
        f"wagers {options.wagers}",
        f"risky {options.deals_risky}",
        f"memory {options.memory}",
        *(f"house role: {role}" for role in options.roles if role in HOUSE_ROLES),
        *(f"viewer: {kind}" for kind in describe_viewer(state, viewer)),
    ]


def describe_viewer(state: State, viewer: Seat | None) -> list[str]:
    if viewer is None:
        return ["public"]
    is_controller = state.has_larry and state.leader != viewer
    return [
        state.deal.roles[viewer],
        *(["revealed"] if viewer in state.revealed else []),
        *(["Larry's controller"] if is_controller else []),
    ]


def attempts(state: State, seat: Seat, dice: Random) -> list[Any]:
    one, two = dice.randrange(state.seats), dice.randrange(state.seats)
    missions = [*MISSIONS.values()]
    return [
        *(Play(seat, card, dice.random() < 0.5) for card in dice.sample(DECK, 3)),
        *(ChooseMission(seat, mission) for mission in dice.sample(missions, 2)),
        PlayForLarry(seat, *dice.sample(DECK, 2)),
        ChoosePartner(seat, one),
        Vote(seat, (one,)),
        Vote(seat, (min(one, two), max(one, two))),
    ]


def opens(before: State, after: State, viewer: Seat | None) -> bool:
    """Tell whether the move between two states lets `viewer` tell the worlds apart by the rules.

    A role is revealed, the game ends, the viewer takes the lead and draws two missions, looks at Larry's cards, or as
    the Accomplice at the partner's role.
    """
    if after.outcome is not None or after.revealed != before.revealed:
        return True
    was_picked = after.partner != before.partner
    picks = was_picked and viewer is not None and after.deal.roles[viewer] == ACCOMPLICE
    is_next = was_picked or len(after.tricks) > len(before.tricks)
    draws = is_next and after.leader == viewer and not after.is_vote
    looks = after.has_larry and viewer == 1 - after.leader and len(after.plays) == 1
    return picks or draws or looks


def swap_roles(state: State, seat: Seat) -> Iterator[State]:
    if seat not in state.revealed:
        yield from islice(in_every_role(state, seat), 1, None)


def find_forgotten(received: Any, state: State, viewer: Seat | None) -> str | None:
    """Return a card or mission of an old trick still shown at a table that keeps only the last in sight.

    What the viewer saw of Larry's pile they know for good, as they do the missions they drew.
    """
    if state.options.memory != LAST_TRICK or state.outcome is not None:
        return None
    gone: set[Any] = {played.card for trick in state.tricks[:-1] for played in trick.plays}
    gone -= {card for look in state.looks if look.seat == viewer for card in (look.card, look.back, look.boxed)}
    gone |= {trick.mission for trick in state.tricks[:-1] if trick.plays[0].seat != viewer}
    gone |= {Term("card", card.code) for card in DECK if card in gone}
    gone |= {Term("mission", mission.id) for mission in MISSIONS.values() if mission in gone}
    seen = walk(received, (Card, Mission, Term))
    return next((f"out of sight: {leaf!r}" for leaf in seen if leaf in gone), None)


def list_hidden(state: State, viewer: Seat | None) -> list[Term]:
    if state.outcome is not None:
        return []
    seen = {played.card for trick in state.tricks for played in trick.plays} | {each.card for each in state.plays}
    known = {trick.mission for trick in state.tricks} | {state.mission}
    if viewer is not None:
        seen.update(state.deal.hands[viewer], list_cards_seen(state, viewer))
        known |= {trick.set_aside for trick in state.tricks if trick.plays[0].seat == viewer}
    if state.leader == viewer and not state.is_vote and not state.awaits_partner:
        known.update(state.drawn)
    return [
        *(Term("card", card.code) for card in DECK if card not in seen),
        *(Term("mission", mission.id) for mission in MISSIONS.values() if mission not in known),
    ]


def list_cards_seen(state: State, viewer: Seat) -> list[Card]:
    now = state.pile[:3] if state.has_larry and viewer != state.leader and len(state.plays) == 1 else ()
    past = [card for look in state.looks if look.seat == viewer for card in (look.card, look.back, look.boxed)]
    return [*now, *(card for card in past if card)]


def write_form(move: Any) -> Fields:
    match move:
        case ChoosePartner(_, partner):
            return {"partner": str(partner)}
        case ChooseMission(_, mission):
            return {"mission": mission.id}
        case Play(_, card, wager):
            return {"card": card.code, "wager": str(int(wager))}
        case PlayForLarry(_, card, back):
            return {"card": card.code, "back": back.code}
        case Vote(_, against):
            return dict(zip(("against", "also"), map(str, against), strict=False))
    raise TypeError(move)


def draw_forms(chance: Random) -> list[Fields]:
    cards = [card.code for card in chance.sample(DECK, 4)]
    return [
        *({"card": code, "mission": "x"} for code in cards[:2]),
        {"card": cards[2], "back": cards[3]},
        {"partner": "1", "against": "0", "also": "1"},
    ]


SECRETS = (
    "roles",
    "partner's role",
    "Larry's role",
    "hands",
    "box",
    "mission on offer",
    "missions set aside",
    "order drawn",
    "missions not drawn",
    "cards shown for Larry",
    "cards put back for Larry",
    "cards boxed for Larry",
    "order of Larry's pile",
    "votes",
    "how many votes",
)
"""The kinds of secrets a pair of worlds may differ in."""


def differing_secrets(state: State, log: Log, other: World) -> set[str]:
    ours, theirs = (list_secrets(state, world) for world in (World(state.deal, log), other))
    return {kind for kind in SECRETS if ours[kind] != theirs[kind]}


def list_secrets(state: State, world: World) -> dict[str, Any]:
    deal, log = world.deal, world.log
    chosen = [entry.move.mission for entry in log if isinstance(entry.move, ChooseMission)]
    drawn, on_offer = 2 * len(chosen), 2 * len(leaders(state, log))
    played = {move.card for move in (entry.move for entry in log) if isinstance(move, Play)}
    looks, pile = use_pile(deal.larry, log)
    partner = find_partner(log)
    votes = [entry.move.against for entry in log if isinstance(entry.move, Vote)]
    return {
        "roles": deal.roles[: len(deal.hands)],
        "partner's role": None if partner is None else deal.roles[partner],
        "Larry's role": deal.roles[LARRY] if deal.larry else None,
        "hands": [{*hand} - played for hand in deal.hands],
        "box": box(deal),
        "mission on offer": {*deal.missions[drawn:on_offer]},
        "missions set aside": {*deal.missions[:drawn]} - {*chosen},
        "order drawn": [deal.missions.index(mission) for mission in chosen],
        "missions not drawn": deal.missions[on_offer:],
        "cards shown for Larry": [{*look.shown} for look in looks],
        "cards put back for Larry": [look.back for look in looks],
        "cards boxed for Larry": [look.boxed for look in looks],
        "order of Larry's pile": pile,
        "votes": votes,
        "how many votes": [len(against) for against in votes],
    }
