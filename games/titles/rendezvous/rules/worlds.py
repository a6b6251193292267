"""Makes random states that agree with an observation.

`observe(imagine(seen, chance), seen.viewer) == seen` holds for every legal game.
"""

from collections.abc import Sequence
from itertools import combinations

from games.rules.engine.values import Chance, Seat
from games.titles.rendezvous.rules.deal import CARDS_A_ROUND, Cards, Deal, deal_round, find_pairs, list_spies
from games.titles.rendezvous.rules.emoji import EMOJI
from games.titles.rendezvous.rules.families import is_banned
from games.titles.rendezvous.rules.moves import GUESS, NUMBER, POINT, SAY, Guess, Point, Say
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.options import AT_ONCE, CROSSED, THREE
from games.titles.rendezvous.rules.state import OVER, RULES, State
from games.titles.rendezvous.rules.words import Card, find_pack, list_plain_words

Pair = tuple[Seat, ...]
# The seats that hold each spy card. With three players, the seat that holds a card alone comes last.
Holders = tuple[Pair, ...]


def imagine(seen: Observation, chance: Chance) -> State:
    rounds = [finished.cards for finished in seen.debriefings]
    pointings: tuple[Point, ...] = ()
    guesses: tuple[Guess, ...] = ()
    if seen.phase != OVER:
        cards = _imagine_cards(seen, chance)
        pointings = _imagine_pointings(seen, cards, chance)
        guesses = _list_own_guess(seen, cards)
        rounds += [cards, *_imagine_later_rounds(seen, [*rounds, cards], chance)]
    return State(
        rules=RULES,
        options=seen.options,
        deal=Deal((seen.order[0] - seen.round + 1) % seen.seats, tuple(rounds)),
        number=seen.number,
        says=(*seen.says, *_imagine_says(seen, chance)),
        pointings=pointings,
        guesses=guesses,
        rounds=seen.debriefings,
        points=seen.points,
        outcome=seen.outcome,
    )


def _imagine_cards(seen: Observation, chance: Chance) -> Cards:
    """Return cards that agree with what was said: no player has said the password they hold."""
    known = {card for finished in seen.debriefings for card in finished.cards}
    fresh = [card for card in find_pack(seen.options.language).cards if card not in known and card != seen.card]
    every = [each for each in _list_holders(seen) if _fits(seen, each)]
    sayable = [each for each in every if _may_hold_own(seen, each)]
    cards: list[Card | None] = [None] * seen.seats
    for seats in chance.choice(sayable or every):
        card = seen.card if seen.viewer in seats else None
        if card is None:
            card = chance.choice([each for each in fresh if _may_hold(seen, seats, each)] or fresh)
            fresh.remove(card)
        for seat in seats:
            cards[seat] = card
    return tuple(cards)


def _list_holders(seen: Observation) -> list[Holders]:
    seats = range(seen.seats)
    pairs = list(combinations(seats, 2))
    if seen.options.variant == THREE:
        return [(pair, tuple(seat for seat in seats if seat not in pair)) for pair in pairs]
    if seen.options.variant == CROSSED:
        return [(one, other) for one, other in combinations(pairs, 2) if not {*one} & {*other}]
    return [(pair,) for pair in pairs]


def _fits(seen: Observation, holders: Holders) -> bool:
    if seen.viewer is None or seen.phase == NUMBER:
        return True
    is_spy = any(seen.viewer in seats for seats in holders if len(seats) > 1)
    if seen.is_spy is not None and seen.is_spy != is_spy:
        return False
    if seen.phase != GUESS:
        return True
    if seen.viewer in seen.awaited:
        return not is_spy and seen.pointed in holders
    return is_spy or seen.options.variant != THREE


def _may_hold_own(seen: Observation, holders: Holders) -> bool:
    """Whether another player may hold the viewer's own password.

    No one may if the partner has said it.
    """
    own = next((seats for seats in holders if seen.viewer in seats), ())
    return seen.card is None or _may_hold(seen, own, seen.card)


def _may_hold(seen: Observation, seats: Sequence[Seat], card: Card) -> bool:
    if seen.number is None:
        return True
    said = [say.word for say in seen.says if say.seat in seats and say.word is not None]
    password = card[seen.number - 1]
    return not any(is_banned(word, password, seen.options.language, seen.rules) for word in said)


def _imagine_later_rounds(seen: Observation, known: Sequence[Cards], chance: Chance) -> list[Cards]:
    """Return cards for later rounds. None of them was used before."""
    taken = {card for cards in known for card in cards}
    fresh = [card for card in find_pack(seen.options.language).cards if card not in taken]
    count, left = CARDS_A_ROUND[seen.options.variant], seen.rounds - len(known)
    drawn = chance.sample(fresh, count * left)
    return [deal_round(drawn[place : place + count], seen.seats, chance) for place in range(0, len(drawn), count)]


def _imagine_says(seen: Observation, chance: Chance) -> tuple[Say, ...]:
    if seen.phase != SAY or seen.options.laps != AT_ONCE:
        return ()
    assert seen.number is not None
    words = list_plain_words(seen.options.language, seen.number)
    return tuple(
        Say(seat, None, (chance.choice(EMOJI),)) if seen.options.silent else Say(seat, chance.choice(words))
        for seat in seen.order
        if seat not in seen.awaited
    )


def _imagine_pointings(seen: Observation, cards: Cards, chance: Chance) -> tuple[Point, ...]:
    """Return the pointings so far.

    In the guessing phase some seat may guess: the viewer, or else one of the others.
    """
    if seen.phase not in (POINT, GUESS):
        return ()
    pointed = [seat for seat in range(seen.seats) if seen.phase == GUESS or seat not in seen.awaited]
    at = {seat: chance.choice(_list_pointings(seen, cards, seat)) for seat in pointed}
    if seen.phase == GUESS and seen.viewer not in seen.awaited:
        spies = list_spies(cards)
        hunters = [seat for seat in range(seen.seats) if seat not in spies and seat != seen.viewer]
        at[chance.choice(hunters)] = chance.choice(find_pairs(cards))
    if seen.viewer in at:
        at[seen.viewer] = seen.pointed
    return tuple(Point(seat, at[seat]) for seat in pointed)


def _list_pointings(seen: Observation, cards: Cards, seat: Seat) -> list[Pair]:
    pairs = list(combinations(range(seen.seats), 2))
    if seen.options.variant == THREE:
        return list(pairs)
    return [pair for pair in pairs if (seat in pair) == (seat in list_spies(cards))]


def _list_own_guess(seen: Observation, cards: Cards) -> tuple[Guess, ...]:
    """Return the viewer's guess, if the viewer may guess and has done so. No other seat has guessed yet."""
    viewer = seen.viewer
    if seen.phase != GUESS or viewer is None or viewer in seen.awaited or viewer in list_spies(cards):
        return ()
    return (Guess(viewer, None),) if seen.pointed in find_pairs(cards) else ()
