"""Makes the rows of an earlier state anew: `python -m tests.upgrades.make COMMIT NAME`, from a clone with its history.

The commit is laid out in a folder of its own and run there by today's Python and libraries, which all so far agree
with. Games are dealt by chance: what comes out is another database each time.
"""

import os
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent


def make(commit: str) -> str:
    """Return the rows that a commit makes, as JSON."""
    tree = subprocess.run(["git", "archive", "--format=zip", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with ZipFile(BytesIO(tree)) as archive:
            archive.extractall(folder)
        settings = {"DJANGO_SETTINGS_MODULE": "insidejob.settings.test", "PYTHONPATH": folder}
        environment = {**os.environ, **settings, "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
        command = [sys.executable, str(HERE / "old_games.py")]
        return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    (HERE / f"{sys.argv[2]}.json").write_text(make(sys.argv[1]), "utf-8")
