"""A move at a table."""

from games.models import Game
from games.state.table import Table, load_table
from tests.tables.acts import answer, fresh
from tests.tables.builders import asked


def move(game: Game) -> Table:
    return answer(game, asked(load_table(fresh(game)))[0])
