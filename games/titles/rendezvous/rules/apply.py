from dataclasses import replace

from games.titles.rendezvous.rules.deal import find_pairs
from games.titles.rendezvous.rules.ending import end
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.scoring import list_dues, settle
from games.titles.rendezvous.rules.state import POINTS, Round, State, list_guessers


def apply(state: State, move: Move) -> State:
    match move:
        case ChooseNumber(_, number):
            return replace(state, number=number)
        case Say():
            return replace(state, says=(*state.says, move))
        case Point():
            return _debrief_if_complete(replace(state, pointings=(*state.pointings, move)))
        case Guess():
            return _debrief_if_complete(replace(state, guesses=(*state.guesses, move)))


def _debrief_if_complete(state: State) -> State:
    """Close the round once all players have pointed and guessed."""
    if len(state.pointings) < state.seats or len(state.guesses) < len(list_guessers(state)):
        return state
    return _debrief(state)


def _debrief(state: State) -> State:
    assert state.number is not None
    dues = list_dues(state.cards, state.pointings, state.guesses, state.number, state.options, state.rules)
    payments, points = settle(dues, state.points, POINTS)
    pairs = find_pairs(state.cards)
    cards = (state.cards[pair[0]] for pair in pairs)
    finished = Round(
        first=state.first,
        cards=state.cards,
        pairs=pairs,
        passwords=tuple(card[state.number - 1] for card in cards if card is not None),
        says=state.says,
        pointings=state.pointings,
        guesses=state.guesses,
        payments=payments,
        points=points,
    )
    after = replace(state, says=(), pointings=(), guesses=(), rounds=(*state.rounds, finished), points=points)
    return end(after) if len(after.rounds) == after.options.rounds else after
