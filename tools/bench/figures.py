"""Prints measured figures, also in units of a calibration loop, because machines differ."""

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

ROUNDS = 300_000
"""Iterations of one calibration loop."""


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    target: str
    reached: bool
    beside: str
    """What is printed beside the value: often the same in another unit, such as calibration loops."""

    def __str__(self) -> str:
        verdict = "ok" if self.reached else "MISSED"
        value = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.2f}"
        return f"{self.name:<44}{value:>12} {self.unit:<10} {self.target:<14}{verdict:<8}{self.beside}"


def calibrate() -> float:
    return best_of(5, run_fixed_work)


def run_fixed_work() -> None:
    seen: dict[tuple[int, int], int] = {}
    for number in range(ROUNDS):
        key = (number % 13, number % 4)
        seen[key] = seen.get(key, 0) + number
    if sum(seen.values()) != ROUNDS * (ROUNDS - 1) // 2:
        raise AssertionError("the fixed work was not done")


def best_of(times: int, work: Callable[[], object]) -> float:
    return min(seconds_of(work) for _ in range(times))


def seconds_of(work: Callable[[], object]) -> float:
    """Return how many seconds of processor time a call takes."""
    begun = process_time()
    work()
    return process_time() - begun
