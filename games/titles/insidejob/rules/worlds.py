"""Makes random states that agree with an observation.

A trick that the viewer has forgotten may break the rules in such a state, because no one can check it any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules.cards import DECK, Card, sort_hand
from games.titles.insidejob.rules.deal import LARRY, Deal, list_missions
from games.titles.insidejob.rules.missions import RISKY, Mission
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.piles import Pile, Turn, as_look, imagine_pile
from games.titles.insidejob.rules.roles import ROLES
from games.titles.insidejob.rules.showing import order_places
from games.titles.insidejob.rules.state import Look, State, Trick, suspects, voters
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.rules.unknown_cards import Blanks, Mark, fill
from games.titles.insidejob.rules.versions import RULES

# The mission that was chosen, and the one that was set aside.
Pair = tuple[Mission, Mission]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which cards or blanks lie where in an imagined world."""

    hands: tuple[tuple[Mark, ...], ...]
    forgotten: Mapping[int, tuple[Mark, ...]]
    pile: Pile


def imagine(seen: Observation, chance: Chance) -> State:
    """Return a state that agrees with all that the viewer saw. Raises `ValueError` if there is none."""
    leaders = _imagine_leaders(seen, chance)
    hidden = list_hidden(seen)
    for roles in _imagine_roles(seen, chance):
        blanks = Blanks()
        layout = _lay_out(seen, leaders, roles, blanks, chance)
        cards = fill(blanks.barred, chance.sample(hidden, len(hidden)))
        if cards is not None:
            return _assemble(seen, leaders, roles, layout, cards, chance)
    raise ValueError("nothing agrees with this observation")


def count_finished(seen: Observation) -> int:
    return seen.tricks[-1].number if seen.tricks else 0


def _imagine_leaders(seen: Observation, chance: Chance) -> tuple[Seat, ...]:
    """Return who led each trick.

    Viewers know which missions they set aside, and so which tricks they led.
    """
    known = {trick.number: trick.plays[0].seat for trick in seen.tricks}
    own = {number for number, _ in seen.set_aside}
    players = seen.seats if seen.controller is None else LARRY
    others = [seat for seat in range(players) if seat != seen.viewer]
    return tuple(
        known[number] if number in known else seen.viewer if number in own else chance.choice(others)  # type: ignore[misc]
        for number in range(1, count_finished(seen) + 1)
    )


def list_hidden(seen: Observation) -> list[Card]:
    known = {played.card for trick in seen.tricks for played in trick.plays}
    known.update(seen.hand, seen.shown, seen.undealt, *seen.hands, (played.card for played in seen.plays))
    for look in seen.looks:
        known.update(card for card in (look.card, look.back, look.boxed) if card is not None)
    return [card for card in DECK if card not in known]


def _list_tricks(seen: Observation) -> Iterator[Sequence[Played]]:
    """Yield the plays of each trick. The current trick comes last."""
    yield from (trick.plays for trick in seen.tricks)
    yield seen.plays


def find_voids(seen: Observation) -> tuple[tuple[frozenset[str], ...], frozenset[Seat]]:
    """Return the suits that each seat did not follow, and the seats that later played such a suit."""
    voids: list[set[str]] = [set() for _ in range(seen.seats)]
    breakers = set[Seat]()
    for plays in _list_tricks(seen):
        for seat, card, _ in plays:
            if seen.controller is not None and seat == LARRY:
                continue
            if card.suit in voids[seat]:
                breakers.add(seat)
            if card.suit != plays[0].card.suit:
                voids[seat].add(plays[0].card.suit)
    return tuple(map(frozenset, voids)), frozenset(breakers)


def _imagine_roles(seen: Observation, chance: Chance) -> Iterator[tuple[str, ...]]:
    """Yield possible roles.

    Known roles stay where they are, and only the Insider may have broken suit.
    """
    _, breakers = find_voids(seen)
    left = list(seen.in_play)
    for role in seen.roles:
        if role is not None:
            left.remove(role)
    ways = list(dict.fromkeys(permutations(left)))
    for way in chance.sample(ways, len(ways)):
        given = iter(way)
        roles = tuple(next(given) if role is None else role for role in seen.roles)
        if all(ROLES[roles[seat]].breaks_suit for seat in breakers):
            yield roles


def _lay_out(
    seen: Observation, leaders: Sequence[Seat], roles: Sequence[str], blanks: Blanks, chance: Chance
) -> Layout:
    pile = imagine_pile(seen, _list_turns(seen, leaders), blanks, chance)
    larrys = {marks.turn.trick: marks.card for marks in pile.turns}
    in_sight = {trick.number for trick in seen.tricks}
    forgotten = {
        number: tuple(
            larrys[number] if seat == LARRY and seen.controller is not None else blanks.add()
            for seat in _order_trick(seen, leader)
        )
        for number, leader in enumerate(leaders, start=1)
        if number not in in_sight
    }
    return Layout(_lay_hands(seen, roles, blanks), forgotten, pile)


def _lay_hands(seen: Observation, roles: Sequence[str], blanks: Blanks) -> tuple[tuple[Mark, ...], ...]:
    if seen.hands:
        return seen.hands
    voids, _ = find_voids(seen)
    return tuple(
        seen.hand
        if seat == seen.viewer
        else tuple(blanks.add(() if ROLES[roles[seat]].breaks_suit else voids[seat]) for _ in range(size))
        for seat, size in enumerate(seen.hand_sizes)
    )


def _order_trick(seen: Observation, leader: Seat) -> tuple[Seat, ...]:
    return order_places(seen.seats, leader, None if seen.controller is None else 1 - leader)


def _list_turns(seen: Observation, leaders: Sequence[Seat]) -> list[Turn]:
    if seen.controller is None:
        return []
    tricks = {trick.number: trick.plays for trick in seen.tricks}
    everyone = list(enumerate(leaders, start=1))
    if len(seen.plays) > 1:
        everyone.append((seen.trick, seen.leader))
        tricks[seen.trick] = seen.plays
    turns = []
    for number, leader in everyone:
        plays = tricks.get(number)
        card, led = (plays[1].card, plays[0].card.suit) if plays else (None, None)
        turns.append(Turn(number, 1 - leader, card, led))
    return turns


def _assemble(
    seen: Observation,
    leaders: Sequence[Seat],
    roles: tuple[str, ...],
    layout: Layout,
    cards: Sequence[Card],
    chance: Chance,
) -> State:
    pairs, deck = _imagine_missions(seen, chance)
    forgotten = {number: _turn_up(marks, cards) for number, marks in layout.forgotten.items()}
    tricks = _imagine_tricks(seen, leaders, pairs, forgotten, chance)
    hands = tuple(sort_hand(_turn_up(marks, cards)) for marks in layout.hands)
    deal = Deal(
        hands=_deal_hands(seen, hands, tricks),
        roles=roles,
        missions=deck,
        leader=leaders[0] if leaders else seen.leader,
        larry=_turn_up(layout.pile.dealt, cards),
    )
    looks = tuple(as_look(marks, cards) for marks in layout.pile.turns)
    state = _resume(seen, deal, hands, tricks, _turn_up(layout.pile.now, cards), looks)
    return _let_vote(state, seen) if state.is_vote else state


def _turn_up(marks: Sequence[Mark], cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(mark if isinstance(mark, Card) else cards[mark] for mark in marks)


def _resume(
    seen: Observation,
    deal: Deal,
    hands: tuple[tuple[Card, ...], ...],
    tricks: tuple[Trick, ...],
    pile: tuple[Card, ...],
    looks: tuple[Look, ...],
) -> State:
    return State(
        rules=RULES,
        options=seen.options,
        deal=deal,
        hands=hands,
        leader=seen.leader,
        mission=seen.mission,
        plays=seen.plays,
        tricks=tricks,
        intel=seen.intel,
        met=seen.met,
        revealed=seen.revealed,
        votes=seen.votes,
        outcome=seen.outcome,
        partner=seen.partner,
        pile=pile,
        looks=looks,
    )


def _let_vote(state: State, seen: Observation) -> State:
    """Give any legal vote to the seats that have voted."""
    voted = (seat for seat in voters(state) if seat not in seen.awaited)
    return replace(state, votes=tuple(Vote(seat, suspects(state, seat)[:1]) for seat in voted))


def _deal_hands(
    seen: Observation, hands: Sequence[tuple[Card, ...]], tricks: Sequence[Trick]
) -> tuple[tuple[Card, ...], ...]:
    played = [each for trick in tricks for each in trick.plays] + list(seen.plays)
    players = seen.seats if seen.controller is None else LARRY
    return tuple(
        sort_hand((*hands[seat], *(each.card for each in played if each.seat == seat))) for seat in range(players)
    )


def _imagine_tricks(
    seen: Observation,
    leaders: Sequence[Seat],
    pairs: Mapping[int, Pair],
    forgotten: Mapping[int, Sequence[Card]],
    chance: Chance,
) -> tuple[Trick, ...]:
    """Return the finished tricks.

    A forgotten trick is won by the leader of the next one, and the number of met missions is as the viewer knows it.
    """
    tricks = {
        trick.number: Trick(*pairs[trick.number], trick.plays, trick.winner, trick.met, trick.intel)
        for trick in seen.tricks
    }
    met = seen.met - sum(trick.met for trick in seen.tricks)
    lucky = chance.sample(sorted(forgotten), met)
    for number, cards in forgotten.items():
        order = _order_trick(seen, leaders[number - 1])
        plays = tuple(Played(seat, card, wager=False) for seat, card in zip(order, cards, strict=True))
        tricks[number] = Trick(*pairs[number], plays, leaders[number], number in lucky, 1)
    return tuple(tricks[number] for number in sorted(tricks))


def _imagine_missions(seen: Observation, chance: Chance) -> tuple[Mapping[int, Pair], tuple[Mission, ...]]:
    """Return the chosen and set aside missions by trick, and the deck."""
    chosen = {trick.number: trick.mission for trick in seen.tricks}
    if seen.mission is not None:
        chosen[seen.trick] = seen.mission
    aside = dict(seen.set_aside) | {
        trick.number: trick.set_aside for trick in seen.tricks if trick.set_aside is not None
    }
    known = {*chosen.values(), *aside.values(), *seen.drawn}
    everything = list_missions(seen.options)
    pool = chance.sample(free := [mission for mission in everything if mission not in known], len(free))
    numbers = range(1, count_finished(seen) + (seen.mission is not None) + 1)
    # A risky mission is set aside only for another risky one (section 9).
    for number in (each for each in numbers if each not in chosen and aside.get(each) in RISKY):
        chosen[number] = _take(pool, risky=True)
    for number in (each for each in numbers if each not in aside and each in chosen and chosen[each] not in RISKY):
        aside[number] = _take(pool, risky=False)
    for number in numbers:
        for known_ones in (chosen, aside):
            if number not in known_ones:
                known_ones[number] = pool.pop()
        if aside[number] in RISKY and chosen[number] not in RISKY:
            chosen[number], aside[number] = aside[number], chosen[number]
    pairs = {number: (chosen[number], aside[number]) for number in numbers}
    drawn = [mission for pair in pairs.values() for mission in chance.sample(pair, 2)]
    return pairs, (*drawn, *seen.drawn, *pool)


def _take(pool: list[Mission], *, risky: bool) -> Mission:
    mission = next(mission for mission in pool if (mission in RISKY) == risky)
    pool.remove(mission)
    return mission
