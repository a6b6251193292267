"""Tables with guests."""

from accounts.models import User
from games.models import Game
from games.tables.services import lobby
from games.tables.services.guests import seat_guest
from tests.tables.builders import open_table


def sit(game: Game, name: str = "Zoe", guest: User | None = None, **more: str) -> User:
    """Seat a guest by the link of a table."""
    return seat_guest(code=game.code, guest=guest, name=name, language="en", time_zone="UTC", **more)


def start_with_guest(*people: User, bots: int = 1, title: str = "insidejob") -> tuple[Game, User]:
    """Return a running game of `people` and a guest, who sits behind them, and bots."""
    game = open_table(*people, seats=len(people) + 1 + bots, title=title, guests_welcome=True)
    guest = sit(game)
    if bots:
        lobby.fill_with_bots(code=game.code, host=people[0])
    game.refresh_from_db()
    return game, guest
