"""Names at tables: nobody takes there a name that somebody else has, or gave up."""

from typing import Any

from accounts.models import User
from games.models import Game
from games.state.names import is_anothers_name
from games.state.refusals import Refusal


def require_name(game: Game, user: User) -> User:
    """Return `user`, read again, if their name was nobody else's at a table. Their row is locked by `require_place`.

    Raises `Refusal("name")`.
    """
    user = User.objects.get(pk=user.pk)
    if is_anothers_name(user.display_name, user, Game.objects.filter(pk=game.pk)):
        raise Refusal("name")
    return user


def is_name_of_tablemate(sender: type[User], name: str, person: User | None, **kwargs: Any) -> bool:
    """Return whether `name` is, or was, another's at a table where `person` sits."""
    if person is None or person.pk is None:
        return False
    return is_anothers_name(name, person, Game.objects.filter(players__user=person))
