"""What a viewer of Inside Job may know, written from the rules alone (section 13).

`knows` is the standard that observations are held against, so it shares no code with them.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.rules.engine.values import Entry, Seat
from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.deal import LARRY, Deal
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.roles import ACCOMPLICE, PARANOID, PROF_NO, SLEEPER, TIM_SHADY, WIRETAPPED
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.houses import count_votes, falls_silent, is_open

TRICKS = {2: 9, 3: 11, 4: 10, 5: 9}
"""How many tricks are played (section 2)."""
LARRYS_CARDS = 32
OPEN_ROLES = (WIRETAPPED, ACCOMPLICE)
SILENCED = (TIM_SHADY, SLEEPER)
"""Who votes no more once revealed by intel; at Prof. No's table no one does."""


def knows(state: State, log: Sequence[Entry], viewer: Seat | None) -> dict[str, Any]:
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
        "partner": find_partner(log),
        "Larry's controller": 1 - state.leader if state.has_larry else None,
        "cards on Larry's pile": LARRYS_CARDS - 2 * count_looks(log) if state.has_larry else 0,
        "voted": [vote.seat for vote in state.votes],
        "asked": asked(state, log),
        "moves": [(show_move(entry.move), entry.by) for entry in log if not isinstance(entry.move, Vote)],
        "over": state.outcome is not None,
    }


def show_move(move: Move) -> tuple[Any, ...]:
    """Return what all see of a move: of Larry's cards only the one that was played."""
    if isinstance(move, PlayForLarry):
        return ("for Larry", move.seat, move.card)
    return (type(move).__name__, *move)


def find_partner(log: Sequence[Entry]) -> Seat | None:
    return next((entry.move.partner for entry in log if isinstance(entry.move, ChoosePartner)), None)


def count_looks(log: Sequence[Entry]) -> int:
    return sum(isinstance(entry.move, PlayForLarry) for entry in log)


def asked(state: State, log: Sequence[Entry]) -> list[Seat]:
    """Return the seats everyone may know to be asked: the Accomplice first, then by turns, then who has to vote."""
    if state.outcome is not None:
        return []
    if ACCOMPLICE in state.options.roles and find_partner(log) is None:
        return [state.deal.roles.index(ACCOMPLICE)]
    if has_tricks_left(state):
        if state.has_larry:
            return [1 - state.leader if state.plays else state.leader]
        return [(state.leader + len(state.plays)) % state.seats]
    voted = [vote.seat for vote in state.votes]
    return [seat for seat in range(len(state.deal.hands)) if is_voter(state, seat) and seat not in voted]


def has_tricks_left(state: State) -> bool:
    return len(state.tricks) < TRICKS[len(state.deal.hands)]


def is_voter(state: State, seat: Seat) -> bool:
    """Tell whether a seat is asked to vote (sections 6 and 8): it has a vote, and someone to vote against."""
    role = state.deal.roles[seat]
    was_revealed = seat in state.revealed and role not in OPEN_ROLES and not is_open(role)
    is_silenced = was_revealed and (role in SILENCED or falls_silent(role) or PROF_NO in state.options.roles)
    return role != ACCOMPLICE and count_votes(role) != 0 and not is_silenced and bool(find_suspects(state, seat))


def find_suspects(state: State, seat: Seat) -> list[Seat]:
    """Return whom a seat may vote against: others, Larry too, whose role is not revealed."""
    return [other for other in range(state.seats) if other != seat and other not in state.revealed]


def list_votes(state: State, roles: Sequence[str], seat: Seat) -> list[tuple[Seat, ...]]:
    """Return the votes open to a seat if the roles are these: one suspect; two for who has two votes."""
    suspects = find_suspects(state, seat)
    votes: list[tuple[Seat, ...]] = [(one,) for one in suspects]
    if roles[seat] == PARANOID or count_votes(roles[seat]) == 2:
        is_revealed = seat in state.revealed
        votes += [(one, two) for one in suspects for two in suspects if one < two or (one == two and is_revealed)]
    return votes


def what_one_seat_knows(state: State, log: Sequence[Entry], viewer: Seat) -> dict[str, Any]:
    """Return what only `viewer` knows: cards, role, missions drawn as leader, Larry's cards looked at, the own vote.

    The Accomplice knows her partner's role, too.
    """
    partner = find_partner(log) if state.deal.roles[viewer] == ACCOMPLICE else None
    return {
        "dealt": list(state.deal.hands[viewer]),
        "hand": list(state.hands[viewer]),
        "role": state.deal.roles[viewer],
        "partner's role": None if partner is None else state.deal.roles[partner],
        "drawn": {
            number: list(state.deal.missions[2 * number : 2 * number + 2])
            for number, leader in enumerate(leaders(state, log))
            if leader == viewer
        },
        "looks": [look for look in list_looks(state, log) if look.seat == viewer],
        "vote": [entry.move for entry in log if isinstance(entry.move, Vote) and entry.move.seat == viewer],
    }


def what_the_end_opens(state: State, log: Sequence[Entry]) -> dict[str, Any]:
    """Return what everyone sees at the end: all but the missions never drawn and the cards left on Larry's pile."""
    looks = list_looks(state, log)
    return {
        "outcome": state.outcome,
        "roles": list(state.deal.roles),
        "dealt": list(state.deal.hands),
        "box": box(state.deal),
        "drawn": list(state.deal.missions[: 2 * len(leaders(state, log))]),
        "looks": [
            (look.seat, look.card, look.boxed, None if is_still_on_top(look, looks) else look.back) for look in looks
        ],
        "votes": [entry for entry in log if isinstance(entry.move, Vote)],
    }


def box(deal: Deal) -> list[Card]:
    """Return the cards that were not dealt, nor put on Larry's pile."""
    return [card for card in DECK if card not in deal.larry and not any(card in hand for hand in deal.hands)]


def leaders(state: State, log: Sequence[Entry]) -> list[Seat]:
    """Return who drew missions, trick by trick: those who chose, and the leader who is still to choose."""
    chosen = [entry.move.seat for entry in log if isinstance(entry.move, ChooseMission)]
    waits_for_partner = ACCOMPLICE in state.options.roles and find_partner(log) is None
    is_choosing = state.outcome is None and state.mission is None and has_tricks_left(state) and not waits_for_partner
    return [*chosen, state.leader] if is_choosing else chosen


class Look(NamedTuple):
    """Larry's top three cards as `seat` saw them, in their order, and what they did: nothing yet if `card` is None."""

    seat: Seat
    shown: tuple[Card, ...]
    card: Card | None
    back: Card | None
    boxed: Card | None


def list_looks(state: State, log: Sequence[Entry]) -> list[Look]:
    """Return every look at Larry's cards (section 10), that of the controller whose turn it is included."""
    looks, pile = use_pile(state.deal.larry, log)
    if state.has_larry and state.outcome is None and len(state.plays) == 1:
        looks.append(Look(1 - state.leader, pile[:3], None, None, None))
    return looks


def use_pile(pile: tuple[Card, ...], log: Sequence[Entry]) -> tuple[list[Look], tuple[Card, ...]]:
    """Return the looks after which cards of a pile were played, and what is left of it."""
    looks = []
    for move in (entry.move for entry in log if isinstance(entry.move, PlayForLarry)):
        boxed = next(card for card in pile[:3] if card not in (move.card, move.back))
        looks.append(Look(move.seat, pile[:3], move.card, move.back, boxed))
        pile = (move.back, *pile[3:])
    return looks, pile


def is_still_on_top(look: Look, looks: Sequence[Look]) -> bool:
    return look.back == looks[-1].back


class Followed(NamedTuple):
    """A card played after the lead: what allows conclusions about cards held and about roles."""

    time: int
    seat: Seat
    card: Card
    led: str
    by: str


def followed(log: Sequence[Entry], places: int) -> Iterator[Followed]:
    """Yield every card of `log` that was not led; Larry's have his place."""
    time, led = 0, ""
    for entry in log:
        move = entry.move
        if isinstance(move, Play | PlayForLarry):
            if time % places == 0:
                led = move.card.suit
            else:
                yield Followed(time, move.seat if isinstance(move, Play) else LARRY, move.card, led, entry.by)
            time += 1
