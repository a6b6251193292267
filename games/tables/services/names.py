"""Chooses names of tables, and keeps players from taking a name that another player has or had at theirs."""

from typing import Any

from accounts.models import User
from games.models import Game
from games.state.names import is_anothers_name
from games.state.refusals import Refusal
from games.wording.table_names import choose_word

RECENT_TABLES = 50


def require_name(game: Game, user: User) -> User:
    """Return the user if no one else at this table has their name. Raises `Refusal` otherwise.

    The user is loaded again, because `require_place` has locked their row.
    """
    user = User.objects.get(pk=user.pk)
    if is_anothers_name(user.display_name, user, Game.objects.filter(pk=game.pk)):
        raise Refusal("name")
    return user


def is_name_of_tablemate(sender: type[User], name: str, person: User | None, **kwargs: Any) -> bool:
    if person is None or person.pk is None:
        return False
    return is_anothers_name(name, person, Game.objects.filter(players__user=person))


def choose_table_name(host: User) -> str:
    latest = Game.objects.filter(host=host).order_by("-pk").values_list("table_name", flat=True)
    return choose_word(list(latest[:RECENT_TABLES]))
