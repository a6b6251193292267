"""Names and faces at a table, now and before.

A table keeps the names of its deal, so no one can choose text to appear next to another's secret. Faces depend only on
public codes.
"""

from collections.abc import Iterator, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.faces import ADDED_FACE, BOT_FACES, Face, make_distinct
from accounts.models import User
from accounts.names.display_names import fold_name
from accounts.names.look_alikes import skeletonize
from games.models import FormerPlayer, Game, Message, Player
from insidejob.untranslated import keep


def find_name(user: User | None, kept: str) -> str:
    """Return the name `kept` at the table, else the current one."""
    if user is None:
        return ""
    return keep(kept) if kept and not user.is_gone else user.shown_name


def find_bot_owner(player: Player) -> str:
    user = player.user
    if user is None or user.bot_owner_id is None or user.is_gone:
        return ""
    return keep(player.bot_by) if player.bot_by else user.shown_owner


def show_faces(players: Sequence[Player], added: int = 0) -> dict[int, Face]:
    """Return distinct faces by seat. `added` is the number of players that the rules add, such as Larry."""
    shown = {player.seat: BOT_FACES[player.seat] for player in players if player.bot}
    shown |= {player.seat: player.own_face for player in players if player.own_face}
    shown |= {len(players) + place: ADDED_FACE for place in range(added)}
    order = sorted(shown)
    return dict(zip(order, make_distinct(tuple(shown[index] for index in order)), strict=True))


def is_anothers_name(name: str, person: User, games: QuerySet[Game]) -> bool:
    """Whether another user has or had a name that reads or looks like `name` at `games`."""
    key, skeleton = fold_name(name), skeletonize(name)
    return any(fold_name(other) == key or skeletonize(other) == skeleton for other in _list_names(person, games))


def _list_names(person: User, games: QuerySet[Game]) -> Iterator[str]:
    """Yield the names a person has had: from deals, seats that were left, and talk."""
    own_seat = Player.objects.filter(user=person, game=OuterRef("game"), seat=OuterRef("seat"))
    own_line = Q(author=person) | Q(Exists(own_seat), author=None)
    kept = (
        Player.objects.exclude(user=person),
        FormerPlayer.objects.exclude(user=person),
        Message.objects.exclude(own_line),
    )
    chosen = [rows.filter(game__in=games).exclude(name="").order_by().values_list("name") for rows in kept]
    for (name,) in chosen[0].union(*chosen[1:]).order_by():
        yield name
