"""The units of systemd: what they start, with which rights, and the backup that one of them makes."""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.db import connection

from games import tasks
from games.personal_data import export as exporting
from games.tasks import AT_ONCE, waiting_for_servers
from insidejob.celery import app as site
from tests.infra.deployment import read_services

ROOT = Path(__file__).parent.parent.parent


def test_the_one_worker_of_a_small_site_has_all_queues_and_beat() -> None:
    unit = (ROOT / "deploy" / "insidejob-tasks.service").read_text("utf-8")
    [command] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert all(option in command for option in (" --beat ", " --pool threads "))
    assert "--queues" not in command
    assert "--beat, --pool, threads" in read_services()["tasks"]
    waiting = re.findall("^@waiting_for_servers$", (ROOT / "games" / "tasks.py").read_text("utf-8"), re.MULTILINE)
    [threads] = re.findall(r"--concurrency (\d+)", command)
    assert AT_ONCE * len(waiting) < int(threads), "the clock needs a thread, too"


def test_each_worker_of_a_larger_site_is_one_process_and_beat_does_not_load_the_site() -> None:
    worker, beat = ((ROOT / "deploy" / f"insidejob-{name}.service").read_text("utf-8") for name in ("worker@", "beat"))
    assert " --pool threads --concurrency 2 " in worker
    assert all("--pool, threads" in read_services()[queue] for queue in ("clock", "mail", "outbound"))
    assert " --app insidejob.beat beat " in beat
    assert "--app, insidejob.beat, beat" in read_services()["beat"]
    asked = "from django.apps import apps; from insidejob.beat import app; print(apps.ready, *app.conf.beat_schedule)"
    run = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", *site.conf.beat_schedule]


def test_a_task_that_waits_for_a_slow_server_leaves_threads_to_the_others() -> None:
    ended, begun = threading.Event(), threading.Semaphore(0)

    def wait() -> None:
        begun.release()
        ended.wait()

    task = waiting_for_servers(wait)
    threads = [threading.Thread(target=task) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
        begun.acquire()
    # Else it would wait with them.
    task()
    ended.set()
    for thread in threads:
        thread.join()
    assert not begun.acquire(blocking=False)
    task()
    assert begun.acquire(blocking=False)


def test_an_export_leaves_a_thread_of_its_worker_to_email(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def make() -> None:
        begun.append(1)
        # Another thread takes the next message.
        thread = threading.Thread(target=tasks.make_exports)
        thread.start()
        thread.join()

    monkeypatch.setattr(exporting, "make_due", make)
    tasks.make_exports()
    assert begun == [1]


def test_every_unit_gives_a_process_few_rights_and_every_timer_has_its_service() -> None:
    folder = ROOT / "deploy"
    asked = ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n", "UMask=0077")
    for unit in folder.glob("*.service"):
        assert not [line for line in asked if line not in unit.read_text("utf-8")], unit.name
    timers = [timer.stem for timer in folder.glob("*.timer")]
    assert sorted(timers) == ["insidejob-backup", "insidejob-check"]
    assert all((folder / f"{name}.service").exists() for name in timers)


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.skipif(not shutil.which("pg_dump"), reason="needs pg_dump: apt-get install postgresql-client")
def test_a_backup_is_for_its_owner_alone_and_old_ones_go(tmp_path: Path) -> None:
    settings, folder = tmp_path / "insidejob.env", tmp_path / "backups"
    settings.write_text("SECRET_KEY='x'\n", "utf-8")
    folder.mkdir()
    old, younger = folder / "insidejob-2020-01-01-0330.dump", folder / "insidejob-2020-01-02-0330.dump"
    for file, days in ((old, 20), (younger, 10)):
        file.touch()
        os.utime(file, times=(time.time() - days * 86400,) * 2)
    where = connection.get_connection_params()
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    environment = os.environ | {variable: str(where[name]) for name, variable in names.items() if where.get(name)}
    environment |= {"BACKUP_FOLDER": str(folder), "INSIDEJOB_ENV": str(settings)}
    environment |= {"DATABASE_URL": f"dbname={where['dbname']}"}
    command = [str(ROOT / "deploy" / "backup")]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    dump = Path(run.stdout.strip())
    assert {*folder.iterdir()} == {dump, younger, folder / "insidejob.env"}
    assert [file.stat().st_mode & 0o777 for file in (dump, folder / "insidejob.env")] == [0o600] * 2
    listed = subprocess.run(["pg_restore", "--list", str(dump)], capture_output=True, text=True, check=True).stdout
    assert "games_move" in listed


def test_a_backup_that_fails_leaves_nothing_but_the_newest_dump(tmp_path: Path) -> None:
    full = tmp_path / "pg_dump"
    full.write_text(
        '#!/bin/sh\nfor argument; do case $argument in --file=*) : > "${argument#--file=}" ;; esac; done\nexit 1\n'
    )
    full.chmod(0o700)
    folder = tmp_path / "backups"
    folder.mkdir()
    oldest, newest = folder / "insidejob-2020-01-01-0330.dump", folder / "insidejob-2020-01-02-0330.dump"
    for file in (oldest, newest):
        file.touch()
        os.utime(file, times=(time.time() - 20 * 86400,) * 2)
    environment = os.environ | {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "BACKUP_FOLDER": str(folder),
        "DATABASE_URL": "",
    }
    run = subprocess.run(
        [str(ROOT / "deploy" / "backup")], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert [*folder.iterdir()] == [newest]


def test_a_dump_is_not_committed_by_mistake() -> None:
    assert "*.dump" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
