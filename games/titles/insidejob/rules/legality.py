"""Who is asked what, and legal moves (sections 4, 6 and 8 to 10)."""

from itertools import combinations, permutations

from games.rules.engine.values import Decision, Remaining, Seat
from games.titles.insidejob.rules import moves
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.roles import ROLES
from games.titles.insidejob.rules.state import State, suspects, voters


def to_act(state: State) -> tuple[Seat, ...]:
    if state.outcome is not None:
        return ()
    if state.awaits_partner and state.accomplice is not None:
        return (state.accomplice,)
    if state.is_vote:
        voted = {vote.seat for vote in state.votes}
        return tuple(seat for seat in voters(state) if seat not in voted)
    return (state.controller if is_larrys_turn(state) else state.turn,)


def is_larrys_turn(state: State) -> bool:
    return state.has_larry and state.mission is not None and state.turn == LARRY


def decision(state: State, seat: Seat) -> Decision | None:
    if seat not in to_act(state):
        return None
    if state.awaits_partner:
        return Decision(moves.PARTNER)
    if state.is_vote:
        return Decision(moves.VOTE, sealed=True, vote=True)
    kind = moves.LARRY if is_larrys_turn(state) else moves.PLAY if state.plays else moves.LEAD
    return Decision(kind, len(state.tricks) + 1)


def remaining(state: State) -> Remaining:
    """Return the most that may still be asked.

    With Larry, either player may have to control him, and then plays two cards in a trick.
    """
    seats = len(state.deal.hands)
    if state.outcome is not None:
        return Remaining((0,) * seats, 0)
    tricks_left = state.numbers.tricks - len(state.tricks)
    if state.has_larry:
        return Remaining((2 * tricks_left,) * seats, 1)
    played = {play.seat for play in state.plays}
    picks = state.accomplice if state.awaits_partner else None
    return Remaining(tuple(tricks_left - (seat in played) + (seat == picks) for seat in range(seats)), 1)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in to_act(state):
        return ()
    if state.awaits_partner:
        return tuple(ChoosePartner(seat, partner) for partner in range(state.seats) if partner != seat)
    if state.is_vote:
        return tuple(Vote(seat, against) for against in _list_votes(state, seat))
    if state.mission is None:
        return tuple(ChooseMission(seat, mission) for mission in state.offered)
    if is_larrys_turn(state):
        playable_cards = larrys_cards(state)
        pairs = permutations(state.shown, 2)
        return tuple(PlayForLarry(seat, card, back) for card, back in pairs if card in playable_cards)
    return _list_plays(state, seat)


def _list_plays(state: State, seat: Seat) -> tuple[Play, ...]:
    cards = _playable(state, seat)
    plain = tuple(Play(seat, card, False) for card in cards)
    if not _may_wager(state, seat):
        return plain
    led = state.plays[0].card.suit
    return plain + tuple(Play(seat, card, True) for card in cards if card.suit == led)


def _list_votes(state: State, seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Return the votes that a seat may give.

    The Paranoid Agent names two players; once revealed, both votes may be for the same one.
    """
    others = suspects(state, seat)
    once = tuple((suspect,) for suspect in others)
    if count_votes(state, seat) == 1:
        return once
    twice = ((suspect, suspect) for suspect in others if seat in state.revealed)
    return (*once, *combinations(others, 2), *twice)


def count_votes(state: State, seat: Seat) -> int:
    """Return how many votes a seat has (section 8)."""
    return ROLES[state.deal.roles[seat]].votes


def _playable(state: State, seat: Seat) -> tuple[Card, ...]:
    hand = state.hands[seat]
    if not state.plays or ROLES[state.deal.roles[seat]].breaks_suit:
        return hand
    return follow(hand, state.plays[0].card.suit)


def larrys_cards(state: State) -> tuple[Card, ...]:
    """Return the cards that may be played for Larry. He follows suit if he can, in any role."""
    return follow(state.shown, state.plays[0].card.suit)


def follow(cards: tuple[Card, ...], led: str) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.suit == led) or cards


def _may_wager(state: State, seat: Seat) -> bool:
    return state.options.wagers and bool(state.plays) and state.intel[seat] > 0 and seat not in state.revealed


def objection(state: State, move: Move) -> str | None:
    if move.seat not in to_act(state):
        return "not_your_turn"
    match move:
        case ChoosePartner() if state.awaits_partner:
            return _object_to_partner(state, move)
        case Vote() if state.is_vote:
            return _object_to_vote(state, move)
        case ChooseMission() if is_choosing_mission(state):
            return _object_to_mission(state, move)
        case PlayForLarry() if is_larrys_turn(state):
            return _object_to_larry(state, move)
        case Play() if state.mission is not None and not is_larrys_turn(state):
            return _object_to_card(state, move) or _object_to_wager(state, move)
    return "other_choice"


def is_choosing_mission(state: State) -> bool:
    return state.outcome is None and state.mission is None and not state.is_vote and not state.awaits_partner


def _object_to_partner(state: State, move: ChoosePartner) -> str | None:
    if move.partner == move.seat:
        return "partner_self"
    return None if move.partner in range(state.seats) else "no_partner"


def _object_to_mission(state: State, move: ChooseMission) -> str | None:
    """Return the objection to a mission. Risky missions come first (section 9)."""
    if move.mission not in state.drawn:
        return "mission_not_drawn"
    return None if move.mission in state.offered else "risky_first"


def _object_to_larry(state: State, move: PlayForLarry) -> str | None:
    if move.card not in state.shown or move.back not in state.shown:
        return "larry_not_shown"
    if move.card == move.back:
        return "larry_same_card"
    return None if move.card in larrys_cards(state) else "larry_must_follow"


def _object_to_vote(state: State, vote: Vote) -> str | None:
    if vote.seat in vote.against:
        return "vote_self"
    if any(suspect not in range(state.seats) for suspect in vote.against):
        return "no_suspect"
    if any(suspect not in suspects(state, vote.seat) for suspect in vote.against):
        return "vote_revealed"
    if vote.against in _list_votes(state, vote.seat):
        return None
    return "vote_two" if count_votes(state, vote.seat) > 1 else "vote_one"


def _object_to_card(state: State, move: Play) -> str | None:
    if move.card not in state.hands[move.seat]:
        return "card_not_held"
    return None if move.card in _playable(state, move.seat) else "must_follow"


def _object_to_wager(state: State, move: Play) -> str | None:
    """Return the objection to a wager (section 4.4)."""
    if not move.wager:
        return None
    if not state.options.wagers:
        return "wager_off"
    if not state.plays:
        return "wager_leader"
    if move.seat in state.revealed:
        return "wager_revealed"
    if not state.intel[move.seat]:
        return "wager_no_intel"
    return None if move.card.suit == state.plays[0].card.suit else "wager_off_suit"
