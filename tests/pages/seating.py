"""Who sits where at an open table, and a form sent to it."""

from django.test import Client

from games.models import Game
from tests.pages.browser import text_of


def names(game: Game) -> list[str]:
    """Return who sits where; nobody is an empty name, a kept place has its name in brackets."""
    seats = game.seats.select_related("user").order_by("index")
    return [f"({seat.user})" if seat.invited else str(seat.user or seat.bot) for seat in seats]


def follow(client: Client, path: str, **fields: str) -> str:
    """Send a form, follow where it leads, and return the page's text."""
    return text_of(client.post(path, fields, follow=True))
