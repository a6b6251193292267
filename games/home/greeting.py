"""What the first page says to users who are signed in: which tables wait for them."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import Game, Player
from games.models.outage import name_site_clock, read_site_clock

NAMED = 5
"""How many tables are named."""


@dataclass(frozen=True)
class WaitingTable:
    code: str
    name: str
    due_at: datetime | None


@dataclass(frozen=True)
class Greeting:
    """`tables` are the most urgent ones, `count` is the number of all that wait."""

    tables: tuple[WaitingTable, ...]
    count: int
    # Whether a question to the user could be secret, so that the page leaves room for it.
    asks_in_secret: bool


def greet(user: User) -> Greeting:
    running = Player.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game")
    players = list(running.annotate(**name_site_clock()).order_by("game__due_at", "asked_at"))
    waiting = []
    for player in players:
        player.game.site_clock = read_site_clock(player)
        if player.owes and player.game.paused_at is None and player.game.known_title:
            waiting.append(WaitingTable(player.game.code, player.game.name, player.game.until))
    titles = [player.game.known_title for player in players]
    return Greeting(tuple(waiting[:NAMED]), len(waiting), any(not each or each.SECRET_QUESTIONS for each in titles))
