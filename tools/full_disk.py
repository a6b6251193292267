"""A disk that is full under a running site: what people are answered, what is logged, and how soon all goes on.

sudo python -m tools.full_disk     PostgreSQL, gunicorn, a worker and beat, on a file system in memory

Needs root, as it mounts that file system, and `REDIS_URL`.
"""

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import django

from tests.postgres import Cluster, create_cluster, make_folder
from tools.torture.processes import START_LIMIT, Service, Supervisor, wait_until
from tools.torture.stage import HOST, free_port, make_commands, make_environment

SIZE, PEOPLE, LIMIT = "600m", 8, 120.0
COLLECT = "import django; django.setup(); from insidejob.embedded import static_files as s; s.collect_if_changed()"


@contextmanager
def small_disk() -> Iterator[Path]:
    """Give a folder that is its own file system."""
    folder = make_folder()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


def fill(disk: Path) -> Path:
    """Fill a disk to its last byte; return the file to delete."""
    path = disk / "filler"
    with path.open("ab", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"\0" * size) == size:
                    pass
            except OSError:
                continue
    return path


class Browser:
    def __init__(self, port: int, code: str, cookies: str) -> None:
        self.port, self.code = port, code
        self.headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        """Send a request. Return status and text; the status is 0 if no answer came."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        try:
            connection.request(method, path, body, self.headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except OSError:
            return 0, ""
        finally:
            connection.close()

    def move(self, chance: Random) -> tuple[int, int]:
        """Read the page of the table, and send a move; return both statuses."""
        from tests.tables.pages.browser import Page

        read, text = self.ask("GET", f"/g/{self.code}/")
        form = Page(text).form_to(f"/g/{self.code}/move/") if read == 200 else None
        fields = form.fill(chance) if form else {"decision": "play-1"}
        return read, self.ask("POST", f"/g/{self.code}/move/", urlencode(fields))[0]


def make_browsers(port: int) -> list[Browser]:
    """Return the browsers of people who sit at a table each, with bots."""
    from games.tables.services import lobby
    from tests.builders_people import make_person
    from tests.races.answers import Browsers

    people = [make_person() for _ in range(PEOPLE)]
    cookies = Browsers(people).cookies
    games = [lobby.play_against_bots(user=person, title="insidejob", seat_count=3) for person in people]
    return [Browser(port, game.code, cookies[person.pk]) for person, game in zip(people, games, strict=True)]


def measure(disk: Path, folder: Path, browsers: Sequence[Browser], moves: int) -> bool:
    """Fill the disk, send moves, make room; print what came of it, and tell whether it is as it should be."""
    chance = Random(1)
    for browser in browsers:
        browser.move(chance)
    logs = {name: folder / f"{name}.log" for name in ("web", "clock", "mail")}
    before = {name: path.read_text().count("\n") for name, path in logs.items()}
    filler, begun = fill(disk), time.monotonic()
    answers = [browsers[number % PEOPLE].move(chance) for number in range(moves)]
    lasted = time.monotonic() - begun
    read, sent = (Counter(statuses) for statuses in zip(*answers, strict=True))
    lines = {name: path.read_text().count("\n") - before[name] for name, path in logs.items()}
    traces = sum(path.read_text().count("Traceback") + path.read_text().count("File \\") for path in logs.values())
    print(f"{lasted:.0f} s full; pages {dict(read)}, moves {dict(sent)}; lines {lines}, with a trace {traces}")
    filler.unlink()
    freed = time.monotonic()
    wait_until(lambda: browsers[0].move(chance)[1] == 302, LIMIT, "a move is taken again")
    print(f"taken again {time.monotonic() - freed:.1f} s after there was room")
    return not any(status >= 500 and status != 503 for status in {*read, *sent}) and not traces


def run(disk: Path, folder: Path, moves: int) -> bool:
    cluster = create_cluster(disk)
    ports = {name: free_port() for name in ("web", "redis", "smtp", "channels", "others")}
    environment = make_environment(cluster, ports) | {"REDIS_URL": os.environ["REDIS_URL"]}
    commands = make_commands(folder, ports, 2)
    del commands["redis"]
    services = [Service(name, command, folder=folder, environment=environment) for name, command in commands.items()]
    with Supervisor([serve(cluster, folder, environment)]):
        wait_until(cluster.is_ready, START_LIMIT, "PostgreSQL starts")
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True)
        subprocess.run([sys.executable, "-c", COLLECT], env=environment, check=True)
        os.environ.update(environment)
        django.setup()
        browsers = make_browsers(ports["web"])
        with Supervisor(services):
            wait_until(lambda: browsers[0].ask("GET", "/")[0] == 200, START_LIMIT, "the web server starts")
            is_good = measure(disk, folder, browsers, moves)
        subprocess.run([sys.executable, "manage.py", "check_games"], env=environment, check=True)
    return is_good


def serve(cluster: Cluster, folder: Path, environment: dict[str, str]) -> Service:
    """Return PostgreSQL, which starts again if the full disk ends it."""
    command = cluster.serve_command(())
    return Service("postgres", command, folder=folder, environment=environment, guarded=False, user=cluster.user)


def main() -> int:
    """Run the test once. Return 1 if a request failed in another way than with 503 while the disk was full."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=86, help="how many moves are sent while the disk is full (86)")
    moves: int = parser.parse_args().moves
    with small_disk() as disk, tempfile.TemporaryDirectory() as folder:
        return 0 if run(disk, Path(folder), moves) else 1


if __name__ == "__main__":
    sys.exit(main())
