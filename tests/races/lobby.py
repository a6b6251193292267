"""Races before and after a game: the last seat, a table that three people want to start, fill and close, rematches.

Each function plays one round, returns a word for how it ended, and fails an assertion if something is wrong.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import choice, randint
from typing import Any
from unittest.mock import patch

from django.test import override_settings

from accounts.models import User
from accounts.services import NameTaken
from accounts.tokens.bots import make_bot
from games.circles import services as circles
from games.models import Deal, Game, Player
from games.site.consistency import _check_game
from games.state.refusals import Refusal
from games.tables.services import lobby
from games.tables.services.guests import seat_guest
from insidejob.codes import make_code
from tests.builders_people import make_guest, make_person
from tests.races.moves import Cast, require_refusals
from tests.tables.builders import ask_for_table, open_table
from tests.tables.stored import record_games, store_game


def attempt(service: Callable[..., object], **arguments: Any) -> Callable[[], str]:
    """Return a call of a service that returns an empty text, or the code of its refusal."""

    def call() -> str:
        try:
            service(**arguments)
        except Refusal as refusal:
            return refusal.code
        return ""

    return call


def joins(game: Game, people: Sequence[User]) -> list[Callable[[], str]]:
    return [attempt(lobby.join_game, code=game.code, user=person) for person in people]


def take_last_seat(cast: Cast) -> str:
    """Let two to four people sit down where one seat is free."""
    seats = randint(3, 5)
    game = open_table(*cast.people[: seats - 1], seats=seats)
    rivals = cast.people[seats - 1 : seats - 1 + randint(2, 4)]
    answers = cast.racers.at_once(joins(game, rivals))
    require_refusals(answers)
    assert sorted(answers)[:2] == ["", "started"], answers
    winner = rivals[answers.index("")]
    assert Player.objects.get(game=game, seat=seats - 1).user == winner, "another than the one who was let in"
    require_started(game)
    return "started"


def open_as_owner_and_bots(cast: Cast) -> str:
    """Let an owner and their two bots open a table, where all together may open one more in this hour."""
    owner = make_person()
    hosts = [owner, *(make_bot(owner, f"Bot {make_code()}")[0] for _ in range(2))]
    with override_settings(OPENINGS_AN_HOUR=1):
        answers = cast.racers.at_once([attempt(ask_for_table, host=host) for host in hosts])
    assert sorted(answers) == ["", "many_openings", "many_openings"], answers
    return "a bot" if answers.index("") else "the owner"


def take_last_seat_as_guests(cast: Cast) -> str:
    """Let guests sit down where one seat is free: newcomers, two of them under one name, and one who has been here.

    The one who has been here takes that very name. Nobody is made who has no seat.
    """
    seats = randint(3, 5)
    game = open_table(*cast.people[: seats - 1], seats=seats, guests_welcome=True)
    name, known = f"Zoe {game.code}", make_guest()
    before = set(User.objects.values_list("pk", flat=True))
    guests: list[tuple[User | None, str]] = [(None, name), (None, name), (known, name), (None, f"Yann {game.code}")]
    calls = [partial(sit_as_guest, game, guest, wanted) for guest, wanted in guests[: randint(2, 4)]]
    answers = cast.racers.at_once(calls)
    require_refusals([answer for answer in answers if answer != "name"])
    assert sorted(answers)[0] == "", answers
    assert answers.count("") == 1, "two were told that they sit"
    require_started(game)
    seated = Player.objects.get(game=game, seat=seats - 1).user_id
    made = set(User.objects.values_list("pk", flat=True)) - before
    assert made == ({seated} - {known.pk}), "somebody was made who does not sit"
    return "known guest" if seated == known.pk else "new guest"


def sit_as_guest(game: Game, guest: User | None, name: str) -> str:
    """Sit down as a guest; return an empty text, the code of the refusal, or `name`."""
    try:
        seat_guest(code=game.code, guest=guest, name=name, language="en", time_zone="UTC")
    except NameTaken:
        return "name"
    except Refusal as refusal:
        return refusal.code
    return ""


def require_started(game: Game) -> None:
    """Fail unless the game was started, once, with all seats taken."""
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING, game.status
    assert Deal.objects.filter(game=game).count() == 1, "not dealt once"
    assert all(player.is_taken for player in game.players.all()), "a seat is free"
    faults = _check_game(game)
    assert not faults, faults


def fill_or_close(cast: Cast) -> str:
    """Let people join while the host fills the table with bots and, in another tab, closes it."""
    seats = randint(3, 5)
    host, *rivals = cast.people[: randint(2, 4)]
    game = open_table(host, seats=seats)
    joined = joins(game, rivals)
    host_does = [attempt(do, code=game.code, host=host) for do in (lobby.fill_with_bots, lobby.cancel_game)]
    answers = cast.racers.at_once([*host_does, *joined])
    require_refusals(answers)
    filled, cancelled, *let_in = answers
    seated = {player.user for player in game.players.select_related("user")}
    wrong = [rival for rival, answer in zip(rivals, let_in, strict=True) if (answer == "") != (rival in seated)]
    assert not wrong, "a seat is not what its person was told"
    if cancelled == "":
        require_closed(game)
        assert filled == "cancelled", "filled, though it was closed"
        return "closed"
    require_started(game)
    return "started"


def require_closed(game: Game) -> None:
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED, game.status
    faults = _check_game(game)
    assert not faults, faults


def ask_for_rematch(cast: Cast) -> str:
    """Let everybody ask for the rematch, each in two tabs."""
    recorded = choice(record_games(randint(3, 5)))
    people = cast.people[: recorded.states[0].seats]
    game = store_game(recorded, people, len(recorded.entries)).game
    asks = [partial(lobby.open_rematch, code=game.code, user=person) for person in people for _ in range(2)]
    answers = cast.racers.at_once(asks)
    rematches = set(Game.objects.filter(rematch_of=game))
    assert len(rematches) == 1, f"{len(rematches)} rematches"
    assert {repr(answer) for answer in answers} == {repr(rematch) for rematch in rematches}, answers
    require_started(rematches.pop())
    return "started"


def join_a_circle(cast: Cast) -> str:
    """Let three people, each in two tabs, follow the link into a circle that takes two more."""
    owner, *people = cast.people[:4]
    circle = circles.make_circle(owner=owner, name=make_code())
    joins = [attempt(circles.join_circle, key=circle.invitation, user=person) for person in people for _ in range(2)]
    try:
        with patch.object(circles, "MAX_MEMBERS", 3):
            answers = cast.racers.at_once(joins)
        members = [row.user_id for row in circle.members.all()]
        assert len(members) == len(set(members)) == 3, f"{len(members)} members"
        assert sorted(answers) == ["", "", "", "", "circle_full", "circle_full"], answers
    finally:
        circle.delete()
    return "joined"
