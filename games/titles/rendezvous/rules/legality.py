from functools import cache
from itertools import combinations

from games.rules.engine.values import Decision, Remaining, Seat
from games.titles.rendezvous.rules import families, moves
from games.titles.rendezvous.rules.deal import list_spies
from games.titles.rendezvous.rules.emoji import EMOJI
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.options import THREE
from games.titles.rendezvous.rules.state import OVER, State, find_password, list_guessers
from games.titles.rendezvous.rules.words import NUMBERS, list_associations, list_plain_words

POINTED_AT = 2


def to_act(state: State) -> tuple[Seat, ...]:
    """Return who is asked. Words take effect in turn order."""
    match state.phase:
        case moves.NUMBER:
            return (state.first,)
        case moves.SAY:
            whole = len(state.says) // state.seats * state.seats
            said = {say.seat for say in state.says[whole:]}
            left = tuple(seat for seat in state.order if seat not in said)
            return left if state.speaks_at_once else left[:1]
        case moves.POINT:
            pointed = {point.seat for point in state.pointings}
            return tuple(seat for seat in range(state.seats) if seat not in pointed)
        case moves.GUESS:
            guessed = {guess.seat for guess in state.guesses}
            return tuple(seat for seat in list_guessers(state) if seat not in guessed)
    return ()


def decision(state: State, seat: Seat) -> Decision | None:
    """Return what a seat is asked, or None.

    Guesses are secret, because who may guess gives the spies away.
    """
    if seat not in to_act(state):
        return None
    number = state.place + 1
    match state.phase:
        case moves.SAY:
            return Decision(moves.SAY, state.place * state.laps + state.lap, sealed=state.speaks_at_once)
        case moves.POINT:
            return Decision(moves.POINT, number, sealed=True, vote=True)
        case moves.GUESS:
            return Decision(moves.GUESS, number, sealed=True, public=False)
    return Decision(moves.NUMBER)


def remaining(state: State) -> Remaining:
    if state.phase == OVER:
        return Remaining((0,) * state.seats, 0)
    rounds = state.options.rounds - len(state.rounds)
    pointings = rounds - (state.phase == moves.GUESS)
    spoken = len(state.says)
    picks = [state.phase == moves.NUMBER and seat == state.first for seat in range(state.seats)]
    if state.speaks_at_once:
        laps = rounds * state.laps - spoken // state.seats
        return Remaining(tuple(map(int, picks)), votes=pointings, together=laps + rounds)
    said = [say.seat for say in state.says]
    return Remaining(
        tuple(rounds * state.laps - said.count(seat) + picks[seat] for seat in range(state.seats)),
        votes=pointings,
        together=rounds,
    )


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in to_act(state):
        return ()
    match state.phase:
        case moves.NUMBER:
            return tuple(ChooseNumber(seat, number) for number in NUMBERS)
        case moves.SAY:
            return _list_says(state, seat)
        case moves.POINT:
            return tuple(Point(seat, at) for at in _list_pointings(state, seat))
    assert state.number is not None
    associations = list_associations(state.options.language, state.number)
    return (Guess(seat, None), *(Guess(seat, association.password) for association in associations))


def _list_says(state: State, seat: Seat) -> tuple[Say, ...]:
    """Return legal words or emoji. They are the same for every card."""
    if state.options.silent:
        return list_signs(seat)
    assert state.number is not None
    return _list_words(seat, state.options.language, state.number)


@cache
def list_signs(seat: Seat) -> tuple[Say, ...]:
    return tuple(Say(seat, None, (sign,)) for sign in EMOJI)


@cache
def _list_words(seat: Seat, language: str, number: int) -> tuple[Say, ...]:
    """Return some of the legal words, the same at each turn."""
    return tuple(Say(seat, word) for word in list_plain_words(language, number))


def _is_banned(state: State, seat: Seat, word: str) -> bool:
    """Whether a seat may not say a word. Only the seat's own password bans words."""
    password = find_password(state, seat)
    return password is not None and families.is_banned(word, password, state.options.language, state.rules)


def _list_pointings(state: State, seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Return the legal pointings.

    Spies point at themselves and another, counter-spies at two others; with three seats anyone may point at any
    two.
    """
    pairs = tuple(combinations(range(state.seats), POINTED_AT))
    if state.options.variant == THREE:
        return pairs
    is_spy = seat in list_spies(state.cards)
    return tuple(pair for pair in pairs if (seat in pair) == is_spy)


def objection(state: State, move: Move) -> str | None:
    if move.seat not in to_act(state):
        return "not_your_turn"
    match move:
        case ChooseNumber(_, number) if state.phase == moves.NUMBER:
            return None if number in NUMBERS else "no_number"
        case Say() if state.phase == moves.SAY:
            return _object_to_say(state, move)
        case Point() if state.phase == moves.POINT:
            return _object_to_pointing(state, move)
        case Guess() if state.phase == moves.GUESS:
            return _object_to_guess(state, move)
    return "other_choice"


def _object_to_say(state: State, say: Say) -> str | None:
    if say.word is None and not say.emoji:
        return "no_word"
    if bool(say.emoji) != state.options.silent:
        return "other_choice"
    return "own_password" if say.word is not None and _is_banned(state, say.seat, say.word) else None


def _object_to_guess(state: State, guess: Guess) -> str | None:
    """The first version of the rules refuses a guess with a separate article."""
    is_old = state.rules < families.SINCE
    return "no_single_word" if is_old and guess.password and " " in guess.password else None


def _object_to_pointing(state: State, point: Point) -> str | None:
    if len(point.at) != POINTED_AT or len(set(point.at)) != POINTED_AT or tuple(sorted(point.at)) != point.at:
        return "point_two"
    if any(seat not in range(state.seats) for seat in point.at):
        return "point_nobody"
    if point.at in _list_pointings(state, point.seat):
        return None
    return "point_others" if point.seat in point.at else "point_self"
