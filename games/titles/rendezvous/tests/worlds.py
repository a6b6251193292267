"""What a viewer of Rendezvous may know, written from the rules alone, and other worlds that agree with it.

`knows` is the standard that observations are held against, so it shares no code with them. A world is a deal and a log;
`imagine` deals again all that the viewer has not seen, and makes again what was chosen in secret and is not open yet.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import BOT, CLOCK, PLAYER, Entry, Seat, Term
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.deal import Cards
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.options import Options
from games.titles.rendezvous.rules.state import State
from games.titles.rendezvous.rules.words import LANGUAGES, Card, find_pack, list_plain_words
from games.titles.rendezvous.tests import forms
from tests.rules import drawing
from tests.rules.worlds import Log, World

TITLE: AnyTitle = rendezvous
SECRETS = (
    "own spies",
    "password",
    "cards to come",
    "words at once",
    "pointings",
    "who may guess",
    "guesses",
    "who let the clock guess",
)
"""The kinds of secrets a pair of worlds may differ in."""
SHARES = {"later: compared": 1 / 2}
RARE = ()
TYPED = {"say": ("word",), "guess": ("password",)}
COMBINED: tuple[str, ...] = ()
HIDES_ROLES = True
draw_forms, write_form = forms.draw_forms, forms.write_form
MAX_ROUNDS = 3
TRIES = 60
"""How often the cards of a round are dealt again until all that was said may have been said."""


def draw_table(chance: Random) -> tuple[Options, int]:
    seats = chance.choice((3, 4, 5, 6, 7, 8))
    raw = {
        "language": chance.choice(LANGUAGES),
        "rounds": chance.randint(1, MAX_ROUNDS),
        "points": chance.random() < 0.8,
        "silent": chance.random() < 0.2,
        "laps": chance.choice(("in_turn", "at_once")),
        "variant": chance.choice(("standard", "crossed")) if seats > 6 else "standard",
    }
    return drawing.draw_options(TITLE, seats, chance, **raw), seats


def rounds_of(log: Sequence[Entry], seats: int, laps: int) -> list[list[Entry]]:
    """Return the log without the number, round by round; the last one is under way, perhaps before its first word."""
    rounds: list[list[Entry]] = [[]]
    for entry in log:
        if isinstance(entry.move, ChooseNumber):
            continue
        if isinstance(entry.move, Say) and len(rounds[-1]) > laps * seats:
            rounds.append([])
        rounds[-1].append(entry)
    return rounds


def laps_of(options: Options) -> int:
    return 1 if options.silent else 2


def current(state: State, log: Sequence[Entry]) -> list[Entry]:
    return [*rounds_of(log, state.seats, laps_of(state.options)), []][len(state.rounds)]


def is_dealt(state: State) -> bool:
    return state.number is not None and state.outcome is None


def open_words(state: State, log: Sequence[Entry]) -> list[Say]:
    """Return what was said in the round under way: of words written at once only whole laps."""
    said = [entry.move for entry in current(state, log) if isinstance(entry.move, Say)]
    return said[: len(said) - len(said) % state.seats] if state.options.laps == "at_once" else said


def knows(state: State, log: Log, viewer: Seat | None) -> dict[str, Any]:
    known: dict[str, Any] = {"everyone": what_everyone_knows(state, log), "seat": None}
    if viewer is not None:
        known["seat"] = what_one_seat_knows(state, log, viewer)
    return known


def what_everyone_knows(state: State, log: Log) -> dict[str, Any]:
    """Return what is said aloud, and all of the rounds that are over."""
    finished = len(state.rounds)
    laps = laps_of(state.options)
    now = current(state, log)
    pointed = [entry.move.seat for entry in now if isinstance(entry.move, Point)]
    spoken = [entry.move.seat for entry in now if isinstance(entry.move, Say)]
    return {
        "options": state.options,
        "number": [entry.move for entry in log if isinstance(entry.move, ChooseNumber)],
        "first": state.deal.first,
        "cards of past rounds": list(state.deal.rounds[:finished]),
        "past": [
            [(entry.move, tell_by(entry)) for entry in each] for each in rounds_of(log, state.seats, laps)[:finished]
        ],
        "words": open_words(state, log),
        "have spoken": len(spoken) % state.seats,
        "have pointed": pointed,
        "guessing": len(pointed) == state.seats,
        "points": list(state.points),
        "over": state.outcome,
    }


def tell_by(entry: Entry) -> str | None:
    return None if isinstance(entry.move, Guess) else entry.by


def let_guess(entry: Entry, viewer: Seat | None, chance: Random) -> Entry:
    """Return an entry of the past; where another made no guess, they may have said so or the clock."""
    if not isinstance(entry.move, Guess) or entry.move.password is not None or entry.move.seat == viewer:
        return entry
    return replace(entry, by=chance.choice((PLAYER, BOT, CLOCK)))


def what_one_seat_knows(state: State, log: Log, viewer: Seat) -> dict[str, Any]:
    """Return what only `viewer` knows of the round under way: the card, what they chose, whether they may guess."""
    now = current(state, log)
    return {
        "card": state.deal.rounds[len(state.rounds)][viewer] if is_dealt(state) else None,
        "chosen": [entry.move for entry in now if entry.move.seat == viewer],
        "guesses": viewer in may_guess(state.deal.rounds[len(state.rounds)], now) if is_dealt(state) else False,
    }


def pairs_of(cards: Cards) -> list[tuple[Seat, ...]]:
    return [(one, two) for one, two in combinations(range(len(cards)), 2) if cards[one] and cards[one] == cards[two]]


def may_guess(cards: Cards, entries: Iterable[Entry]) -> list[Seat]:
    """Return who may guess once all have pointed: those who are no spy and pointed at a pair of them."""
    pairs = pairs_of(cards)
    pointings = [entry.move for entry in entries if isinstance(entry.move, Point)]
    if len(pointings) < len(cards):
        return []
    return [move.seat for move in pointings if move.at in pairs and not any(move.seat in pair for pair in pairs)]


def imagine(state: State, log: Log, foreseen: Log, viewer: Seat | None, chance: Random) -> World:
    if state.outcome is not None:
        return World(state.deal, log)
    past, now = state.deal.rounds[: len(state.rounds)], current(state, log)
    for cards in imagine_cards(state, viewer, chance):
        if not may_have_been_said(state, cards, foreseen, viewer):
            continue
        chosen = imagine_choices(state, cards, now, viewer, chance)
        if chosen is None:
            continue
        rounds = (*past, cards, *imagine_future(state, (*past, cards), chance))
        before = (let_guess(entry, viewer, chance) for entry in log[: len(log) - len(now)])
        return World(replace(state.deal, rounds=rounds), (*before, *chosen))
    return World(state.deal, log)


def imagine_cards(state: State, viewer: Seat | None, chance: Random) -> Iterator[Cards]:
    """Yield cards of the round under way that leave the viewer's own, if dealt, as it is."""
    real = state.deal.rounds[len(state.rounds)]
    own_is_fixed = viewer is not None and is_dealt(state)
    for _ in range(TRIES):
        dealt = deal_anew(state, real, chance)
        if own_is_fixed and viewer is not None:
            given = find_place(dealt, real[viewer], viewer, chance)
            if given is None:
                continue
            dealt = given
        yield dealt


def find_place(cards: Cards, own: Card | None, viewer: Seat, chance: Random) -> Cards | None:
    """Return the cards with the seats changed so that `viewer` has a card like `own`, and it is that one; or None."""
    places = [seat for seat, card in enumerate(cards) if (card is None) == (own is None)]
    if not places:
        return None
    swapped = list(cards)
    place = chance.choice(places)
    swapped[viewer], swapped[place] = swapped[place], swapped[viewer]
    old = swapped[viewer]
    if own is None or old is None:
        return tuple(swapped)
    exchanged = {old: own, own: old}
    return tuple(card and exchanged.get(card, card) for card in swapped)


def deal_anew(state: State, real: Cards, chance: Random) -> Cards:
    dealt = sorted({card for card in real if card})
    past = state.deal.rounds[: len(state.rounds)]
    return shuffle(state, dealt if chance.random() < 0.3 else draw_cards(state, past, chance), chance)


def draw_cards(state: State, known: Sequence[Cards], chance: Random) -> list[Card]:
    seen = {card for cards in known for card in cards}
    fresh = [card for card in find_pack(state.options.language).cards if card not in seen]
    return chance.sample(fresh, 1 if state.options.variant == "standard" else 2)


def shuffle(state: State, cards: Sequence[Card], chance: Random) -> Cards:
    return tuple(chance.sample([*cards, *cards, *[None] * (state.seats - 2 * len(cards))], state.seats))


def imagine_future(state: State, known: tuple[Cards, ...], chance: Random) -> tuple[Cards, ...]:
    rounds = list(known)
    while len(rounds) < state.options.rounds:
        rounds.append(shuffle(state, draw_cards(state, rounds, chance), chance))
    return tuple(rounds[len(known) :])


def may_have_been_said(state: State, cards: Cards, foreseen: Log, viewer: Seat | None) -> bool:
    """Tell whether no one has said, for all to hear, a password that they would hold."""
    others = [move for move in open_words(state, foreseen) if move.seat != viewer]
    return not any(move.word is not None and is_banned(state, cards[move.seat], move.word) for move in others)


def is_banned(state: State, card: Card | None, word: str) -> bool:
    return card is not None and state.number is not None and fold(card[state.number - 1]) in fold(word)


def imagine_choices(
    state: State, cards: Cards, entries: Sequence[Entry], viewer: Seat | None, chance: Random
) -> Log | None:
    """Return the log of the round with what others chose in secret made again, or None where that cannot be."""
    words = [entry for entry in entries if isinstance(entry.move, Say)]
    heard = len(words) - len(words) % state.seats if state.options.laps == "at_once" else len(words)
    secret = [
        entry if entry.move.seat == viewer or entry.by == CLOCK else say_anew(state, entry, chance)
        for entry in words[heard:]
    ]
    pointings = [entry for entry in entries if isinstance(entry.move, Point)]
    pointed = [
        entry if entry.move.seat == viewer or entry.by == CLOCK else point_anew(state, cards, entry, chance)
        for entry in pointings
    ]
    guessed = [entry for entry in entries if isinstance(entry.move, Guess)]
    if len(pointings) < state.seats:
        return (*words[:heard], *secret, *pointed)
    guessers = may_guess(cards, pointed)
    before = may_guess(state.deal.rounds[len(state.rounds)], entries)
    if len(guessers) <= len(guessed) or (viewer in guessers) != (viewer in before):
        return None
    if (viewer in guessers[: len(guessed)]) != (viewer in before[: len(guessed)]):
        return None
    own = {entry.move.seat: entry for entry in guessed if entry.move.seat == viewer}
    guesses = [own.get(seat) or guess_anew(state, seat, chance) for seat in guessers[: len(guessed)]]
    return (*words, *pointed, *guesses)


def say_anew(state: State, entry: Entry, chance: Random) -> Entry:
    seat, emoji = entry.move.seat, entry.move.emoji
    if emoji:
        return replace(entry, move=Say(seat, None, tuple(reversed(emoji))))
    return replace(entry, move=Say(seat, chance.choice(list_words(state))))


def list_words(state: State) -> tuple[str, ...]:
    assert state.number is not None
    return list_plain_words(state.options.language, state.number)


def point_anew(state: State, cards: Cards, entry: Entry, chance: Random) -> Entry:
    """Return an entry of a player who points at others, as their card lets them; often at a pair of spies."""
    seat, pairs = entry.move.seat, pairs_of(cards)
    is_spy = any(seat in pair for pair in pairs)
    every = combinations(range(state.seats), 2)
    allowed = [at for at in every if state.options.variant == "three" or (seat in at) == is_spy]
    right = [at for at in allowed if at in pairs]
    return replace(entry, move=Point(seat, chance.choice(right if right and chance.random() < 0.4 else allowed)))


def guess_anew(state: State, seat: Seat, chance: Random) -> Entry:
    return Entry(Guess(seat, chance.choice(list_words(state))), BOT)


def differing_secrets(state: State, log: Log, other: World) -> set[str]:
    place = len(state.rounds)
    if state.outcome is not None:
        return set()
    now, then = current(state, log), current(state, other.log)
    mine, theirs = state.deal.rounds[place], other.deal.rounds[place]
    differs = {
        "own spies": pairs_of(mine) != pairs_of(theirs),
        "password": {*mine} != {*theirs},
        "cards to come": state.deal.rounds[place + 1 :] != other.deal.rounds[place + 1 :],
        "words at once": moves_of(now, Say) != moves_of(then, Say),
        "pointings": moves_of(now, Point) != moves_of(then, Point),
        "who may guess": may_guess(mine, now) != may_guess(theirs, then),
        "guesses": moves_of(now, Guess) != moves_of(then, Guess),
        "who let the clock guess": list_guessed_by(log) != list_guessed_by(other.log),
    }
    return {kind for kind, differing in differs.items() if differing}


def moves_of(entries: Sequence[Entry], kind: type[Move]) -> list[Move]:
    return [entry.move for entry in entries if isinstance(entry.move, kind)]


def list_guessed_by(log: Log) -> list[str]:
    return [entry.by for entry in log if isinstance(entry.move, Guess)]


def list_facts(state: State, viewer: Seat | None) -> list[str]:
    options = state.options
    facts = [f"{state.seats} seats", f"variant {options.variant}", f"laps {options.laps}", f"phase {state.phase}"]
    is_spy = viewer is not None and is_dealt(state) and state.cards[viewer] is not None
    return [*facts, f"silent {options.silent}", f"holds a card: {is_spy}"]


def attempts(state: State, seat: Seat, dice: Random) -> list[Any]:
    """Return moves that `seat` might try, legal or not: every word that may be the password, and any pointing."""
    pack = find_pack(state.options.language)
    number = 1 if state.number is None else state.number
    every = [card[number - 1] for card in pack.cards]
    return [
        *(Say(seat, password) for password in every),
        *(Point(seat, at) for at in combinations(range(state.seats), 2)),
        Guess(seat, dice.choice(every)),
        ChooseNumber(seat, dice.randint(0, 11)),
    ]


def opens(before: State, after: State, viewer: Seat | None) -> bool:
    """Tell whether the move between two states lets `viewer` tell the worlds apart by the rules.

    Cards are dealt, a lap written at once is whole, a player is found to guess, or a round is debriefed.
    """
    lap_is_whole = before.options.laps == "at_once" and len(after.says) % after.seats == 0 and after.says != before.says
    return after.phase != before.phase or len(after.rounds) > len(before.rounds) or lap_is_whole


def swap_roles(state: State, seat: Seat) -> Iterator[State]:
    """Yield the game with the card of a seat exchanged for one of another kind: a spy's for a counter-spy's, say."""
    if not is_dealt(state):
        return
    place = len(state.rounds)
    for other, card in enumerate(state.cards):
        if card != state.cards[seat]:
            cards = list(state.cards)
            cards[seat], cards[other] = card, cards[seat]
            rounds = (*state.deal.rounds[:place], tuple(cards), *state.deal.rounds[place + 1 :])
            yield replace(state, deal=replace(state.deal, rounds=rounds))
            return


def find_forgotten(received: Any, state: State, viewer: Seat | None) -> str | None:
    """Return nothing: what was ever in sight stays in sight."""
    return None


def list_hidden(state: State, viewer: Seat | None) -> list[Term]:
    """Return nothing: a password is a word like others, and may be said by a player who does not know it."""
    return []
