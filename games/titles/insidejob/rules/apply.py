"""What a legal move does to the state (sections 4 to 6, 8 and 10)."""

from dataclasses import replace

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.ending import end, find_early_end, judge_vote
from games.titles.insidejob.rules.missions import is_met
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.roles import ROBS, ROLES
from games.titles.insidejob.rules.state import CARDS_SHOWN, Look, State, Trick, voters
from games.titles.insidejob.rules.trick import Played, winning_place


def apply(state: State, move: Move) -> State:
    match move:
        case ChoosePartner(_, partner):
            return replace(state, partner=partner)
        case ChooseMission(_, mission):
            return replace(state, mission=mission)
        case Play():
            return _close_if_complete(_put_card(state, move))
        case PlayForLarry():
            return _close_if_complete(_put_larrys_card(state, move))
        case Vote():
            voted = replace(state, votes=(*state.votes, move))
            return end(voted, judge_vote(voted)) if len(voted.votes) == len(voters(voted)) else voted


def _put_card(state: State, move: Play) -> State:
    seat = move.seat
    hand = tuple(card for card in state.hands[seat] if card != move.card)
    return replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        plays=(*state.plays, Played(*move)),
        intel=_add_intel(state.intel, seat, -1) if move.wager else state.intel,
    )


def _put_larrys_card(state: State, move: PlayForLarry) -> State:
    boxed = next(card for card in state.shown if card not in (move.card, move.back))
    look = Look(len(state.tricks) + 1, move.seat, move.card, move.back, boxed)
    return replace(
        state,
        plays=(*state.plays, Played(LARRY, move.card, False)),
        pile=(move.back, *state.pile[CARDS_SHOWN:]),
        looks=(*state.looks, look),
    )


def _add_intel(intel: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    return (*intel[:seat], intel[seat] + count, *intel[seat + 1 :])


def _close_if_complete(state: State) -> State:
    return _close_trick(state) if len(state.plays) == state.seats else state


def _close_trick(state: State) -> State:
    """End a trick, in the order of section 5: intel, mission, reveals, early end, next leader."""
    mission, set_aside, plays = state.mission, state.set_aside, state.plays
    assert mission is not None
    assert set_aside is not None
    winner = plays[winning_place(plays, mission.trump)].seat
    gain = 0 if winner == state.accomplice else 1 + sum(played.wager for played in plays)
    met = is_met(mission, plays)
    after = replace(
        state,
        leader=_find_next_leader(state, winner),
        mission=None,
        plays=(),
        tricks=(*state.tricks, Trick(mission, set_aside, plays, winner, met, gain)),
        intel=_take_from_partner(state) if winner == state.accomplice else _add_intel(state.intel, winner, gain),
        met=state.met + met,
    )
    after = _reveal(after)
    reason = find_early_end(after)
    return end(after, reason) if reason else after


def _find_next_leader(state: State, winner: Seat) -> Seat:
    """Return who leads next: the winner or, if that is Larry, his controller (section 10)."""
    return state.controller if state.has_larry and winner == LARRY else winner


def _take_from_partner(state: State) -> tuple[int, ...]:
    """Return the intel after the Accomplice won a trick: she takes none, and her partner loses one."""
    partner = state.partner
    if partner is None or not state.intel[partner]:
        return state.intel
    return _add_intel(state.intel, partner, -1)


def _reveal(state: State) -> State:
    needed = state.numbers.intel_needed
    new = [seat for seat, held in enumerate(state.intel) if held >= needed and seat not in state.revealed]
    after = replace(state, revealed=tuple(sorted((*state.revealed, *new))))
    for seat in new:
        if ROLES[state.deal.roles[seat]].revealed == ROBS:
            after = replace(after, intel=_rob_neighbour(after, seat))
    return after


def _rob_neighbour(state: State, seat: Seat) -> tuple[int, ...]:
    victim = (seat - 1) % state.seats
    if not state.intel[victim]:
        return state.intel
    return _add_intel(_add_intel(state.intel, victim, -1), seat, 1)
