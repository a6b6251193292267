"""Who sits where at an open table, and a form sent to it."""

from django.test import Client

from games.models import Game
from tests.tables.pages.browser import text_of


def names(game: Game) -> list[str]:
    """Return who sits where; nobody is an empty name, a kept place has its name in brackets."""
    players = game.players.select_related("user").order_by("seat")
    return [f"({player.user})" if player.invited else str(player.user or player.bot) for player in players]


def follow(client: Client, path: str, **fields: str) -> str:
    """Send a form, follow where it leads, and return the page's text."""
    return text_of(client.post(path, fields, follow=True))
