"""Other worlds of Inside Job that agree with what a viewer knows, in which every move made was legal, too.

`imagine` changes all that the viewer cannot know: roles, cards, missions, Larry's pile, votes and what was put back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, permutations
from random import Random
from typing import Any

from games.rules.engine.values import CLOCK, Seat
from games.titles.insidejob.rules.cards import DECK, SUITS, Card, sort_hand
from games.titles.insidejob.rules.missions import RISKY
from games.titles.insidejob.rules.moves import ChooseMission, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENT, INSIDER, PROF_NO
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.houses import breaks_suit
from games.titles.insidejob.tests.knowledge import Followed, find_partner, followed, leaders, list_votes
from games.titles.insidejob.tests.larry import Pile, imagine_pile
from tests.rules.worlds import Log, World

NONE = 14
"""Above every value: no card of a suit."""
Key = tuple[str, int]
"""Whom or where a card goes: `("seat", 1)`, or a place of Larry's pile as dealt, `("pile", 7)`."""


def imagine(state: State, log: Log, foreseen: Log, viewer: Seat | None, chance: Random) -> World:
    """Return a random world that `viewer` cannot tell from the one in which `log` led to `state`.

    `foreseen` is `log`, or `log` and one move more that shall be legal, too.
    """
    deal = replace(state.deal, missions=imagine_missions(state, foreseen, viewer, chance))
    # If none of the other ways is found possible, roles are as they are, and Larry's cards lie where they lay.
    ways = chain(
        ((roles, chance) for roles in imagine_roles(state, foreseen, viewer, chance)), [(state.deal.roles, None)]
    )
    for roles, dice in ways:
        pile = imagine_pile(state, log, foreseen, viewer, dice)
        cards = imagine_cards(state, foreseen, viewer, roles, pile, chance)
        if cards is not None:
            hands, larry = cards
            world = replace(deal, roles=roles, hands=hands, larry=larry)
            return World(world, imagine_choices(state, log, viewer, roles, [larry[at] for at in pile.backs], chance))
    raise AssertionError("the world as it is must be possible")


def imagine_missions(state: State, foreseen: Log, viewer: Seat | None, chance: Random) -> tuple[Any, ...]:
    """Return another mission deck. What was chosen stays, and what the viewer drew; at the end, all drawn."""
    deck = list(state.deal.missions)
    drawn = leaders(state, foreseen)
    chosen = [entry.move.mission for entry in foreseen if isinstance(entry.move, ChooseMission)]
    if state.outcome is not None:
        fixed = set(range(2 * len(drawn)))
    else:
        fixed = {place for place, mission in enumerate(deck) if mission in chosen}
        fixed |= {2 * number + half for number, seat in enumerate(drawn) if seat == viewer for half in (0, 1)}
    free = [place for place in range(len(deck)) if place not in fixed]
    pool = chance.sample([deck[place] for place in free], len(free))
    # What was set aside for a mission without risk had none, either (section 9).
    harmless = [place for place in free if place // 2 < len(chosen) and chosen[place // 2] not in RISKY]
    for place in harmless:
        deck[place] = next(mission for mission in pool if mission not in RISKY)
        pool.remove(deck[place])
    for place, mission in zip((place for place in free if place not in harmless), pool, strict=True):
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
    """Yield the possible roles in random order: what the viewer knows stays, only the Insider has revoked."""
    roles = state.deal.roles
    known = {viewer, *state.revealed} if state.outcome is None else {*range(len(roles))}
    if viewer is not None and roles[viewer] == ACCOMPLICE:
        known.add(find_partner(foreseen))
    unknown = [seat for seat in range(len(roles)) if seat not in known]
    revoked = [place for place, seat in enumerate(unknown) if has_revoked(seat, foreseen, len(roles))]
    ways = [*dict.fromkeys(permutations(roles[seat] for seat in unknown))]
    for way in chance.sample(ways, len(ways)):
        if all(may_revoke(way[place]) for place in revoked):
            guess = dict(zip(unknown, way, strict=True))
            yield tuple(guess.get(seat, role) for seat, role in enumerate(roles))


def may_revoke(role: str) -> bool:
    return role in (INSIDER, PROF_NO) or breaks_suit(role)


def has_revoked(seat: Seat, log: Log, places: int) -> bool:
    """Tell whether everyone has seen that `seat` broke suit, because it later played a card of the suit that it had
    denied."""
    off_suit = [play for play in followed(log, places) if play.seat == seat and play.card.suit != play.led]
    if not off_suit:
        return False
    plays = [entry.move for entry in log if isinstance(entry.move, Play | PlayForLarry)]
    return any(
        play.led in {move.card.suit for move in plays[play.time :] if isinstance(move, Play) and move.seat == seat}
        for play in off_suit
    )


def find_floors(role: str, plays: Sequence[Followed]) -> dict[str, int]:
    """Return from which value on cards of each suit may have been held all along by the player of `plays`.

    Only the Insider may fail to follow suit; the clock follows suit for everyone, with the lowest card.
    """
    floors = dict.fromkeys(SUITS, 1)
    for play in plays:
        if play.by == CLOCK:
            bound = (play.led,) if play.card.suit == play.led else SUITS
            floors |= {suit: max(floors[suit], play.card.value) for suit in bound}
        if play.card.suit != play.led and (play.by == CLOCK or not may_revoke(role)):
            floors[play.led] = NONE
    return floors


def imagine_cards(
    state: State, foreseen: Log, viewer: Seat | None, roles: tuple[str, ...], pile: Pile, chance: Random
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]] | None:
    """Return other dealt hands and another pile of Larry's that make `foreseen` legal under `roles`, or None."""
    hands = state.deal.hands
    others = [] if state.outcome is not None else [seat for seat in range(len(hands)) if seat != viewer]
    shown = {entry.move.card for entry in foreseen if isinstance(entry.move, Play)}
    known = shown.union(pile.fixed.values(), *(hand for seat, hand in enumerate(hands) if seat not in others))
    pool = chance.sample([card for card in DECK if card not in known], len(DECK) - len(known))
    plays: dict[Seat, list[Followed]] = {seat: [] for seat in range(len(roles))}
    for play in followed(foreseen, len(roles)):
        plays[play.seat].append(play)
    wanted: list[Key] = [("seat", seat) for seat in others for card in hands[seat] if card not in shown]
    floors = {("seat", seat): find_floors(roles[seat], plays[seat]) for seat in others}
    for place, looks in pile.left.items():
        if place not in pile.fixed:
            wanted.append(("pile", place))
            floors["pile", place] = find_floors(AGENT, looks)
    allowed = {key: [card for card in pool if card.value >= floor[card.suit]] for key, floor in floors.items()}
    places = match(chance.sample(wanted, len(wanted)), allowed)
    if places is None:
        return None
    given = {key: [card for card, holder in places.items() if holder == key] for key in allowed}
    dealt = tuple(
        sort_hand((*shown.intersection(hand), *given["seat", seat])) if seat in others else hand
        for seat, hand in enumerate(hands)
    )
    rest = iter([card for card in pool if card not in places])
    larry = tuple(
        pile.fixed.get(place) or (given["pile", place][0] if place in pile.left else next(rest))
        for place in range(len(state.deal.larry))
    )
    return dealt, larry


def match(wanted: Sequence[Key], allowed: dict[Key, list[Card]]) -> dict[Card, Key] | None:
    """Return where which card goes, one for each entry of `wanted`, or None if it cannot be done."""
    holders: dict[Card, Key] = {}
    for key in wanted:
        if not find_card(key, allowed, holders, set()):
            return None
    return holders


def find_card(key: Key, allowed: dict[Key, list[Card]], holders: dict[Card, Key], tried: set[Card]) -> bool:
    """Give `key` one more card, moving cards given before where needed (augmenting paths)."""
    for card in allowed[key]:
        if card not in holders:
            holders[card] = key
            return True
    for card in allowed[key]:
        if card not in tried and holders[card] != key:
            tried.add(card)
            if find_card(holders[card], allowed, holders, tried):
                holders[card] = key
                return True
    return False


def imagine_choices(
    state: State, log: Log, viewer: Seat | None, roles: tuple[str, ...], backs: Sequence[Card], chance: Random
) -> Log:
    """Return the log with what others chose secretly chosen otherwise: votes not yet open, Larry's cards put back."""
    changed, looks = [], iter(backs)
    for entry in log:
        move = entry.move
        if isinstance(move, PlayForLarry):
            move = move._replace(back=next(looks))
        elif isinstance(move, Vote) and state.outcome is None and move.seat != viewer and entry.by != CLOCK:
            move = move._replace(against=chance.choice(list_votes(state, roles, move.seat)))
        changed.append(entry if move == entry.move else replace(entry, move=move))
    return tuple(changed)


def in_every_role(state: State, seat: Seat) -> Iterator[State]:
    """Give the state as it is, and as if a hidden seat had changed roles with another: each role once."""
    assert seat not in state.revealed, "everybody knows that role"
    given = set[str]()
    for other in (seat, *(place for place in range(state.seats) if place not in (seat, *state.revealed))):
        roles = list(state.deal.roles)
        roles[seat], roles[other] = roles[other], roles[seat]
        if roles[seat] not in given:
            given.add(roles[seat])
            yield replace(state, deal=replace(state.deal, roles=tuple(roles)))
