from collections.abc import Iterable

from django.db.models import F

from accounts.models import User
from games.models import FormerPlayer, Game, Player
from games.models.player import PERSONAL
from games.state.refusals import Refusal
from insidejob.cache_stamps import forget_stamps, name_table, name_watched


def require_player(players: Iterable[Player], user: User) -> Player:
    """Return the user's player. A seat that is kept for them is none yet."""
    for player in players:
        if player.user_id == user.pk and not player.invited:
            return player
    raise Refusal("not_seated")


def mute(*, code: str, user: User, muted: bool) -> None:
    if not Player.objects.filter(game__code=code, user=user, invited=False).update(muted=muted):
        raise Refusal("not_seated")


def announce(game: Game, *, to_spectators: bool = True) -> None:
    game.grow(to_spectators=to_spectators)
    game.save(update_fields=["version"])


def announce_unlocked(code: str, *, to_spectators: bool = False) -> None:
    """Tell waiting pages that there is something new, without loading or locking the game."""
    Game.objects.filter(code=code).update(version=F("version") + 1)
    forget_stamps(name_table(code), *([name_watched(code)] if to_spectators else []))


def clear_seat(player: Player, bot: str = "", *, removed: bool = False) -> None:
    """Free a seat, or give it to `bot`.

    Those who sat there or were `removed` cannot become a substitute in this game.
    """
    if player.user_id is not None and (removed or not player.invited):
        FormerPlayer.objects.create(game_id=player.game_id, seat=player.seat, user_id=player.user_id, removed=removed)
    player.user, player.invited, player.is_ready, player.bot = None, False, False, bot
    player.zone, player.wakes_at, player.sleeps_at = "", 0, 0
    player.forget_person()
    player.save(update_fields=["user", "invited", "is_ready", "bot", "zone", "wakes_at", "sleeps_at", *PERSONAL])
