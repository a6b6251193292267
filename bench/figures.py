"""A measured figure, and the loop of fixed work beside which it is read: machines differ and are noisy."""

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

ROUNDS = 300_000
"""The fixed work of the calibration loop; one loop is what figures are told in, beside their own unit."""


@dataclass(frozen=True)
class Figure:
    """What was measured: a value in its unit, the target as words, and whether it is reached."""

    name: str
    value: float
    unit: str
    target: str
    reached: bool
    beside: str
    """The same told by what was measured in the same run, such as calibration loops."""

    def __str__(self) -> str:
        verdict = "ok" if self.reached else "MISSED"
        value = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.2f}"
        return f"{self.name:<44}{value:>12} {self.unit:<10} {self.target:<14}{verdict:<8}{self.beside}"


def calibrate() -> float:
    """Return how many seconds a loop of fixed work in plain Python takes: the best of five."""
    return best_of(5, run_fixed_work)


def run_fixed_work() -> None:
    """Do the same small mixture of arithmetic, tuples and look-ups, always."""
    seen: dict[tuple[int, int], int] = {}
    for number in range(ROUNDS):
        key = (number % 13, number % 4)
        seen[key] = seen.get(key, 0) + number
    if sum(seen.values()) != ROUNDS * (ROUNDS - 1) // 2:
        raise AssertionError("the fixed work was not done")


def best_of(times: int, work: Callable[[], object]) -> float:
    """Return the seconds of processor time that the fastest of several runs of `work` took."""
    return min(seconds_of(work) for _ in range(times))


def seconds_of(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that `work` takes: what others do meanwhile counts less."""
    begun = process_time()
    work()
    return process_time() - begun
