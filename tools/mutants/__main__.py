"""Change the code in small ways, one at a time, and see whether the tests notice: `python -m tools.mutants`.

A mutant is the project with one expression or statement changed, such as `<` in the place of `<=`. Mutants are drawn
from `games/` and `accounts/` by a seed, more of them where a mistake would cost most: in the rules, in what viewers
may see, in the transaction of a move, and in deadlines. For each mutant tests run until one fails: first single tests
that lead to its function (`callers.py`), then whole files, those with such tests and near by their names and imports
first. A mutant that survives them is not proved to survive the whole suite: `--again FILE --survivors --files 60
--seconds 300` asks more of it.

`--before COMMIT` compares two suites. It takes only mutants of functions that read the same in the code of that commit,
tries each on today's tests and on those of the commit, with the code of each, and counts what only one suite notices.

`equivalent.csv` names survivors that change nothing anybody can notice. Results go to `var/mutants/`, a line
of JSON for each mutant.
"""

import argparse
import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path

from tools.mutants.changes import (
    EVERYWHERE,
    ROOT,
    SHARES,
    Mutant,
    draw,
    find_again,
    find_before,
    list_mutants,
)
from tools.mutants.forks import KILLED, NOT_TRIED, OUT_OF_TIME, SURVIVED, Answer
from tools.mutants.trees import RESULTS, check_out, load_tests

EQUIVALENT = "equivalent"
NOTICED, UNNOTICED = {KILLED, OUT_OF_TIME}, {SURVIVED}


@dataclass(frozen=True)
class Result:
    """What the tests said of a mutant. The killer is the test that failed first; seconds are those of the processor."""

    mutant: Mutant
    outcome: str
    killer: str
    tests: int
    seconds: float
    before: Answer | None = None
    """The same of the tests of an earlier commit."""


def main(arguments: Sequence[str]) -> int:
    """Draw mutants, run tests against each, and print and store the results. Return 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=0, help="minutes after which no mutant is begun; 0 for none")
    parser.add_argument("--area", choices=[*SHARES, EVERYWHERE], help="draw from this area only")
    parser.add_argument("--again", type=Path, help="results of an earlier run: the same mutants, its killers first")
    parser.add_argument("--survivors", action="store_true", help="with --again, only those that had survived")
    parser.add_argument("--files", type=int, default=10, help="how many files of tests each mutant meets at most")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, for all tests of a mutant")
    parser.add_argument("--before", metavar="COMMIT", help="try each mutant on the tests and code of COMMIT, too")
    parser.add_argument("--to", type=Path, help="the file of results")
    chosen = parser.parse_args(arguments)
    RESULTS.mkdir(parents=True, exist_ok=True)
    to = chosen.to or RESULTS / f"sample-{chosen.sample}-seed-{chosen.seed}.jsonl"
    results = []
    with to.open("w", encoding="utf-8") as file:
        for result in _try_mutants(chosen):
            results.append(result)
            file.write(json.dumps(asdict(result)) + "\n")
            file.flush()
            print(_describe(result), flush=True)
    print(summarise(results))
    if chosen.before:
        print(compare(results))
    return 0


def _try_mutants(chosen: argparse.Namespace) -> Iterator[Result]:
    mutants, killers = _choose_mutants(chosen)
    until = time.monotonic() + 60 * chosen.limit if chosen.limit else float("inf")
    equivalent = read_equivalent()
    with ExitStack() as stack:
        trees = [(stack.enter_context(load_tests(ROOT)), {mutant: mutant for mutant in mutants})]
        if chosen.before:
            root = stack.enter_context(check_out(chosen.before))
            same = {mutant: earlier for mutant in mutants if (earlier := find_before(mutant, root))}
            print(f"{len(same)} of {len(mutants)} mutants are in functions that read the same before.", flush=True)
            trees.append((stack.enter_context(load_tests(root)), same))
        for mutant in trees[-1][1]:
            if time.monotonic() > until:
                break
            if (mutant.path, mutant.function, mutant.old, mutant.new) in equivalent:
                yield Result(mutant, EQUIVALENT, "", 0, 0.0)
                continue
            first = killers.get(mutant, "")
            answers = [tree.try_mutant(found[mutant], first, chosen.files, chosen.seconds) for tree, found in trees]
            yield Result(mutant, *answers[0], *answers[1:])


def _describe(result: Result) -> str:
    lines = [f"{result.mutant.name}: {result.mutant.old!r} -> {result.mutant.new!r}"]
    for answer in filter(None, [(result.outcome, result.killer, result.tests, result.seconds), result.before]):
        outcome, killer, tests, seconds = answer
        lines.append(f"    {outcome} after {tests} tests, {seconds:.1f} s {killer}")
    return "\n".join(lines)


def _choose_mutants(chosen: argparse.Namespace) -> tuple[list[Mutant], dict[Mutant, str]]:
    """Return a new sample, or the mutants of an earlier run that are still there, with the tests that killed them."""
    if not chosen.again:
        return draw(list_mutants(), chosen.sample, chosen.seed, chosen.area), {}
    earlier = [read_result(line) for line in chosen.again.read_text("utf-8").splitlines()]
    earlier = [result for result in earlier if not chosen.survivors or result.outcome != KILLED]
    found = {mutant: result.killer for result in earlier if (mutant := find_again(result.mutant))}
    print(f"{len(earlier) - len(found)} of {len(earlier)} mutants are gone, as their code is.")
    return [*found], {mutant: killer for mutant, killer in found.items() if killer}


def read_result(line: str) -> Result:
    fields = json.loads(line)
    return Result(**{**fields, "mutant": Mutant(**fields["mutant"])})


def read_equivalent() -> set[tuple[str, str, str, str]]:
    with Path(__file__).with_name("equivalent.csv").open(encoding="utf-8", newline="") as file:
        return {(row["path"], row["function"], row["old"], row["new"]) for row in csv.DictReader(file)}


def summarise(results: Sequence[Result]) -> str:
    """Return a line for each area: how many of its mutants were killed."""
    lines = []
    for area in [*SHARES, "all"]:
        found = Counter(result.outcome for result in results if area in (result.mutant.area, "all"))
        lines.append(
            f"{area:>10}: {found[KILLED]} of {found.total() - found[NOT_TRIED]} killed, "
            f"{found[EQUIVALENT]} equivalent, {found[OUT_OF_TIME]} ran out of time; {found[NOT_TRIED]} were not tried"
        )
    return "\n".join(lines)


def compare(results: Sequence[Result]) -> str:
    """Return for each area which suite noticed how many, and for all the chance of so uneven a count (McNemar)."""
    lines = []
    for area in [*SHARES, "all"]:
        pairs = Counter(
            (result.outcome in NOTICED, result.before[0] in NOTICED)
            for result in results
            if area in (result.mutant.area, "all")
            and result.before
            and {result.outcome, result.before[0]} <= NOTICED | UNNOTICED
        )
        both, today, before, neither = (
            pairs[pair] for pair in ((True, True), (True, False), (False, True), (False, False))
        )
        lines.append(
            f"{area:>10}: {both} noticed by both, {today} only today, {before} only before, {neither} by neither"
        )
    odd = today + before
    chance = min(1.0, 2 * sum(comb(odd, each) for each in range(min(today, before) + 1)) / 2**odd)
    return "\n".join([*lines, f"by chance at least as uneven: {chance:.2f}"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
