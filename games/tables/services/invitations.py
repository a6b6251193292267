"""Invites people and bot accounts by name to open tables."""

from accounts.models import User
from games.models import FormerPlayer, Game
from games.notifications import outbox
from games.people.selectors.blocks import is_kept_apart
from games.people.selectors.bot_offers import list_offering
from games.people.selectors.bot_owners import shares_secrets
from games.people.selectors.recent_players import list_recent_players
from games.state.refusals import Refusal
from games.state.table import find_player, load_players
from games.tables.services.lobby import find_vacancy, require_host, require_open
from games.tables.services.moves import lock_game
from games.tables.services.rate_limits import count_lobby_switch
from games.tables.services.seats import announce, clear_seat


def invite_person(*, code: str, host: User, person: str) -> None:
    """Keep a seat for a recent player of the host, or a bot that takes invitations. `person` is the user's code."""
    with lock_game(code) as game:
        require_host(game, host)
        user = next((each for each in (*list_recent_players(host), *list_bots(game)) if each.code == person), None)
        if user is None or find_player(game, user) is not None:
            raise Refusal("not_invited")
        player = find_vacancy(game)
        if shares_secrets(user, load_players(game)):
            raise Refusal("not_invited")
        count_lobby_switch(game, host)
        player.user, player.invited = user, True
        player.save(update_fields=["user", "invited"])
        if not is_kept_apart(user, load_players(game)):
            outbox.write_invited(game, player)
        announce(game)


def list_bots(game: Game) -> list[User]:
    """Return the bot accounts that the host of an open table may invite to it."""
    return list_offering(game.host, game.title, game.seat_count) if game.allows_bots else []


def decline(*, code: str, user: User, reason: str = "") -> None:
    """Free the seat kept for the user. The table sees the reason, a code of `FormerPlayer.Declined`, if there is one.

    A user kept apart from a player has no seat there that they know of.
    """
    with lock_game(code, needs_rules=False) as game:
        require_open(game)
        # Both queries always run, so that their number does not tell that a seat is kept.
        player, is_apart = find_player(game, user), is_kept_apart(user, load_players(game))
        if player is None or not player.invited or is_apart:
            raise Refusal("not_seated")
        clear_seat(player)
        if reason:
            FormerPlayer.objects.create(game=game, seat=player.seat, user=user, declined=reason)
        announce(game)
