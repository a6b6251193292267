"""What the set-up says when Python is missing or half there, and that it installs all that `make run` needs."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the set-up script and an empty .venv, and `bin` as the only programs but the shell's."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "bin").mkdir()
    shutil.copy(ROOT / "requirements" / "install", tmp_path / "requirements")
    dirname = shutil.which("dirname")
    assert dirname
    (tmp_path / "bin" / "dirname").symlink_to(dirname)
    return tmp_path


def add_python(project: Path, name: str, script: str) -> None:
    """Put a program called `name` where the set-up looks for interpreters."""
    program = project / "bin" / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def refusal_in(project: Path) -> str:
    """Run the set-up there; return the one line in which it refuses."""
    environment = {"PATH": str(project / "bin"), "HOME": str(project)}
    command = ["/bin/sh", str(project / "requirements" / "install"), "base"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr.count("\n")) == (1, 1)
    return run.stderr


def test_no_python_at_all_is_said_in_one_sentence(project: Path) -> None:
    assert refusal_in(project).startswith("Inside Job needs Python 3.11 or newer")


def test_a_shim_that_does_not_run_and_an_old_python_are_passed_over(project: Path) -> None:
    add_python(project, "python3.12", "echo 'command not found' >&2; exit 127")
    add_python(project, "python3", "exit 1")  # what our question gets from 3.10
    assert refusal_in(project)


def test_a_python_without_venv_is_said_in_one_sentence(project: Path) -> None:
    add_python(project, "python3", f'case "$2" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"')
    said = refusal_in(project)
    assert ("python3-venv" in said, "Traceback" in said) == (True, False)


def test_lock_files_name_no_registry_and_pin_by_hash() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        lines = path.read_text().splitlines()
        assert not [line for line in lines if "://" in line or line.startswith("-")], path
        pins = [line for line in lines if "==" in line.split(";")[0]]
        assert pins
        assert all(line.endswith("\\") for line in pins), path


@pytest.mark.deep
def test_the_site_runs_with_what_is_installed_for_it_alone(tmp_path: Path) -> None:
    """`make run` installs `base.txt`: all else that this environment has is hidden."""
    pins = re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / "base.txt").read_text(), re.MULTILINE)
    hidden = [
        module
        for module, owners in packages_distributions().items()
        if not {re.sub(r"[-_.]+", "-", owner).lower() for owner in owners} & {*pins}
    ]
    assert {"redis", "psycopg"} <= {*hidden}
    code = f"""
import sys
sys.modules.update(dict.fromkeys({json.dumps(hidden)}))
import insidejob.wsgi
from django.core.cache import cache
from django.core.management import call_command
from django.urls import get_resolver
from insidejob.celery import app
app.loader.import_default_modules()
call_command("check")
cache.get("key")
get_resolver("insidejob.endpoint_urls").url_patterns
"""
    environment = os.environ | {"INSIDEJOB_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "insidejob.settings.dev"}
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_scripts_may_be_run() -> None:
    for name in ("requirements/install", "requirements/install-npm", "requirements/lock", ".ci/run"):
        assert os.access(ROOT / name, os.X_OK), name
