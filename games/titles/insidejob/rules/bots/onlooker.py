"""The suspicion model: an onlooker who takes each player for one of these bots.

The evidence is scaled down, because plays are not independent and people differ from bots.
"""

from collections.abc import Collection, Sequence
from math import exp, log

from games.rules.engine.suspicion import Shares, SuspicionModel, level_out, prove, share_out
from games.rules.engine.texts import text
from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.clumsy import BEGINNERS
from games.titles.insidejob.rules.bots.evidence import breaking_proves, find_breakers
from games.titles.insidejob.rules.bots.kinds import AIMLESS, KINDS
from games.titles.insidejob.rules.bots.listening import Heard, listen
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import is_insider

# Evidence is multiplied by this. The value is fitted by `python -m tools.bots.temper`.
TEMPER = 0.7
# The prior probability that all players are of one kind.
ALIKE = 0.8
# The share of beginners at such a table, whose plays say nothing.
BEGIN = 0.4
BROKE_SUIT, OPENED = "broke_suit", "opened"
PROOFS = {
    BROKE_SUIT: text(
        "{player} didn’t follow suit, but could have: among the hidden roles, only the Insider’s side can do that."
    ),
    OPENED: text("Everyone knew {player}’s role."),
}


def _weigh(seen: Observation) -> Shares:
    """Return how suspicious an onlooker finds each place. `seen` is a public observation."""
    assert seen.viewer is None
    assert seen.outcome is None
    opened = dict.fromkeys(seen.revealed, OPENED)
    suspects = _find_suspects(seen)
    broke = {seat: BROKE_SUIT for seat in find_breakers(seen) if seat in suspects and breaking_proves(seen)}
    guilty = [*broke, *(suspects if len(suspects) == 1 else [])]
    return Shares(
        prove(seen.seats, guilty[0]) if guilty else share_out(seen.seats, _accuse(listen(seen), suspects)),
        level_out(seen.seats, suspects),
        {**opened, **broke},
    )


def _find_suspects(seen: Observation) -> list[Seat]:
    known = [seat for seat in seen.revealed if is_insider(str(seen.roles[seat]))]
    return known or [seat for seat in range(seen.seats) if seat not in seen.revealed]


def _accuse(
    heard: Sequence[Heard], suspects: Collection[Seat], by: float = TEMPER, alike: float = ALIKE
) -> dict[Seat, float]:
    said = weigh_suspects(heard, suspects, by, alike)
    total = _add_logs([*said.values()])
    return {suspect: exp(each - total) for suspect, each in said.items()}


def weigh_suspects(heard: Sequence[Heard], suspects: Collection[Seat], by: float, alike: float) -> dict[Seat, float]:
    """Return the log likelihood of each suspect.

    With probability `alike` all players but some beginners are of one kind, else each is of any kind.
    """
    agents = [_hear_kinds(said, [kind.agent for kind in KINDS], by) for said in heard]
    insiders = [_hear_kinds(said, [kind.insider for kind in KINDS], by) for said in heard]
    found = {}
    for suspect in suspects:
        seats = [insiders[seat] if seat == suspect else row for seat, row in enumerate(agents)]
        one_kind = _add_up([sum(column) for column in zip(*seats, strict=True)])
        found[suspect] = _add_logs([log(alike) + one_kind, log(1 - alike) + sum(map(_add_up, seats))])
    return found


def _hear_kinds(said: Heard, ways: Sequence[str], by: float) -> list[float]:
    """Return the log likelihood of a seat for each way to play, where the player may be a beginner instead."""
    beginner = log(BEGIN) + by * said[AIMLESS]
    return [_add_logs([log(1 - BEGIN) + by * said[way], beginner]) for way in ways]


def _add_up(by_kind: Sequence[float]) -> float:
    """Return the logarithm of the mean over the kinds of players, given the logarithm for each."""
    return _add_logs([log(kind.share) + each for kind, each in zip(KINDS, by_kind, strict=True)])


def _add_logs(logs: Sequence[float]) -> float:
    highest = max(logs)
    return highest + log(sum(exp(each - highest) for each in logs))


SUSPICION_MODEL: SuspicionModel | None = SuspicionModel(PROOFS, _weigh, BEGINNERS)
