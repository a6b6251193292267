"""What people do at a table and who they are, so that a test's line reads as what happens."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Game
from games.site.consistency import _check_game
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.tables.services import moves as play
from games.tables.services import pauses, stand_ins, substitutes
from tests.tables.builders import choose
from tests.tables.pages.browser import page_of


def fresh(game: Game) -> Game:
    """Return a game as it is stored, with the site's clock."""
    return Game.timed.get(pk=game.pk)


def until(game: Game) -> datetime:
    """Return until when a running game asks what it asks."""
    moment = fresh(game).until
    assert moment
    return moment


def people_of(game: Game) -> list[User]:
    """Return the people at a table, by seat."""
    return list(User.objects.filter(players__game=game).order_by("players__seat"))


def person_in(game: Game, seat: int) -> User:
    return User.objects.get(players__game=game, players__seat=seat)


def page_in(game: Game, seat: int, tab: str = "") -> str:
    """Return the table's page as the player in a seat sees it, with a tab open if it is named."""
    return page_of(game, person_in(game, seat), tab)


def healthy(game: Game) -> Table:
    """Return the table as it is stored, which must be without fault."""
    game.refresh_from_db()
    assert _check_game(game) == []
    return load_table(game)


def answer(game: Game, seat: int) -> Table:
    """Let a seat's player answer with anything legal. Returns the table after it."""
    with play.lock_table(game.code) as table:
        decision = table.title.decision(table.states[-1], seat)
        assert decision is not None
        return play.submit(table=table, seat=seat, decision=decision.name, moves=choose(table, seat))


def agree_to_end(game: Game, *people: User, agrees: bool = True) -> None:
    """Let people agree to end a game, or no longer."""
    for person in people:
        stand_ins.agree_to_end(code=game.code, user=person, agrees=agrees)


def agree_to_pause(game: Game, *people: User) -> None:
    """Let people agree to a pause: all at the table unless some are given."""
    for person in people or people_of(game):
        pauses.agree_to_pause(code=game.code, user=person, agrees=True)


def open_seat(game: Game, by: User, seat: int = 0) -> str:
    """Open a stand-in's seat to substitutes, and return the token of its link. Its owner had time to return."""
    substitutes.open_seat(code=game.code, user=by, seat=seat)
    game.players.filter(seat=seat).update(opens_at=None)
    return game.players.get(seat=seat).link


def replace_by(game: Game, by: User, substitute: User, seat: int = 0) -> None:
    """Open a stand-in's seat and let a substitute take it over."""
    substitutes.sit_in(code=game.code, user=substitute, token=open_seat(game, by, seat))


def refusal_of(call: Callable[..., object], *given: Any, **named: Any) -> str:
    """Return the code with which a service refuses, or nothing."""
    try:
        call(*given, **named)
    except Refusal as refusal:
        return refusal.code
    return ""


def refuse(reason: str, call: Callable[..., object], **named: Any) -> None:
    assert refusal_of(call, **named) == reason
