"""How a game ends and who wins (sections 5, 6, 8 and 10)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.rules.engine.values import Outcome, Seat
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.roles import (
    ACCUSED,
    AGENTS,
    DAREDEVIL,
    DECOY,
    INSIDER,
    INSIDERS,
    LOSES,
    NEIGHBOUR,
    PARTNER,
    PROF_NO,
    ROLES,
    WINS,
    WIRETAPPED,
    is_house,
    is_insider,
)
from games.titles.insidejob.rules.state import State, find_role, has_turned

# See section 8.
WIRETAP_LIMIT = 1


def find_early_end(state: State) -> str | None:
    """Return why the game ends before the vote, or None.

    If both sides would win, the Insider's side does.
    """
    return _end_for_insiders(state) or _end_for_agents(state)


def _end_for_insiders(state: State) -> str | None:
    insider, prof = find_role(state, INSIDER), find_role(state, PROF_NO)
    wiretapped = find_role(state, WIRETAPPED)
    if insider is not None and insider in state.revealed:
        return "insider_intel"
    if wiretapped is not None and state.intel[wiretapped] > WIRETAP_LIMIT:
        return "wiretap"
    if prof is not None and {*state.revealed, prof} == {*range(state.seats)} and prof not in state.revealed:
        return "all_revealed"
    return "house_insiders" if _decide_by_house(state) == INSIDERS else None


def _end_for_agents(state: State) -> str | None:
    if state.met >= state.numbers.missions_needed:
        return "missions"
    if find_role(state, DAREDEVIL) in state.revealed:
        return "daredevil"
    if find_role(state, PROF_NO) in state.revealed:
        return "prof_no_exposed"
    return "house_agents" if _decide_by_house(state) == AGENTS else None


def _decide_by_house(state: State) -> str | None:
    """Return the side that wins by the effect of a house role, or None."""
    for seat in state.revealed:
        role = ROLES[state.deal.roles[seat]]
        if is_house(state.deal.roles[seat]) and role.revealed in (WINS, LOSES):
            is_insiders = (role.side == INSIDERS) == (role.revealed == WINS)
            return INSIDERS if is_insiders else AGENTS
    return None


def judge_vote(state: State) -> str:
    return _judge_vote_with_larry(state) if state.has_larry else _judge_vote_of_many(state)


def _judge_vote_of_many(state: State) -> str:
    """Return the reason with which the vote ends the game (section 6).

    The Decoy wins by having the most votes.
    """
    accused = most_accused(state.votes)
    roles = {state.deal.roles[seat] for seat in accused}
    if DECOY in roles and any(is_insider(role) for role in roles):
        return "decoy_shared"
    if roles == {DECOY}:
        return "decoy"
    if len(accused) != 1:
        return "vote_tie"
    return "vote_insider" if is_insider(state.deal.roles[accused[0]]) else "vote_wrong"


def _judge_vote_with_larry(state: State) -> str:
    """Return the reason with which the vote ends a game with Larry.

    The Agents win only if every vote is for the Insider (section 10), and a missing vote is not.
    """
    agents = [vote for vote in state.votes if not is_insider(state.deal.roles[vote.seat])]
    found = (vote.against and is_insider(state.deal.roles[vote.against[0]]) for vote in agents)
    return "vote_insider" if all(found) else "vote_wrong"


def most_accused(votes: Sequence[Vote]) -> tuple[Seat, ...]:
    counts = Counter(seat for vote in votes for seat in vote.against)
    return tuple(sorted(seat for seat, count in counts.items() if count == max(counts.values())))


def end(state: State, reason: str) -> State:
    outcome = Outcome(
        reason=reason,
        winners=_find_winners(state, reason),
        roles=state.deal.roles,
        figures={
            "missions": state.met,
            "intel": list(state.intel),
            "revealed": list(state.revealed),
            "tricks": len(state.tricks),
        },
    )
    return replace(state, outcome=outcome)


def _find_winners(state: State, reason: str) -> tuple[Seat, ...]:
    """Return the winners (section 8). If the Decoy wins, only the rules of that role count."""
    roles = state.deal.roles
    if reason == "decoy":
        return tuple(seat for seat, role in enumerate(roles) if role == DECOY)
    if reason == "decoy_shared":
        return tuple(seat for seat, role in enumerate(roles) if role == DECOY or is_insider(role))
    return tuple(seat for seat in range(state.seats) if _wins(state, seat, END_REASONS[reason].side))


def _wins(state: State, seat: Seat, side: str | None) -> bool:
    """Whether a seat wins, given the winning side.

    A neutral role never depends on another neutral role.
    """
    role = ROLES[state.deal.roles[seat]]
    if role.wins_by == NEIGHBOUR:
        return not _wins(state, (seat - 1) % state.seats, side)
    if role.wins_by == PARTNER:
        return state.partner is not None and _wins(state, state.partner, side)
    if role.wins_by == ACCUSED:
        return False
    return side == (INSIDERS if has_turned(state, seat) else role.side)
