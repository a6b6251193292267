"""What a viewer of Inside Job may know, written from the rules alone, and other worlds that agree with it.

`knows` is the standard that observations are held against, so it shares no code with them. A world is a deal
and a log; `imagine` changes whatever the viewer cannot know, and keeps every move of the log legal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from games.rules import insidejob
from games.rules.insidejob.cards import DECK, Card, sort_hand
from games.rules.insidejob.deal import Deal
from games.rules.insidejob.missions import DECK as MISSIONS
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.moves import ChooseMission, Play, Vote
from games.rules.insidejob.options import LAST_TRICK, OPEN, Options
from games.rules.insidejob.roles import AGENT, INSIDER
from games.rules.insidejob.state import State, suspects, voters
from games.rules.play import Entry
from games.rules.protocol import CLOCK, Seat, Term
from tests.rules.swap import Log, World, walk

TITLE = insidejob
SEATS = (3, 4, 5)
"""Only the base game is swapped: no special roles, no risky missions, no Larry."""


def draw_table(chance: Random) -> tuple[Options, int]:
    """Return a table of any seat count and options."""
    options = Options(wagers=chance.random() < 0.75, memory=chance.choice((OPEN, LAST_TRICK)))
    return options, chance.choice(SEATS)


def knows(state: State, log: Sequence[Entry], viewer: Seat | None) -> dict[str, Any]:
    """Return everything `viewer` may know of a game (section 13); None is the public."""
    known = {"everyone": what_everyone_knows(state, log), "seat": None, "end": None}
    if viewer is not None:
        known["seat"] = what_one_seat_knows(state, log, viewer)
    if state.outcome is not None:
        known["end"] = what_the_end_opens(state, log)
    return known


def what_everyone_knows(state: State, log: Sequence[Entry]) -> dict[str, Any]:
    """Return the table as seen by all from the start: what is no longer in sight was seen, too."""
    return {
        "options": state.options,
        "first leader": state.deal.leader,
        "hand sizes": [len(hand) for hand in state.hands],
        "intel": list(state.intel),
        "reserve": 14 - sum(state.intel) - sum(played.wager for played in state.plays),
        "missions met": state.met,
        "mission": state.mission,
        "trick": [tuple(played) for played in state.plays],
        "leader": state.leader,
        "tricks": [
            (trick.mission, [tuple(played) for played in trick.plays], trick.winner, trick.met, trick.intel)
            for trick in state.tricks
        ],
        "revealed": {seat: state.deal.roles[seat] for seat in state.revealed},
        "voted": [vote.seat for vote in state.votes],
        "asked": asked(state),
        "moves": [(entry.move, entry.by) for entry in log if not isinstance(entry.move, Vote)],
        "over": state.outcome is not None,
    }


def asked(state: State) -> list[Seat]:
    """Return the seats everybody may know to be asked: whose turn it is, or who has still to vote."""
    if state.outcome is not None:
        return []
    if len(state.tricks) < state.numbers.tricks:
        return [(state.leader + len(state.plays)) % state.seats]
    return [seat for seat in voters(state) if seat not in [vote.seat for vote in state.votes]]


def what_one_seat_knows(state: State, log: Sequence[Entry], viewer: Seat) -> dict[str, Any]:
    """Return what only `viewer` knows: cards, role, the missions drawn as leader, the own vote."""
    return {
        "dealt": list(state.deal.hands[viewer]),
        "hand": list(state.hands[viewer]),
        "role": state.deal.roles[viewer],
        "drawn": {
            number: list(state.deal.missions[2 * number : 2 * number + 2])
            for number, leader in enumerate(leaders(state, log))
            if leader == viewer
        },
        "vote": [entry.move for entry in log if isinstance(entry.move, Vote) and entry.move.seat == viewer],
    }


def what_the_end_opens(state: State, log: Sequence[Entry]) -> dict[str, Any]:
    """Return what everybody sees at the end: all but the missions never drawn."""
    return {
        "outcome": state.outcome,
        "roles": list(state.deal.roles),
        "dealt": list(state.deal.hands),
        "box": box(state.deal),
        "drawn": list(state.deal.missions[: 2 * len(leaders(state, log))]),
        "votes": [entry for entry in log if isinstance(entry.move, Vote)],
    }


def box(deal: Deal) -> list[Card]:
    """Return the cards that were not dealt."""
    return [card for card in DECK if not any(card in hand for hand in deal.hands)]


def leaders(state: State, log: Sequence[Entry]) -> list[Seat]:
    """Return who drew missions, trick by trick: those who chose, and the leader who is still to choose."""
    chosen = [entry.move.seat for entry in log if isinstance(entry.move, ChooseMission)]
    is_choosing = state.outcome is None and state.mission is None and len(state.tricks) < state.numbers.tricks
    return [*chosen, state.leader] if is_choosing else chosen


class Followed(NamedTuple):
    """A card played after the lead: what allows conclusions about cards held and about roles."""

    time: int
    seat: Seat
    card: Card
    led: str
    by: str


def followed(log: Sequence[Entry], seats: int) -> Iterator[Followed]:
    """Yield every card of `log` that was not led."""
    plays = [(entry.move, entry.by) for entry in log if isinstance(entry.move, Play)]
    for time, (move, by) in enumerate(plays):
        lead = plays[time - time % seats][0]
        if move is not lead:
            yield Followed(time, move.seat, move.card, lead.card.suit, by)


def may_have_held(card: Card, role: str, plays: Sequence[Followed]) -> bool:
    """Tell whether a seat of `role` that made `plays` may have held `card` all along without breaking a rule.

    Only the Insider may fail to follow suit; the clock follows suit for everyone, with the lowest card.
    """
    return not any(contradicts(card, role, play) for play in plays)


def contradicts(card: Card, role: str, play: Followed) -> bool:
    """Tell whether holding `card` makes `play` illegal."""
    if play.card.suit == play.led:
        return play.by == CLOCK and card.suit == play.led and card.value < play.card.value
    if play.by == CLOCK:
        return card.suit == play.led or card.value < play.card.value
    return role != INSIDER and card.suit == play.led


def imagine(state: State, log: Log, foreseen: Log, viewer: Seat | None, chance: Random) -> World:
    """Return a random world that `viewer` cannot tell from the one in which `log` led to `state`.

    `foreseen` is `log`, or `log` and one move more that shall be legal, too.
    """
    deal = replace(state.deal, missions=imagine_missions(state, foreseen, viewer, chance))
    if state.outcome is not None:
        return World(deal, log)
    roles = imagine_roles(state, foreseen, viewer, chance)
    for guess in roles:
        hands = imagine_hands(state, foreseen, viewer, guess, chance)
        if hands is not None:
            return World(replace(deal, roles=guess, hands=hands), imagine_votes(state, log, viewer, chance))
    raise AssertionError("the world as it is must be possible")


def imagine_missions(state: State, foreseen: Log, viewer: Seat | None, chance: Random) -> tuple[Any, ...]:
    """Return another mission deck. What was chosen stays, and what the viewer drew; at the end, all drawn."""
    deck = list(state.deal.missions)
    drawn = leaders(state, foreseen)
    chosen = {entry.move.mission for entry in foreseen if isinstance(entry.move, ChooseMission)}
    if state.outcome is not None:
        fixed = set(range(2 * len(drawn)))
    else:
        fixed = {place for place, mission in enumerate(deck) if mission in chosen}
        fixed |= {2 * number + half for number, seat in enumerate(drawn) if seat == viewer for half in (0, 1)}
    free = [place for place in range(len(deck)) if place not in fixed]
    for place, mission in zip(free, chance.sample([deck[place] for place in free], len(free)), strict=True):
        deck[place] = mission
    if state.outcome is None:
        turn_pairs(deck, [number for number, seat in enumerate(drawn) if seat != viewer], chance)
    return tuple(deck)


def turn_pairs(deck: list[Any], numbers: Sequence[int], chance: Random) -> None:
    """Turn round, at random, the pairs drawn for tricks `numbers`: which came first only the leader saw."""
    for number in numbers:
        if chance.random() < 0.5:
            deck[2 * number : 2 * number + 2] = deck[2 * number + 1], deck[2 * number]


def imagine_roles(state: State, foreseen: Log, viewer: Seat | None, chance: Random) -> Iterator[tuple[str, ...]]:
    """Yield the possible roles in random order: own and revealed ones stay, only the Insider has revoked."""
    roles = state.deal.roles
    if viewer is not None and roles[viewer] == INSIDER:
        yield roles
        return
    unknown = [seat for seat in range(state.seats) if seat != viewer and seat not in state.revealed]
    revoked = {seat for seat in unknown if has_revoked(seat, foreseen, state.seats)}
    for insider in chance.sample(unknown, len(unknown)):
        if revoked <= {insider}:
            yield tuple(INSIDER if seat == insider else AGENT for seat in range(state.seats))


def has_revoked(seat: Seat, log: Log, seats: int) -> bool:
    """Tell whether all have seen that `seat` did not follow suit: it later played the suit it had held."""
    plays = [entry.move for entry in log if isinstance(entry.move, Play)]
    return any(
        play.card.suit != play.led and play.led in {move.card.suit for move in plays[play.time :] if move.seat == seat}
        for play in followed(log, seats)
        if play.seat == seat
    )


def imagine_hands(
    state: State, foreseen: Log, viewer: Seat | None, roles: tuple[str, ...], chance: Random
) -> tuple[tuple[Card, ...], ...] | None:
    """Return other dealt hands that make every play of `foreseen` legal under `roles`, or None."""
    shown = {entry.move.card for entry in foreseen if isinstance(entry.move, Play)}
    own = () if viewer is None else state.deal.hands[viewer]
    pool = [card for card in DECK if card not in shown and card not in own]
    others = [seat for seat in range(state.seats) if seat != viewer]
    plays = list(followed(foreseen, state.seats))
    wanted: list[Seat] = []
    allowed: dict[Seat, list[Card]] = {}
    for seat in others:
        wanted += [seat for card in state.deal.hands[seat] if card not in shown]
        mine = [play for play in plays if play.seat == seat]
        fitting = [card for card in pool if may_have_held(card, roles[seat], mine)]
        allowed[seat] = chance.sample(fitting, len(fitting))
    holders = match(chance.sample(wanted, len(wanted)), allowed)
    if holders is None:
        return None
    return tuple(
        hand
        if seat == viewer
        else sort_hand((*shown.intersection(hand), *(card for card, holder in holders.items() if holder == seat)))
        for seat, hand in enumerate(state.deal.hands)
    )


def match(wanted: Sequence[Seat], allowed: dict[Seat, list[Card]]) -> dict[Card, Seat] | None:
    """Return who gets which card, one for each entry of `wanted`, or None if it cannot be done."""
    holders: dict[Card, Seat] = {}
    for seat in wanted:
        if not find_card(seat, allowed, holders, set()):
            return None
    return holders


def find_card(seat: Seat, allowed: dict[Seat, list[Card]], holders: dict[Card, Seat], tried: set[Card]) -> bool:
    """Give `seat` one more card, moving cards given before where needed (augmenting paths)."""
    for card in allowed[seat]:
        if card not in holders:
            holders[card] = seat
            return True
    for card in allowed[seat]:
        if card not in tried and holders[card] != seat:
            tried.add(card)
            if find_card(holders[card], allowed, holders, tried):
                holders[card] = seat
                return True
    return False


def imagine_votes(state: State, log: Log, viewer: Seat | None, chance: Random) -> Log:
    """Return the log with the votes of others, not yet open, cast otherwise."""
    return tuple(
        replace(entry, move=Vote(entry.move.seat, (chance.choice(suspects(state, entry.move.seat)),)))
        if isinstance(entry.move, Vote) and entry.move.seat != viewer and entry.by != CLOCK
        else entry
        for entry in log
    )


SECRETS = (
    "roles",
    "hands",
    "box",
    "mission on offer",
    "missions set aside",
    "order drawn",
    "missions not drawn",
    "votes",
)
"""The kinds of secrets a pair of worlds may differ in."""


def differing_secrets(state: State, log: Log, other: World) -> set[str]:
    """Return in which kinds of secrets `other` differs from the world of `state` and `log`."""
    deal, missions = state.deal, other.deal.missions
    chosen = [entry.move.mission for entry in log if isinstance(entry.move, ChooseMission)]
    drawn, on_offer = 2 * len(chosen), 2 * len(leaders(state, log))
    aside = [set(deck[:drawn]) - set(chosen) for deck in (deal.missions, missions)]
    turned = any(deal.missions.index(mission) != missions.index(mission) for mission in chosen)
    held = {card for hand in state.hands for card in hand}
    differs = {
        "roles": deal.roles != other.deal.roles,
        "hands": any(
            held.intersection(mine) != held.intersection(yours)
            for mine, yours in zip(deal.hands, other.deal.hands, strict=True)
        ),
        "box": box(deal) != box(other.deal),
        "mission on offer": set(deal.missions[drawn:on_offer]) != set(missions[drawn:on_offer]),
        "missions set aside": aside[0] != aside[1],
        "order drawn": turned,
        "missions not drawn": deal.missions[on_offer:] != missions[on_offer:],
        "votes": log != other.log,
    }
    return {kind for kind, differing in differs.items() if differing}


def list_facts(state: State) -> list[str]:
    """Return the kind of table."""
    options = state.options
    return [f"{state.seats} seats", f"wagers {options.wagers}", f"memory {options.memory}"]


def attempts(state: State, seat: Seat, dice: Random) -> list[Any]:
    """Return moves that `seat` might try, legal or not: what is answered must not tell a secret, either."""
    suspect = dice.randrange(state.seats)
    return [
        *(Play(seat, card, dice.random() < 0.5) for card in dice.sample(DECK, 3)),
        *(ChooseMission(seat, mission) for mission in dice.sample(MISSIONS, 2)),
        Vote(seat, (suspect,)),
    ]


def opens(before: State, after: State, viewer: Seat | None) -> bool:
    """Tell whether the move between two states lets `viewer` tell the worlds apart by the rules.

    A role is revealed, the game ends, or the viewer takes the lead and draws two missions.
    """
    draws = after.leader == viewer and len(after.tricks) > len(before.tricks) and not after.is_vote
    return after.outcome is not None or after.revealed != before.revealed or draws


def find_forgotten(received: Any, state: State, viewer: Seat | None) -> str | None:
    """Return a card or mission of an old trick still shown at a table that keeps only the last in sight."""
    if state.options.memory != LAST_TRICK or state.outcome is not None:
        return None
    gone: set[Any] = {played.card for trick in state.tricks[:-1] for played in trick.plays}
    gone |= {trick.mission for trick in state.tricks[:-1] if trick.plays[0].seat != viewer}
    gone |= {Term("card", card.code) for card in DECK if card in gone}
    gone |= {Term("mission", mission.id) for mission in MISSIONS if mission in gone}
    seen = walk(received, (Card, Mission, Term))
    return next((f"out of sight: {leaf!r}" for leaf in seen if leaf in gone), None)
