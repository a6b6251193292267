from typing import Literal

from django.core.paginator import Paginator

from accounts.models import User
from games.api.selectors.tables import describe_terms, write_time
from games.models import Game
from games.rules.engine.values import Json
from games.state.company import list_company
from games.tables.selectors.public_tables import Wanted, list_public

TABLES_A_PAGE = 25
Pace = Literal["", "evening", "relaxed", "week"]


def list_open(user: User, wanted: Wanted, number: int) -> dict[str, Json]:
    """List public tables as their page does. Bot accounts get those that let bots in."""
    found = list_public(wanted, user)
    if user.bot_owner_id:
        found = found.filter(allows_bots=True)
    page = Paginator(found, TABLES_A_PAGE).get_page(number)
    return {"page": page.number, "pages": page.paginator.num_pages, "tables": [_describe(each, user) for each in page]}


def _describe(game: Game, user: User) -> dict[str, Json]:
    """Describe a table by what its invitation shows."""
    players = list(game.players.all())
    return {
        "code": game.code,
        "name": game.name,
        "title": game.title,
        "seats": game.seat_count,
        "free": sum(player.is_free for player in players),
        "options": game.options,
        "terms": describe_terms(game),
        "host": game.host.shown_name,
        "language": game.host.language,
        "others": list(list_company(player for player in players if not player.is_free)),
        "opened_at": write_time(game.opened_at),
        "is_mine": any(player.user_id == user.pk for player in players),
    }
