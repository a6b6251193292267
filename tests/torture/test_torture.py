"""A short round of `make torture`: nothing is lost or doubled, and nothing of it outlives it."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from tests.postgres import has_bundled_postgres
from tools.torture.processes import slowdown, wait_for_end

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not has_bundled_postgres(), reason="needs the programs of PostgreSQL"),
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server"),
]
STOP_LIMIT = 40


@pytest.fixture
def torture() -> Iterator[subprocess.Popen[str]]:
    """The program, running, with one fault of each kind in a round."""
    command = [sys.executable, "-m", "tools.torture", "--rounds", "2", "--extra", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        yield process
        process.kill()


def read_until_round(process: subprocess.Popen[str], number: int) -> str:
    """Return what the program says up to the end of a round."""
    said = ""
    assert process.stdout
    for line in process.stdout:
        said += line
        if line.startswith(f"round {number}:"):
            break
    return said


def test_a_round_of_kills_loses_nothing_and_leaves_nothing_behind(torture: subprocess.Popen[str]) -> None:
    said = read_until_round(torture, 1)
    family = psutil.Process(torture.pid).children(recursive=True) if torture.poll() is None else []
    torture.send_signal(signal.SIGINT)
    assert torture.stdout
    # `communicate` would lose the lines that were read ahead: those that say what was found.
    rest = torture.stdout.read()
    torture.wait(STOP_LIMIT * slowdown())
    assert "all is well" in said, said + rest
    assert torture.returncode == 130, rest
    assert len(family) > 10
    wait_for_end(family)
