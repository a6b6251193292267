"""Polls of a spectator."""

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from insidejob.codes import make_code
from tests.builders_people import make_person
from tests.tables.pages import polls as player_polls
from tests.tables.pages.browser import HTMX, sign_in, text_of
from tests.watching.asks import VERSION, news_link, watch_link


def read_version(client: Client, game: Game) -> str:
    shown = VERSION.search(text_of(client.get(watch_link(game))))
    assert shown
    return shown[1]


def poll(client: Client, game: Game, version: str, **headers: str) -> tuple[Any, int]:
    """Return the answer to a poll and its count of queries."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(news_link(game, version), headers={**HTMX, **headers})
    return answer, len(queries)


class Scene(player_polls.Scene):
    """A running game that anyone may watch, and those who do: one of them may become a player."""

    def __init__(self) -> None:
        super().__init__()
        Game.objects.filter(pk=self.game.pk).update(watchers="link", watch_key=make_code())
        self.game.refresh_from_db()
        self.watching = {
            "visitor": Client(headers={"accept-language": "en"}),
            "visiteur": Client(headers={"accept-language": "fr"}),
            "zoe": self.clients["zoe"],
            "person": sign_in(make_person()),
        }
        self.shown = {name: read_version(client, self.game) for name, client in self.watching.items()}

    def warm_up(self) -> None:
        """Let all poll until the cache answers them."""
        for name, client in self.watching.items():
            poll(client, self.game, self.shown[name])
            answer, queries = poll(client, self.game, self.shown[name])
            assert (answer.status_code, queries) == (204, 0), name

    def poll_all(self) -> dict[str, tuple[int, str, str]]:
        """Return what all are told whose page shows what it did."""
        answers = {name: poll(client, self.game, self.shown[name])[0] for name, client in self.watching.items()}
        return {
            name: (answer.status_code, answer.headers.get("HX-Refresh", ""), answer.content.decode().rstrip())
            for name, answer in answers.items()
        }
