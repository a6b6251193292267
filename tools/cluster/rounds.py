"""One fault while people play: how long it holds them up, and whether anything was lost or doubled."""

import time
from dataclasses import dataclass, field
from random import Random

from django.utils import timezone

from tests.builders_people import make_person
from tests.races.answers import sign_in
from tools.cluster.faults import FAULTS, OF_REPLICAS, is_whole, pause_replicas
from tools.cluster.readers import Reader
from tools.cluster.stage import ClusterStage
from tools.torture import checks, checks_told
from tools.torture.house import House, hurry_mail, insist, read_clock, watch_the_clock
from tools.torture.people import Answer, Crowd, Memory
from tools.torture.processes import Stuck, wait_until
from tools.torture.rounds import QUIET_LIMIT, Cast, is_quiet

PEOPLE, FEW = 12, 6
BEFORE, AGAIN = 8, 3
"""How many moves are played before a fault, and how many show that moves are acknowledged again."""
PLAY_LIMIT, BACK_LIMIT, WHOLE_LIMIT = 120.0, 120.0, 240.0
"""Seconds, for an idle machine, until so many moves are played and until the cluster has all its parts again."""
STAYS = 6.0
"""How many seconds a fault lasts beyond the time when moves are acknowledged again, unless the site is small."""


@dataclass
class Result:
    """What came of one fault."""

    number: int
    fault: str
    back_after: float = 0.0
    whole_after: float = 0.0
    taken: int = 0
    unknown: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        found = "".join(f"\n  {fault}" for fault in self.faults) or "all is well"
        return (
            f"round {self.number}, {self.fault}: moves again after {self.back_after:.1f} s, whole after "
            f"{self.whole_after:.1f} s; {self.taken} moves taken, {self.unknown} without an answer: {found}"
        )


def make_cast(*, small: bool) -> Cast:
    """Store people, few for a small site, who get every notification by mail, and sign each of them in."""
    watch_the_clock()
    people = [make_person() for _ in range(FEW if small else PEOPLE)]
    return Cast(people, {person.pk: sign_in(person) for person in people}, Memory())


def play(number: int, fault: str, stage: ClusterStage, cast: Cast, chance: Random) -> Result:
    """Cause a fault while people play, end it, and check everything once all due work is done."""
    result, memory = Result(number, fault), cast.memory
    taken, unknown = memory.count(Answer.TAKEN), memory.count(Answer.UNKNOWN)
    try:
        with (
            House(cast.people, memory, chance),
            Crowd(cast.cookies, stage, memory, chance),
            Reader(cast, stage) as reader,
        ):
            _cause(result, stage, reader, memory, chance)
        result.faults += [*reader.find_faults(may_fail=fault not in OF_REPLICAS), *_check(stage, memory)]
    except Stuck as stuck:
        result.faults.append(str(stuck))
    result.faults += memory.unexplained
    memory.unexplained.clear()
    result.taken, result.unknown = memory.count(Answer.TAKEN) - taken, memory.count(Answer.UNKNOWN) - unknown
    return result


def _cause(result: Result, stage: ClusterStage, reader: Reader, memory: Memory, chance: Random) -> None:
    is_late = result.fault == pause_replicas.__name__
    if is_late:
        reader.prepare()
    _wait_for_moves(memory, BEFORE, PLAY_LIMIT)
    wait_until(lambda: is_whole(stage), WHOLE_LIMIT, "the cluster is whole")
    with stage.outage():
        begun = time.monotonic()
        with FAULTS[result.fault](stage, chance):
            # Those that were under way when it happened.
            time.sleep(1)
            _wait_for_moves(memory, AGAIN, BACK_LIMIT)
            result.back_after = time.monotonic() - begun
            if is_late:
                result.faults += reader.find_wrong_reads()
            time.sleep(0 if stage.is_small else STAYS)
        result.whole_after = wait_until(lambda: is_whole(stage), WHOLE_LIMIT, "the cluster is whole again")
    _wait_for_moves(memory, AGAIN, PLAY_LIMIT)


def _wait_for_moves(memory: Memory, count: int, limit: float) -> None:
    need = memory.count(Answer.TAKEN) + count
    wait_until(lambda: memory.count(Answer.TAKEN) >= need, limit, f"{count} moves are acknowledged")


def _check(stage: ClusterStage, memory: Memory) -> list[str]:
    """Wait until all due work is done, and return a sentence for each fault found."""
    insist(hurry_mail)
    now = timezone.now()
    wait_until(lambda: insist(lambda: is_quiet(now, timezone.now())), QUIET_LIMIT, "all that is due is done")
    return insist(
        lambda: [
            *checks.check_games(),
            *checks.check_tables(memory.attempts, memory.premoves),
            *checks.check_mail(stage.sink.arrived, now),
            *checks_told.check_truth(stage.sink.copies),
            *checks.check_clock(read_clock()),
        ]
    )
