from collections.abc import Iterable

from django.db.models import F

from accounts.models import User
from games.models import Game, Player
from games.state.refusals import Refusal
from insidejob.cache_stamps import forget_stamps, name_table


def require_player(players: Iterable[Player], user: User) -> Player:
    for player in players:
        if player.user_id == user.pk:
            return player
    raise Refusal("not_seated")


def mute(*, code: str, user: User, muted: bool) -> None:
    if not Player.objects.filter(game__code=code, user=user, invited=False).update(muted=muted):
        raise Refusal("not_seated")


def announce(game: Game) -> None:
    game.grow()
    game.save(update_fields=["version"])


def announce_unlocked(code: str) -> None:
    """Without loading or locking the game."""
    Game.objects.filter(code=code).update(version=F("version") + 1)
    forget_stamps(name_table(code))
