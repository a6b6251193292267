"""The version: one place, shown by `manage.py site --version`, and told in the changelog once it is released."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from insidejob import __version__
from insidejob.releases import RELEASES, _find_commit

ROOT = Path(__file__).parent.parent.parent


def test_the_command_of_the_site_tells_its_version(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "site", "--version"]
    environment = {"INSIDEJOB_VAR": str(tmp_path)}
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == f"Inside Job {__version__}\n"


def test_manage_tells_version_and_commit() -> None:
    command = [sys.executable, "manage.py", "version"]
    run = subprocess.run(
        command, env={"PATH": os.environ["PATH"]}, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == f"Inside Job {__version__}, commit {_find_commit(ROOT) or 'unknown'}\n"


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder with an author of its own."""
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@insidejob.example", "-c", "init.defaultBranch=main"]
    run = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_a_clone_an_archive_and_an_image_know_their_commit(tmp_path: Path) -> None:
    clone, archive, nothing = (tmp_path / name for name in ("clone", "archive", "nothing"))
    for folder in (clone, nothing):
        (folder / "insidejob").mkdir(parents=True)
        shutil.copy(ROOT / "insidejob" / "commit.txt", folder / "insidejob")
    shutil.copy(ROOT / ".gitattributes", clone)
    git(clone, "init")
    git(clone, "add", ".")
    git(clone, "commit", "--message", "One")
    commit = git(clone, "rev-parse", "HEAD")
    archive.mkdir()
    git(clone, "archive", "--output", str(tmp_path / "one.zip"), "HEAD")
    with ZipFile(tmp_path / "one.zip") as packed:
        packed.extractall(archive)
    assert [_find_commit(folder) for folder in (clone, archive, nothing)] == [commit, commit, ""]
    assert "> insidejob/commit.txt" in (ROOT / "deploy" / "Dockerfile").read_text("utf-8")


def test_the_changelog_names_the_commit_of_each_release() -> None:
    """A release is known by its commit: its own text cannot hold it, so the next commit adds it."""
    sections = re.split(r"^## \[", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[2:]
    commits = {
        part.partition("]")[0]: re.findall(r"^Commit `([0-9a-f]{40})`\.$", part, re.MULTILINE) for part in sections
    }
    commits.setdefault(__version__, [])
    if not commits[__version__]:
        # The release itself.
        del commits[__version__]
    assert all(len(found) == 1 for found in commits.values()), commits
    assert all(commits[name] == [release.commit] for name, release in RELEASES.items())


def list_faults(version: str, changelog: str) -> list[str]:
    """Return what is wrong with the sections of a changelog, whose newest release must be the version of the code."""
    sections = re.findall(r"^## \[(.+?)\](.*)$", changelog, re.MULTILINE)
    released = [name for name, _ in sections if name != "Unreleased"]
    faults = [f"{name} has no date" for name, rest in sections if name in released and not re.match(r" - \d{4}-", rest)]
    return faults + [f"{version} is not {name}" for name in released[:1] if name != version]


def test_the_newest_section_of_the_changelog_is_this_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert list_faults(__version__, (ROOT / "CHANGELOG.md").read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("changelog", "count"),
    [
        ("## [Unreleased]\n", 0),
        ("## [Unreleased]\n## [0.2.0] - 2026-12-24\n## [0.1.0] - 2026-11-22\n", 0),
        ("## [0.2.0]\n", 1),
        ("## [0.3.0] - 2026-12-24\n", 1),
    ],
)
def test_a_section_without_a_date_or_of_another_version_is_found(changelog: str, count: int) -> None:
    assert len(list_faults("0.2.0", changelog)) == count
