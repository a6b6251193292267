"""Tables whose players stay away for long."""

from accounts.models import User
from games.models import Game
from games.tables.services import stand_ins
from tests.tables.acts import fresh, healthy, until
from tests.tables.clocks import DAY, HOUR, Clock, send_due_after, send_due_at, sweep_at

WEEK, MINUTE = 7 * DAY, HOUR / 60


def leave(game: Game, *people: User) -> None:
    for person in people:
        stand_ins.hand_over(code=game.code, user=person)


def come_back(game: Game, person: User) -> Game:
    stand_ins.take_back(code=game.code, user=person)
    return fresh(game)


def let_all_pass(game: Game, clock: Clock) -> None:
    """Let one deadline after the other pass, with post in between, until the table stands still or the game is over."""
    while fresh(game).is_running and not fresh(game).stands_still:
        moment = until(game)
        send_due_at(clock, moment - HOUR)
        sweep_at(clock, moment)
        healthy(game)
        let_post_work(clock)


def let_post_work(clock: Clock) -> None:
    send_due_after(clock, 10 * MINUTE)
