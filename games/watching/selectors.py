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
    """Whether a person without a seat may watch. `user` is None for a visitor."""
    if user and (is_kept_apart(user, players) or was_removed(game, user)):
        return False
    admitted = game.admitted
    is_open = admitted == Game.Watchers.LINK or (admitted == Game.Watchers.CIRCLE and is_for(game, user))
    return is_open or _has_lost_seat(game, user)


def can_be_watched(game: Game, user: User | None) -> bool:
    """Whether the person may watch the game now. A player who lost their seat there may, while the game runs."""
    return game.is_watchable or (game.is_running and _has_lost_seat(game, user))


def _has_lost_seat(game: Game, user: User | None) -> bool:
    """Whether a substitute took the user's seat."""
    return user is not None and game.former_players.filter(user=user, until__isnull=False).exists()


def view_watched(table: Table) -> View:
    """Return the public view for spectators, with less in it.

    It lacks the table's code, which is the players' address, deadlines, which tell when players sleep, and the host's
    name for a house role.
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
        stands_still=game.stands_still,
        granted_by=None,
        ended_at=None,
    )
    return replace(view_public(table), game=facts)
