"""The last scene of a game: the order of the votes shown, and the accused player.

Votes are shown by the voter's seat, and those against the accused player come last. The order of voting
stays secret.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.ending import most_accused
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.roles import ACCOMPLICE, is_insider

MOST_IN_THE_MIDDLE = 3


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote, and how many votes its suspect has once this one is shown."""

    voter: Seat
    suspect: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Finale:
    ballots: tuple[Ballot, ...]
    # The seats shown in the middle. If it is a single one, its role turns over.
    accused: tuple[Seat, ...]
    # The players of the Insider's side who are not shown in the middle.
    others: tuple[Seat, ...]

    @property
    def turns(self) -> bool:
        return len(self.accused) == 1

    def count_against(self, seat: Seat) -> int:
        return max((ballot.count for ballot in self.ballots if ballot.suspect == seat), default=0)


def stage_finale(reason: str, roles: Sequence[str], votes: Sequence[Vote]) -> Finale:
    accused = _find_middle(reason, roles, votes)
    foes = [seat for seat, role in enumerate(roles) if is_insider(role) or role == ACCOMPLICE]
    return Finale(
        ballots=_count_out(votes, accused),
        accused=accused,
        others=tuple(seat for seat in foes if len(accused) != 1 or seat not in accused),
    )


def _find_middle(reason: str, roles: Sequence[str], votes: Sequence[Vote]) -> tuple[Seat, ...]:
    if votes:
        accused = most_accused(votes)
        return accused if len(accused) <= MOST_IN_THE_MIDDLE else ()
    decides = END_REASONS[reason].decides
    return tuple(seat for seat, role in enumerate(roles) if decides and decides(role))


def _count_out(votes: Sequence[Vote], accused: Sequence[Seat]) -> tuple[Ballot, ...]:
    cast = sorted(
        ((vote.seat, suspect) for vote in votes for suspect in vote.against),
        key=lambda ballot: (ballot[1] in accused, *ballot),
    )
    counts = Counter[Seat]()
    ballots = []
    for voter, suspect in cast:
        counts[suspect] += 1
        ballots.append(Ballot(voter, suspect, counts[suspect]))
    return tuple(ballots)
