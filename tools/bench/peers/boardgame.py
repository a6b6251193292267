"""boardgame.io with its storage on PostgreSQL, and a small game with hidden hands, `cards.cjs`.

`requirements/peers/package.json` keeps koa-compose at 4.1, because with 4.2 boardgame.io 0.50 answers no HTTP request.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from websockets.sync.client import ClientConnection

from tools.bench.http.client import TIME_OUT
from tools.bench.peers.node import NodeSite

GAME = Path(__file__).with_name("cards.cjs")
NAMESPACE = "cards"
SEATS = 4
SOCKET = "/socket.io/?EIO=4&transport=websocket"
JSON = "application/json"


@contextmanager
def run(packages: Path, folder: Path, database: str) -> Iterator["BoardGame"]:
    peer = BoardGame(packages, folder, database)
    peer.start()
    try:
        yield peer
    finally:
        peer.service.end()


class BoardGame(NodeSite):
    name = "boardgame.io"

    def __init__(self, packages: Path, folder: Path, database: str) -> None:
        super().__init__(folder)
        self.database = database
        # A game of the library needs no other variable.
        environment = {
            "PATH": os.environ["PATH"],
            "NODE_PATH": str(packages / "node_modules"),
            "NODE_ENV": "production",
        }
        command = ["node", str(GAME), str(self.port), database]
        self.service = self.make_service(command, environment)
        self.match, self.secrets = "", [""] * SEATS
        self.state: dict[str, Any] = {}

    def prepare(self) -> None:
        if self.pages and "gameover" not in self.state["ctx"]:
            return
        for page in self.pages:
            page.close()
        created = self.post("create", {"numPlayers": SEATS})
        self.match = created["matchID"]
        joining = [{"playerID": str(seat), "playerName": f"player {seat}"} for seat in range(SEATS)]
        self.secrets = [self.post(f"{self.match}/join", who)["playerCredentials"] for who in joining]
        self.pages = [self.open(seat) for seat in (0, 1)]

    def post(self, path: str, body: object) -> Any:
        return json.loads(self.ask(f"/games/{NAMESPACE}/{path}", json.dumps(body), Content_Type=JSON)[1])

    def open(self, seat: int) -> ClientConnection:
        page = self.listen_at(SOCKET)
        str(page.recv(TIME_OUT))
        page.send(f"40/{NAMESPACE},")
        str(page.recv(TIME_OUT))
        self.emit(page, "sync", self.match, str(seat), self.secrets[seat], SEATS)
        # Before this answer a page misses moves.
        self.state = self.listen(page, "sync")[1]["state"]
        return page

    def emit(self, page: ClientConnection, *parts: object) -> None:
        page.send(f"42/{NAMESPACE},{json.dumps(parts)}")

    def listen(self, page: ClientConnection, event: str) -> list[Any]:
        """Return the parts of the next event of this name."""
        while True:
            text = str(page.recv(TIME_OUT))
            if text == "2":
                # The library asks whether the page is still there.
                page.send("3")
            elif text.startswith("42"):
                parts: list[Any] = json.loads(text.partition(",")[2])
                if parts[0] == event:
                    return parts[1:]

    def move(self) -> None:
        """Play the first card of who is next. The first page sends it for each seat."""
        seat = self.state["ctx"]["currentPlayer"]
        payload = {"type": "play", "args": [0], "playerID": seat, "credentials": self.secrets[int(seat)]}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.emit(self.pages[0], "update", action, self.state["_stateID"], self.match, seat)
        self.state = self.listen(self.pages[0], "update")[1]

    def wait_for_other(self) -> bool:
        return bool(self.listen(self.pages[1], "update")[1]["_stateID"] == self.state["_stateID"])

    def open_page(self) -> None:
        self.open(2).close()

    def is_stored(self) -> bool:
        with psycopg.connect(self.database) as connection:
            query = """SELECT state ->> '_stateID' FROM "Games" WHERE id = %s"""
            [[stored]] = connection.execute(query, [self.match]).fetchall()
        return bool(int(stored) == self.state["_stateID"])
