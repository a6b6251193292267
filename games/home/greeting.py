"""What the first page says to users who are signed in: which tables wait for them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

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
    # Only bots play with the user, so nobody waits.
    is_alone: bool


@dataclass(frozen=True)
class Greeting:
    """`count` is how many tables wait, as in `count_waiting`; those against bots alone do not.

    `tables` are the most urgent ones, and then those against bots in which it is the user's turn.
    """

    tables: tuple[WaitingTable, ...]
    count: int
    # Whether a question to the user could be secret, so that the page leaves room for it.
    asks_in_secret: bool


def greet(user: User) -> Greeting:
    others = Player.objects.filter(game=OuterRef("game"), user__left_at=None).exclude(user=None).exclude(user=user)
    running = Player.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game")
    running = running.annotate(has_others=Exists(others), **name_site_clock())
    players = list(running.order_by("-has_others", "game__due_at", "asked_at"))
    waiting = []
    for player in players:
        player.game.site_clock = read_site_clock(player)
        if player.owes and player.game.paused_at is None and player.game.known_title:
            is_alone = not getattr(player, "has_others", True)
            due_at = None if is_alone else player.game.until
            waiting.append(WaitingTable(player.game.code, player.game.name, due_at, is_alone))
    titles = [player.game.known_title for player in players]
    count = sum(not table.is_alone for table in waiting)
    return Greeting(tuple(waiting[:NAMED]), count, any(not each or each.SECRET_QUESTIONS for each in titles))
