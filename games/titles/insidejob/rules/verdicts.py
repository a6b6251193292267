from collections.abc import Sequence

from games.rules.engine.values import Event, Seat, Term
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    ACCUSED,
    DECOY,
    INSIDERS,
    NEIGHBOUR,
    PARTNER,
    ROLES,
    TIM_SHADY,
    is_insider,
)
from games.titles.insidejob.rules.state import State, has_turned

# How the codes of verdicts begin for players who win or lose with a side. After a win of the Decoy it is the reason for
# all.
SIDE_CAUSES = ("agent_", "insider_", "fooled_", "decoy_wins")
# Causes of verdicts for roles that do not win with a side, by `wins_by`.
OWN_CAUSES = {ACCUSED: DECOY, NEIGHBOUR: TIM_SHADY, PARTNER: ACCOMPLICE}


def give_verdict(state: State, seat: Seat) -> Event:
    assert state.outcome is not None
    won = seat in state.outcome.winners
    params: dict[str, Term | int] = {"player": Term("seat", seat)}
    wins_by = ROLES[state.deal.roles[seat]].wins_by
    if wins_by == NEIGHBOUR:
        params["other"] = Term("seat", (seat - 1) % state.seats)
    if wins_by == PARTNER and state.partner is not None:
        params["other"] = Term("seat", state.partner)
    cause = _name_cause(state, seat)
    if cause == END_REASONS["decoy_shared"].cause:
        # The Decoy shares the win with the Insider or Prof. No.
        params["other"] = Term("seat", next(place for place, held in enumerate(state.deal.roles) if is_insider(held)))
    return Event(f"{cause}_{'wins' if won else 'loses'}", params)


def find_own_way(verdicts: Sequence[Event], seat: Seat | None) -> Event | None:
    """Return why a seat won or lost, unless it did so with the side it had from the start."""
    if seat is None or not verdicts or verdicts[seat].code.startswith(SIDE_CAUSES):
        return None
    return verdicts[seat]


def _name_cause(state: State, seat: Seat) -> str:
    assert state.outcome is not None
    role, cause = ROLES[state.deal.roles[seat]], END_REASONS[state.outcome.reason].cause
    if role.wins_by in OWN_CAUSES:
        return OWN_CAUSES[role.wins_by]
    if cause is not None:
        return cause
    if has_turned(state, seat):
        return "turned"
    return "insider" if role.side == INSIDERS else "agent"
