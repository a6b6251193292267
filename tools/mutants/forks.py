"""A plugin of pytest that tries mutants: it loads all tests once and forks a process for each mutant.

It gets mutants over a connection from the program that started it, and answers each. In the forked process the loaded
functions of a file get the changed code. So a mutant is not tried where its function was called while the code was
loaded: what that call returned would stay.
"""

import gc
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from multiprocessing.connection import Connection, Pipe
from resource import RLIMIT_CPU, setrlimit
from time import process_time
from types import CodeType, FrameType, FunctionType

import pytest
from django.db import connections

CONNECTION = "MUTANTS"
"""The variable that holds the number of the connection to the program."""
KILLED, SURVIVED, OUT_OF_TIME, NOT_TRIED = "killed", "survived", "out of time", "not tried"
FAILS_ANYWAY = "a test fails without it, or only after others"
CASES = 5
"""So many cases of a test are run where the test is named alone."""
SECONDS_OF_A_TEST = 60
"""Of the processor: a mutant may make a test last so much longer than all tests together may."""
Answer = tuple[str, str, int, float]
"""What came of a mutant, the test that failed first, how many tests ran, and seconds of the processor."""
Swap = Sequence[tuple[FunctionType, CodeType]]

called: set[tuple[str, str]] = set()
"""Functions called while the code was loaded: their file and qualified name."""
failed: list[str] = []


def _note(frame: FrameType, event: str, argument: object) -> None:
    if event == "call":
        called.add((frame.f_code.co_filename, frame.f_code.co_qualname))


if CONNECTION in os.environ:
    sys.setprofile(_note)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        failed.append(report.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run one test so that the database is there, and try mutants until there are no more."""
    sys.setprofile(None)
    needs_database = (item for item in session.items if _is_simple(item.get_closest_marker("django_db"), item))
    _run(next(needs_database), session)
    connections.close_all()
    functions, named = _find_functions(), _name_items(session.items)
    with Connection(int(os.environ[CONNECTION])) as connection:
        connection.send(len(session.items))
        while job := connection.recv():
            connection.send(_try_mutant(functions, named, *job))
    return True


def _is_simple(marker: pytest.Mark | None, item: pytest.Item) -> bool:
    return bool(marker and not marker.kwargs and not item.get_closest_marker("skip"))


def _run(item: pytest.Item, following: pytest.Item | pytest.Session | None) -> None:
    """Run a test. What the following one does not need is taken down after it: all but the database for a session."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _find_functions() -> Mapping[str, Sequence[FunctionType]]:
    """Return all functions of this process by their file. Lazy objects of Django must not be asked for their class."""
    gc.unfreeze()
    found: defaultdict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if type(each) is FunctionType:
            found[each.__code__.co_filename].append(each)
    gc.freeze()
    return found


def _name_items(items: Sequence[pytest.Item]) -> Mapping[str, Sequence[pytest.Item]]:
    """Return all tests of each file, some cases of each function, and each test by its own name."""
    named: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    functions: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        path = item.nodeid.split("::")[0]
        named[path].append(item)
        named[item.nodeid].append(item)
        functions[f"{path}::{getattr(item, 'originalname', item.name)}"].append(item)
    return named | {name: found[:: -(-len(found) // CASES)] for name, found in functions.items()}


def _try_mutant(
    functions: Mapping[str, Sequence[FunctionType]],
    named: Mapping[str, Sequence[pytest.Item]],
    path: str,
    texts: tuple[str, str],
    tests: Sequence[str],
    seconds: float,
) -> Answer:
    """Run the tests of these names on a file with its second text instead of the first."""
    changed = _list_changed(path, *texts)
    swap = [(each, new) for old, new in changed for each in functions[path] if _key(each.__code__) == _key(old)]
    if not swap or any((path, old.co_qualname) in called or old.co_freevars != new.co_freevars for old, new in changed):
        return NOT_TRIED, "", 0, 0.0
    items = list(dict.fromkeys(item for test in tests for item in named.get(test, ())))
    outcome, killer, count, took = _run_apart(items, swap, seconds)
    if outcome == KILLED and not _is_sure(named[killer], swap, seconds):
        outcome = FAILS_ANYWAY
    return outcome, killer, count, took


def _list_changed(path: str, before: str, after: str) -> list[tuple[CodeType, CodeType]]:
    """Return the code of each function that the change is in, before and after."""
    was, now = ({_key(code): code for code in _walk(compile(text, path, "exec"))} for text in (before, after))
    return [(code, now[key]) for key, code in was.items() if key in now and now[key] != code]


def _walk(code: CodeType) -> Iterator[CodeType]:
    if code.co_flags & CO_OPTIMIZED:
        yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _walk(part)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _is_sure(killer: Sequence[pytest.Item], swap: Swap, seconds: float) -> bool:
    """Tell whether a test that failed fails when it runs alone, too, and does not fail without the mutant."""
    return _run_apart(killer, swap, seconds)[0] == KILLED and _run_apart(killer, [], seconds)[0] == SURVIVED


def _run_apart(items: Sequence[pytest.Item], swap: Swap, seconds: float) -> Answer:
    """Run tests in a process forked from this one."""
    here, there = Pipe(duplex=False)
    child = os.fork()
    if not child:
        try:
            for function, code in swap:
                function.__code__ = code
            with _copy_of_database():
                there.send(_run_until_failure(items, seconds))
        finally:
            os._exit(0)
    there.close()
    with here:
        try:
            answer: Answer = here.recv()
        except EOFError:
            answer = OUT_OF_TIME, "", 0, seconds + SECONDS_OF_A_TEST
    _, status = os.waitpid(child, 0)
    assert answer[0] != OUT_OF_TIME or os.WIFSIGNALED(status), "a forked process ended without an answer"
    return answer


@contextmanager
def _copy_of_database() -> Iterator[None]:
    """Let this process have a database that the others do not see."""
    settings = connections["default"].settings_dict
    with tempfile.TemporaryDirectory() as folder:
        settings["NAME"] = shutil.copy(settings["NAME"], folder)
        yield


def _run_until_failure(items: Sequence[pytest.Item], seconds: float) -> Answer:
    """Run tests until one fails or they have taken so many seconds."""
    began, count = process_time(), 0
    most = round(began + seconds + SECONDS_OF_A_TEST)
    setrlimit(RLIMIT_CPU, (most, most))
    failed.clear()
    for count, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True), start=1):
        _run(item, following)
        if failed:
            return KILLED, failed[0], count, process_time() - began
        if process_time() - began > seconds:
            break
    return SURVIVED, "", count, process_time() - began
