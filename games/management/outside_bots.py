"""Bots that answer at a URL; `docs/research.md` has their JSON."""

import json
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from games.rules.engine.values import Json
from games.rules.lab.outside import BadAnswer

SCHEMES = {"http": HTTPConnection, "https": HTTPSConnection}


class Unreachable(Exception):
    pass


def is_url(name: str) -> bool:
    return urlsplit(name).scheme in SCHEMES


@dataclass(frozen=True)
class OutsideBot:
    url: str
    timeout: float

    def __call__(self, question: dict[str, Json]) -> Json:
        """Ask the program for an answer. Raises `Unreachable` or `BadAnswer`."""
        try:
            status, content = self.post(json.dumps(question, ensure_ascii=False).encode())
        except TimeoutError:
            raise BadAnswer(f"no answer within {self.timeout:g} seconds") from None
        except (OSError, HTTPException) as error:
            raise BadAnswer(f"broken connection ({type(error).__name__})") from None
        if status != 200:
            raise BadAnswer(f"HTTP status {status}")
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise BadAnswer("not JSON") from None

    def post(self, body: bytes) -> tuple[int, bytes]:
        address = urlsplit(self.url)
        connection = SCHEMES[address.scheme](address.netloc, timeout=self.timeout)
        try:
            connection.connect()
        except TimeoutError:
            raise
        except OSError as error:
            raise Unreachable(f"{self.url}: cannot be reached ({error.strerror or error})") from None
        try:
            path = f"{address.path or '/'}{address.query and '?'}{address.query}"
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()
