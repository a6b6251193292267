"""One fault of the drill on three machines: the primary hangs and wakes up again, and nothing is lost or doubled."""

import subprocess
import sys

import pytest

from tools.cluster.stage import find_missing

pytestmark = pytest.mark.deep


def test_a_primary_that_hangs_and_wakes_up_loses_and_doubles_nothing() -> None:
    """How long it takes is not judged here: `python -m tools.cluster` measures that."""
    if missing := find_missing():
        pytest.skip(f"needs {missing}")
    command = [sys.executable, "-m", "tools.cluster", "--small", "--only", "freeze_primary", "--seed", "1"]
    drill = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert "faults found: 0" in drill.stdout, drill.stdout
    assert drill.returncode == 0, drill.stdout
