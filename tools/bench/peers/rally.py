"""rally-the-troops with one of its public games, on SQLite in WAL mode as its documentation advises."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection

from tools.bench.http.client import HOST, TIME_OUT
from tools.bench.peers.node import NodeSite

GITHUB = "https://github.com/rally-the-troops"
SERVER = "58fdbf5e5eaaf2eb89e8a2e876ee45508f580667"
TITLE, TITLE_COMMIT = "field-cloth-gold", "1e96f59510f5b54fc98e4742c2f8d7d214e518be"
TITLE_FILES = ["rules.js", "about.html", "create.html", "play.html", "play.js"]
ROLES = ("Red", "Blue")
SOON = 0.2
"""Seconds after which the other page is not shown a click any more: it may change nothing there."""


def fetch_code(packages: Path) -> str:
    """Fetch the code and compile its SQLite. Returns what failed, or nothing."""
    server = packages / "rally"
    binary = packages / "node_modules" / "better-sqlite3" / "build" / "Release" / "better_sqlite3.node"
    if not fetch(f"{GITHUB}/server", server, SERVER, ["."]):
        return "its code cannot be fetched"
    if not fetch(f"{GITHUB}/{TITLE}", server / "public" / TITLE, TITLE_COMMIT, TITLE_FILES):
        return f"the code of {TITLE} cannot be fetched"
    if not binary.exists() and not succeeds(["npm", "rebuild", "better-sqlite3"], packages):
        return "npm can neither download nor compile better-sqlite3"
    return ""


def fetch(address: str, folder: Path, commit: str, files: Sequence[str]) -> bool:
    """Check out some files of a commit."""
    if not (folder / ".git").exists() and not succeeds(["git", "clone", "--no-checkout", address, str(folder)]):
        return False
    return succeeds(["git", "checkout", commit, "--", *files], folder)


def succeeds(command: Sequence[str], folder: Path | None = None) -> bool:
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


@contextmanager
def run(packages: Path, folder: Path) -> Iterator["Rally"]:
    peer = Rally(packages / "rally", folder)
    peer.start()
    peer.sign_up()
    try:
        yield peer
    finally:
        peer.service.end()


class Rally(NodeSite):
    name = "rally-the-troops"

    def __init__(self, code: Path, folder: Path) -> None:
        super().__init__(folder)
        self.database = folder / "rally.sqlite3"
        with self.connect() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript((code / "schema.sql").read_text())
            # The game's own title.sql is for an older server.
            connection.execute("INSERT INTO titles (title_id, title_name) VALUES (?, ?)", [TITLE, TITLE])
        environment = {
            "PATH": os.environ["PATH"],
            "NODE_ENV": "production",
            "HTTP_HOST": HOST,
            "HTTP_PORT": str(self.port),
            "DATABASE": str(self.database),
            # Games that were left after a kill wait for ever.
            "LIMIT_WAITING_GAMES": "1000",
        }
        command = ["env", "--chdir", str(code), "node", "server.js"]
        self.service = self.make_service(command, environment)
        self.cookies: list[str] = []
        self.game, self.made, self.mover = "", 0, 0
        self.views: list[dict[str, Any]] = []
        self.chance = Random(1)

    def sign_up(self) -> None:
        for role in ROLES:
            fields = {"username": f"{role} player", "mail": f"{role.lower()}@example.org", "password": "only here"}
            headers = self.post("/signup", fields)
            self.cookies.append(headers["Set-Cookie"].partition(";")[0])

    def post(self, path: str, fields: dict[str, str], player: int | None = None) -> Any:
        cookie = "" if player is None else self.cookies[player]
        form = "application/x-www-form-urlencoded"
        return self.ask(path, urlencode(fields), Cookie=cookie, Content_Type=form)[0]

    def prepare(self) -> None:
        if self.pages and any(view.get("actions") for view in self.views):
            return
        for page in self.pages:
            page.close()
        address = self.post(f"/create/{TITLE}", {"scenario": "Standard", "is_private": "true"}, 0)["Location"]
        # The deal is stored as a move.
        self.game, self.made = address.rpartition("/")[2], 1
        for player, role in enumerate(ROLES):
            self.post(f"/api/join/{self.game}/{role}", {}, player)
        self.post(f"/api/start/{self.game}", {}, 0)
        self.pages = [self.open(player) for player in range(2)]
        self.views = [self.show(page) for page in self.pages]

    def open(self, player: int) -> ClientConnection:
        path = f"/play-socket?title={TITLE}&game={self.game}&role={ROLES[player]}&seen=0"
        return self.listen_at(path, Cookie=self.cookies[player])

    def show(self, page: ClientConnection, seconds: float = TIME_OUT) -> dict[str, Any]:
        """Return what the page shows next, and remember the number that the next click must name."""
        while True:
            name, *parts = json.loads(page.recv(seconds))
            if name == "state":
                view: dict[str, Any] = parts[0]
                self.number = parts[1]
                return view
            if name in ("error", "warning"):
                raise AssertionError(parts)

    def move(self) -> None:
        """Click on anything but *undo*."""
        self.mover = next(player for player in range(2) if self.views[player].get("actions"))
        actions = {name: on for name, on in self.views[self.mover]["actions"].items() if name != "undo" and on}
        clicks = [(name, each) for name, on in actions.items() for each in (on if isinstance(on, list) else [None])]
        page = self.pages[self.mover]
        page.send(json.dumps(["action", [*self.chance.choice(clicks), self.number]]))
        self.views[self.mover] = self.show(page)
        self.made += 1

    def wait_for_other(self) -> bool:
        with suppress(TimeoutError):
            self.views[1 - self.mover] = self.show(self.pages[1 - self.mover], seconds=SOON)
            return True
        return False

    def open_page(self) -> None:
        self.ask(f"/{TITLE}/play.html?game={self.game}&role={ROLES[0]}", Cookie=self.cookies[0])
        page = self.open(0)
        self.show(page)
        page.close()

    def is_stored(self) -> bool:
        return self.count_stored() == self.made

    def connect(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.database, isolation_level=None))

    def count_stored(self) -> int:
        with self.connect() as connection:
            query = "SELECT count(*) FROM game_replay WHERE game_id = ?"
            [[stored]] = connection.execute(query, [self.game]).fetchall()
        return int(stored)
