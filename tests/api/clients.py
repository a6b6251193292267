"""Programs that play: a client with a token."""

import json
from typing import Any

from django.test import Client

from accounts.models import Scope, User
from accounts.tokens.bots import make_bot
from accounts.tokens.services import make_token
from games.models import Game

BASE = "/api/1/"


def give_token(person: User, *scopes: str) -> str:
    """Return a new token of a person, with all scopes unless some are given."""
    secret = make_token(person, name="Test", scopes=scopes or Scope.values)
    assert secret is not None
    return secret


class Program:
    """Asks with a token, or without one."""

    def __init__(self, person: User | None = None, *scopes: str) -> None:
        self.secret = give_token(person, *scopes) if person else ""
        self.client = Client()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request; a body goes as JSON."""
        data = "" if body is None else json.dumps(body)
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.client.generic(method, BASE + path, data, "application/json", headers=sent)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, {} if body is None else body, **headers)

    def read(self, path: str) -> Any:
        """Return what a path answers, which must be 200."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def look(self, game: Game | str) -> Any:
        return self.read(f"games/{game if isinstance(game, str) else game.code}")

    def choose(self, game: Game | str, place: int = 0) -> Any:
        """Send one of the answers open to this program; return what comes back."""
        code = game if isinstance(game, str) else game.code
        seen = self.look(code)
        answers = seen["answers"]
        return self.post(f"games/{code}/moves", {"decision": seen["decision"], "moves": answers[place % len(answers)]})


class Bot(Program):
    """A program with the token of a new bot account."""

    def __init__(self, owner: User, name: str = "Ticker") -> None:
        super().__init__()
        self.user, self.secret = make_bot(owner, name)
