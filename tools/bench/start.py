"""Measures the time from a clone to the first page with empty package caches, the time of a second start, and the
memory."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

import psutil

from tools.bench.figures import Figure

ROOT = Path(__file__).resolve().parents[2]
VENV = 3.3
"""So many seconds `python -m venv` takes on the machine for which the goals are given."""
COLD, WARM = 12, 3
MEMORY = 300
LIMIT = 300
SETTLED = 10


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        slower = time_venv(Path(folder)) / VENV
        site = Path(folder) / "site"
        subprocess.run(["git", "clone", "--quiet", ROOT, site], check=True)
        caches = {"UV_CACHE_DIR": f"{folder}/uv", "PIP_CACHE_DIR": f"{folder}/pip"}
        with run_site(site, os.environ | caches) as (cold, _):
            pass
        with run_site(site, os.environ | caches) as (warm, make):
            time.sleep(SETTLED)
            memory = sum_memory(make)
    return [
        Figure("python3 -m venv", VENV * slower, "s", "", True, ""),
        Figure("clone to first page, cold", cold, "s", f"<= {COLD * slower:.1f}", cold <= COLD * slower, ""),
        Figure("started again", warm, "s", f"<= {WARM * slower:.1f}", warm <= WARM * slower, ""),
        Figure("memory of all processes", memory, "MB", f"<= {MEMORY}", memory <= MEMORY, ""),
    ]


def time_venv(folder: Path) -> float:
    begun = time.monotonic()
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    return time.monotonic() - begun


@contextmanager
def run_site(folder: Path, environment: dict[str, str]) -> Iterator[tuple[float, psutil.Process]]:
    port = find_port()
    begun = time.monotonic()
    command, silent = ["make", "--silent", "run", f"PORT={port}"], subprocess.DEVNULL
    make = subprocess.Popen(command, cwd=folder, env=environment, stdout=silent, stderr=silent, start_new_session=True)
    try:
        wait_for_page(port, begun + LIMIT)
        yield time.monotonic() - begun, psutil.Process(make.pid)
    finally:
        os.killpg(make.pid, signal.SIGINT)
        make.wait()


def find_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_page(port: int, limit: float) -> None:
    while not has_page(port):
        if time.monotonic() > limit:
            raise TimeoutError
        time.sleep(0.05)


def has_page(port: int) -> bool:
    connection = HTTPConnection("localhost", port)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def sum_memory(process: psutil.Process) -> float:
    """Return the memory of processes in MB. What they share counts once."""
    family = [process, *process.children(recursive=True)]
    return sum(each.memory_full_info().pss for each in family) / 10**6
