"""The folder of a development site: refused in one sentence, safe against a power cut, and backed up while it runs."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from insidejob.settings.var_folder import writing_to
from tests.infra.builders import ROOT, run_python

OPEN = "from django.db import connection; cursor = connection.cursor(); "


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    run = run_python(tmp_path / "file" / "var", "manage.py", "site")
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith(f"Inside Job cannot write to {tmp_path}/file")
    assert "INSIDEJOB_VAR" in run.stderr


@pytest.mark.parametrize("name", ["", "db.sqlite3"])
def test_a_folder_or_file_that_may_not_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "db.sqlite3").touch()
    # The user who runs the tests may be one who may do everything.
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path / name)
    with pytest.raises(SystemExit, match=f"cannot write to {tmp_path / name} "), writing_to(tmp_path):
        pytest.fail("it must not get here")


def test_a_file_that_sqlite_deletes_meanwhile_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vanishing = tmp_path / "db.sqlite3-shm"
    vanishing.touch()

    def vanish(path: Path, mode: int) -> bool:
        vanishing.unlink(missing_ok=True)
        return path != vanishing

    monkeypatch.setattr(os, "access", vanish)
    with writing_to(tmp_path):
        assert not vanishing.exists()


def test_what_was_confirmed_waits_for_the_disk_and_is_in_a_backup_made_meanwhile(tmp_path: Path) -> None:
    (tmp_path / "restored").mkdir()
    write = OPEN + "cursor.execute('CREATE TABLE confirmed (number)'); "
    write += "cursor.execute('INSERT INTO confirmed VALUES (7)'); print('written', flush=True); input()"
    environment = os.environ | {"INSIDEJOB_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "insidejob.settings.dev"}
    command, pipe = [sys.executable, "-c", write], subprocess.PIPE
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == "written\n"
        # What `sqlite3 var/db.sqlite3 ".backup …"` does.
        copy = sqlite3.connect(tmp_path / "restored" / "db.sqlite3")
        with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as running, closing(copy):
            running.backup(copy)
        writer.communicate("stop\n")
    read = "print(*(cursor.execute(read).fetchone()[0] for read in {}))"
    reads = ["SELECT number FROM confirmed", "PRAGMA synchronous"]
    run = run_python(tmp_path / "restored", "-c", OPEN + read.format(reads))
    assert run.stdout.split() == ["7", "2"], run.stderr
