"""The releases that a site can go back to, and which commit this code is. `manage.py version` needs no Django."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from insidejob import __version__

ROOT = Path(__file__).parent.parent
COMMIT = "commit.txt"


class Release(NamedTuple):
    commit: str
    migrations: dict[str, str]
    """By app, the last migration that the release has, in the order in which later ones are undone."""


RELEASES = {
    "0.3.0": Release(
        commit="40c63b51b668f85f083aeaa5557e06e525b3ebe6",
        migrations={"games": "0065_bot_offers", "accounts": "0029_apitoken_expires_at"},
    ),
    "0.2.0": Release(
        commit="02235efd61e4f83d1c2173a287b9623beb35b5bc",
        migrations={"games": "0001_squashed_0051_bot_accounts", "accounts": "0025_languages"},
    ),
}


def describe_version() -> str:
    return f"Inside Job {__version__}, commit {_find_commit(ROOT) or 'unknown'}"


def _find_commit(root: Path) -> str:
    """Return the commit of the code below `root`, or "" if it is unknown.

    `git archive` and the build of the image write it into a file. In a clone the file is only a template, so git is
    asked.
    """
    written = (root / "insidejob" / COMMIT).read_text("ascii").strip()
    if re.fullmatch(r"[0-9a-f]{40}", written):
        return written
    try:
        command = ["git", "--git-dir", str(root / ".git"), "rev-parse", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return ""
