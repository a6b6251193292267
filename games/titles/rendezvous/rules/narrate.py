from collections.abc import Iterator

from games.rules.engine.values import Event, Seat, Term
from games.titles.rendezvous.rules.deal import find_pairs
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.options import THREE
from games.titles.rendezvous.rules.scoring import Payment, list_counter_spies
from games.titles.rendezvous.rules.state import Round, State, list_guessers

NO_LANGUAGE = "zxx"
"""The language of emoji: the standard's code for none."""


def narrate(before: State, move: Move, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    match move:
        case ChooseNumber(seat, number):
            return (Event("number_chosen", {"player": Term("seat", seat), "number": number}), _narrate_round(after))
        case Say():
            return _narrate_says(move, after)
        case Point() if len(after.pointings) == after.seats:
            is_guesser = viewer in list_guessers(after)
            return (Event("guess_is_yours" if is_guesser else "somebody_guesses"),)
        case Point() | Guess() if len(after.rounds) > len(before.rounds):
            return (*_narrate_debriefing(after, viewer), _narrate_what_follows(after))
    return ()


def _narrate_round(state: State) -> Event:
    return Event("round_begins", {"number": state.place + 1, "player": Term("seat", state.first)})


def _narrate_says(move: Say, after: State) -> tuple[Event, ...]:
    """Narrate a word. In a secret lap all words are narrated together with the last one."""
    if not after.speaks_at_once:
        return (_narrate_say(move, after.options.language),)
    if len(after.says) % after.seats:
        return ()
    return tuple(_narrate_say(say, after.options.language) for say in after.says[-after.seats :])


def _narrate_say(say: Say, language: str) -> Event:
    player = Term("seat", say.seat)
    if say.emoji:
        return Event("shown", {"player": player, "emoji": Term("word", " ".join(say.emoji), NO_LANGUAGE)})
    if say.word is None:
        return Event("silent", {"player": player})
    return Event("said", {"player": player, "word": Term("word", say.word, language)})


def _narrate_debriefing(state: State, viewer: Seat | None) -> Iterator[Event]:
    finished = state.rounds[-1]
    yield from _narrate_spies(finished, state.options.language, viewer)
    if state.options.variant == THREE:
        yield _narrate_unaware(state, finished)
    yield from (_narrate_pointing(point) for point in finished.pointings)
    yield from (_narrate_guess(guess, state.options.language) for guess in finished.guesses)
    if state.options.points:
        yield from (_narrate_payment(payment, viewer) for payment in finished.payments)


def _narrate_spies(finished: Round, language: str, viewer: Seat | None) -> Iterator[Event]:
    """Say who the spies were, the viewer first."""
    for pair, password in zip(find_pairs(finished.cards), finished.passwords, strict=True):
        one, other = reversed(pair) if viewer == pair[1] else pair
        players = {"player": Term("seat", one), "other": Term("seat", other)}
        yield Event("spies", {**players, "word": Term("word", password, language)})


def _narrate_unaware(state: State, finished: Round) -> Event:
    """Say who the unaware counter-spy was.

    The variant is for three players, where the counter-spy has a password, too.
    """
    (seat,) = list_counter_spies(finished.cards)
    card = finished.cards[seat]
    assert card is not None
    assert state.number is not None
    return Event(
        "unaware", {"player": Term("seat", seat), "word": Term("word", card[state.number - 1], state.options.language)}
    )


def _narrate_pointing(point: Point) -> Event:
    player = Term("seat", point.seat)
    if not point.at:
        return Event("pointed_at_nobody", {"player": player})
    return Event("pointed", {"player": player, "players": tuple(Term("seat", seat) for seat in point.at)})


def _narrate_guess(guess: Guess, language: str) -> Event:
    player = Term("seat", guess.seat)
    if guess.password is None:
        return Event("guessed_nothing", {"player": player})
    return Event("guessed", {"player": player, "word": Term("word", guess.password, language)})


def _narrate_payment(payment: Payment, viewer: Seat | None) -> Event:
    params: dict[str, Term | int] = {"count": payment.points}
    seats = {"payer": payment.payer, "player": payment.payee, "debtor": payment.debtor}
    params.update({place: Term("seat", seat) for place, seat in seats.items() if seat is not None})
    by_whom = "" if payment.debtor is None else "_by_bank"
    if viewer is not None and viewer == payment.payer:
        by_whom = "_by_you"
    return Event(f"pay_{payment.reason}{by_whom}", params)


def _narrate_what_follows(after: State) -> Event:
    if after.outcome is None:
        return _narrate_round(after)
    return Event("over", {"reason": Term("reason", after.outcome.reason)})
