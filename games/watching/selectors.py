"""Who may watch a game, and what spectators see of it."""

from collections.abc import Sequence
from dataclasses import replace

from accounts.models import User
from games.models import Game, Player
from games.people.selectors.blocks import is_kept_apart
from games.state.public_view import view_public
from games.state.table import Table
from games.state.view import TableFacts, View
from games.tables.selectors.invitations import is_for, was_removed


def find_code(key: str) -> str | None:
    return Game.objects.filter(watch_key=key).values_list("code", flat=True).first() if key else None


def may_watch(game: Game, players: Sequence[Player], user: User | None) -> bool:
    """For a person without a seat; a visitor is None."""
    if user and (is_kept_apart(user, players) or was_removed(game, user)):
        return False
    return game.watchers == Game.Watchers.LINK or (game.watchers == Game.Watchers.CIRCLE and is_for(game, user))


def view_watched(table: Table) -> View:
    """The public view without the code (the players' address), deadlines (which tell when players sleep) and the host's
    name of a house role.
    """
    game = table.game
    facts = TableFacts(
        code=game.watch_key,
        name=game.name,
        version=0,
        status=game.status,
        seat_count=game.seat_count,
        due_at=None,
        outage=0,
        clock=game.clock,
        sleeps=False,
        is_paused=game.paused_at is not None,
        granted_by=None,
        ended_at=None,
    )
    return replace(view_public(table), game=facts)
