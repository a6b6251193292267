"""The cache of `make run`."""

import errno
from pathlib import Path
from unittest.mock import Mock

import pytest

from insidejob.embedded.file_cache import FileCache


def test_a_full_disk_fails_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = FileCache(str(tmp_path), {})
    kept.set("before", 1)
    monkeypatch.setattr("tempfile.mkstemp", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    kept.set("after", 2)
    assert kept.add("added", 3)
    assert (kept.get("before"), kept.get("after")) == (1, None)


def test_a_busy_evening_drops_nothing(tmp_path: Path) -> None:
    kept = FileCache(str(tmp_path), {})
    for number in range(400):
        kept.set(f"player-{number}", number)
    assert all(kept.get(f"player-{number}") == number for number in range(400))
