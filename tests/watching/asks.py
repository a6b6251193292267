"""What spectators ask for, and games that they may watch."""

import re
from typing import Any

from django.urls import reverse

from games.models import Game
from games.watching.views import TABS
from insidejob.codes import make_code
from tests.rules.worlds import Fields
from tests.tables.pages.browser import HTMX

Ask = tuple[str, str, Fields, dict[str, str]]
COMPRESSED = {"Accept-Encoding": "gzip"}
VERSION = re.compile(r"/news/\?v=([0-9a-f]{16})&")
"""What a page shows, in the address that it polls."""


def open_to_spectators() -> dict[str, Any]:
    """Return the columns of a public game that anyone may watch."""
    return {"is_public": True, "watchers": Game.Watchers.LINK, "watch_key": make_code()}


def watch_link(game: Game, tab: str = "") -> str:
    path = reverse("games:watch", args=[game.watch_key])
    return f"{path}?tab={tab}" if tab else path


def news_link(game: Game, version: str = "x", tab: str = "log") -> str:
    return f"{reverse('games:watch_news', args=[game.watch_key])}?v={version}&tab={tab}"


def list_watching(game: Game) -> list[Ask]:
    """Return every request of a spectator: method, path, fields, headers."""
    page, news = watch_link(game), news_link(game)
    asks: list[Ask] = [("get", watch_link(game, tab.name), {}, {}) for tab in TABS]
    asks += [("get", news_link(game, tab=tab.name), {}, {**HTMX, **COMPRESSED}) for tab in TABS]
    asks += [("get", page, {}, COMPRESSED), ("head", page, {}, {}), ("get", news, {}, {}), ("get", "/tables/", {}, {})]
    return asks
