"""`make dev` starts again when code changes, whatever an editor leaves beside it."""

from pathlib import Path

import pytest

from insidejob.embedded import runner


def test_a_dangling_lock_of_an_editor_is_no_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    (tmp_path / "games").mkdir()
    module = tmp_path / "games" / "models.py"
    module.touch()
    (tmp_path / "games" / ".#models.py").symlink_to("ada@laptop.4321:1790000000")
    assert [*runner.list_times()] == [module]
