"""Where the players of a finished game already meet again."""

from accounts.models import User
from games.models import Game, Player
from games.people.selectors.blocks import is_kept_apart
from games.state.table import find_player, load_players


def find_open_copy(game: Game, user: User) -> Game | None:
    """Find an open table like a finished game where the user has a seat, so that its players meet at one.

    Tables that a block closes to the user are left out.
    """
    after = Game.objects.filter(status=Game.Status.OPEN, title=game.title, opened_at__gt=game.ended_at)
    for copy in after.filter(players__user=user, players__came_from__isnull=False).order_by("-pk"):
        players, own = load_players(copy), find_player(copy, user)
        is_open = own is not None and (own.is_taken or not is_kept_apart(user, players))
        if is_open and copy.options == game.options and _has_same_company(players, load_players(game)):
            return copy
    return None


def _has_same_company(players: list[Player], before: list[Player]) -> bool:
    """Whether only people from before have a seat at a table, which is as large and has the same bots."""
    people = {None, *(player.user_id for player in before)}
    bots, bots_before = (sorted(player.bot for player in each) for each in (players, before))
    return bots == bots_before and all(player.user_id in people for player in players)
