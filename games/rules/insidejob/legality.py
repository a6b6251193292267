"""Who is asked what, which moves are open to them, and why others are not (sections 4, 6 and 8 to 10)."""

from itertools import combinations, permutations

from games.rules.engine.values import Decision, Remaining, Seat
from games.rules.insidejob import moves
from games.rules.insidejob.cards import Card
from games.rules.insidejob.deal import LARRY
from games.rules.insidejob.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.rules.insidejob.roles import ROLES
from games.rules.insidejob.state import State, suspects, voters


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats being asked, in seat order."""
    if state.outcome is not None:
        return ()
    if state.awaits_partner and state.accomplice is not None:
        return (state.accomplice,)
    if state.is_vote:
        voted = {vote.seat for vote in state.votes}
        return tuple(seat for seat in voters(state) if seat not in voted)
    return (state.controller if is_larrys_turn(state) else state.turn,)


def is_larrys_turn(state: State) -> bool:
    """Tell whether a card of Larry's is to be played, which his controller chooses."""
    return state.has_larry and state.mission is not None and state.turn == LARRY


def decision(state: State, seat: Seat) -> Decision | None:
    """Return what `seat` is asked: a partner; in trick N to lead (mission and card), to play, for Larry; a vote."""
    if seat not in to_act(state):
        return None
    if state.awaits_partner:
        return Decision(moves.PARTNER)
    if state.is_vote:
        return Decision(moves.VOTE, sealed=True, vote=True)
    kind = moves.LARRY if is_larrys_turn(state) else moves.PLAY if state.plays else moves.LEAD
    return Decision(kind, len(state.tricks) + 1)


def remaining(state: State) -> Remaining:
    """Return the most that may still be asked: the Accomplice's partner, a card of each seat in each trick, the vote.

    With Larry the player who controls him is asked twice in a trick, and that may be either player.
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
    """Return every move open to the player of `seat`."""
    if seat not in to_act(state):
        return ()
    if state.awaits_partner:
        return tuple(ChoosePartner(seat, partner) for partner in range(state.seats) if partner != seat)
    if state.is_vote:
        return tuple(Vote(seat, against) for against in list_votes(state, seat))
    if state.mission is None:
        return tuple(ChooseMission(seat, mission) for mission in state.offered)
    if is_larrys_turn(state):
        playable_cards = larrys_cards(state)
        pairs = permutations(state.shown, 2)
        return tuple(PlayForLarry(seat, card, back) for card, back in pairs if card in playable_cards)
    return list_plays(state, seat)


def list_plays(state: State, seat: Seat) -> tuple[Play, ...]:
    """Return the plays open to `seat`: without an intel and, where allowed, with one on a card of the led suit."""
    cards = playable(state, seat)
    plain = tuple(Play(seat, card, False) for card in cards)
    if not may_wager(state, seat):
        return plain
    led = state.plays[0].card.suit
    return plain + tuple(Play(seat, card, True) for card in cards if card.suit == led)


def list_votes(state: State, seat: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Return whom `seat` may vote against: one suspect; the Paranoid Agent also two, or once revealed one twice."""
    others = suspects(state, seat)
    once = tuple((suspect,) for suspect in others)
    if count_votes(state, seat) == 1:
        return once
    twice = ((suspect, suspect) for suspect in others if seat in state.revealed)
    return (*once, *combinations(others, 2), *twice)


def count_votes(state: State, seat: Seat) -> int:
    """Return how many votes a seat that may vote has: the Paranoid Agent two (section 8)."""
    return ROLES[state.deal.roles[seat]].votes


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return the cards `seat` may play: those of the led suit if it holds any; all if it may break suit."""
    hand = state.hands[seat]
    if not state.plays or ROLES[state.deal.roles[seat]].breaks_suit:
        return hand
    return follow(hand, state.plays[0].card.suit)


def larrys_cards(state: State) -> tuple[Card, ...]:
    """Return which of the cards shown may be played for Larry: he follows suit if he can, in any role."""
    return follow(state.shown, state.plays[0].card.suit)


def follow(cards: tuple[Card, ...], led: str) -> tuple[Card, ...]:
    """Return the cards of the led suit, or all if there are none."""
    return tuple(card for card in cards if card.suit == led) or cards


def may_wager(state: State, seat: Seat) -> bool:
    """Tell whether `seat` may put an intel on a card of the led suit: not the leader, not the revealed."""
    return state.options.wagers and bool(state.plays) and state.intel[seat] > 0 and seat not in state.revealed


def objection(state: State, move: Move) -> str | None:
    """Return why a player may not make `move`, or None when it is legal."""
    if move.seat not in to_act(state):
        return "not_your_turn"
    match move:
        case ChoosePartner() if state.awaits_partner:
            return object_to_partner(state, move)
        case Vote() if state.is_vote:
            return object_to_vote(state, move)
        case ChooseMission() if is_choosing_mission(state):
            return object_to_mission(state, move)
        case PlayForLarry() if is_larrys_turn(state):
            return object_to_larry(state, move)
        case Play() if state.mission is not None and not is_larrys_turn(state):
            return object_to_card(state, move) or object_to_wager(state, move)
    return "other_choice"


def is_choosing_mission(state: State) -> bool:
    """Tell whether the leader is to choose between two missions."""
    return state.outcome is None and state.mission is None and not state.is_vote and not state.awaits_partner


def object_to_partner(state: State, move: ChoosePartner) -> str | None:
    """Return what is wrong with the Accomplice's choice: another place of the table."""
    if move.partner == move.seat:
        return "partner_self"
    return None if move.partner in range(state.seats) else "no_partner"


def object_to_mission(state: State, move: ChooseMission) -> str | None:
    """Return what is wrong with a mission: one of the two drawn, and a risky one if there is any."""
    if move.mission not in state.drawn:
        return "mission_not_drawn"
    return None if move.mission in state.offered else "risky_first"


def object_to_larry(state: State, move: PlayForLarry) -> str | None:
    """Return what is wrong with a play for Larry: two different cards of those shown, the played one following suit."""
    if move.card not in state.shown or move.back not in state.shown:
        return "larry_not_shown"
    if move.card == move.back:
        return "larry_same_card"
    return None if move.card in larrys_cards(state) else "larry_must_follow"


def object_to_vote(state: State, vote: Vote) -> str | None:
    """Return what is wrong with a vote against other seats whose role is not revealed."""
    if vote.seat in vote.against:
        return "vote_self"
    if any(suspect not in range(state.seats) for suspect in vote.against):
        return "no_suspect"
    if any(suspect not in suspects(state, vote.seat) for suspect in vote.against):
        return "vote_revealed"
    if vote.against in list_votes(state, vote.seat):
        return None
    return "vote_two" if count_votes(state, vote.seat) > 1 else "vote_one"


def object_to_card(state: State, move: Play) -> str | None:
    """Return what is wrong with the card of a play."""
    if move.card not in state.hands[move.seat]:
        return "card_not_held"
    return None if move.card in playable(state, move.seat) else "must_follow"


def object_to_wager(state: State, move: Play) -> str | None:
    """Return what is wrong with the wager of a play (section 4.4)."""
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
