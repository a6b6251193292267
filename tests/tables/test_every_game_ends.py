"""Every game that started ends, of any title: people answer, are late, leave, come back and agree, on the database."""

from random import Random

import pytest

from accounts.models import User
from games.models import Game, Player
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import stand_ins
from tests.builders_people import make_person
from tests.rounds import count_rounds
from tests.tables.acts import answer, healthy, until
from tests.tables.builders import asked, close_deadline, start_table

pytestmark = pytest.mark.django_db

GAMES = count_rounds("stored")
MAX_TURNS = 400


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.parametrize("seed", range(GAMES))
def test_every_started_game_ends(seed: int) -> None:
    chance = Random(seed)
    title = [*TITLES.values()][seed % len(TITLES)]
    seats = chance.choice(title.SEATS)
    people = [make_person() for _ in range(chance.randint(1, seats))]
    game = start_table(*people, bots=seats - len(people), title=title.NAME)
    for _ in range(MAX_TURNS):
        if not game.is_running:
            break
        take_a_turn(game, people, chance)
        healthy(game)
    assert not game.is_running, "the game got stuck"
    assert not game.players.exclude(owes="").exists()


def take_a_turn(game: Game, people: list[User], chance: Random) -> None:
    seat = chance.choice(asked(load_table(game)))
    what = chance.random()
    if game.stands_still:
        stand_still(game, people, chance)
    elif what < 0.45:
        answer(game, seat)
    elif what < 0.85:
        assert close_deadline(game.code, until(game))
    else:
        come_or_go(game, chance.choice(people), chance)


def stand_still(game: Game, people: list[User], chance: Random) -> None:
    """Let a week pass in which nobody comes back, or somebody come back."""
    if chance.random() < 0.1:
        close_deadline(game.code, until(game))
        game.refresh_from_db()
        assert game.was_abandoned
    else:
        come_or_go(game, chance.choice(people), chance)
        game.refresh_from_db()
        assert not game.stands_still


def come_or_go(game: Game, person: User, chance: Random) -> None:
    """Let a player hand over their seat, take it back, or say whether they would end the game."""
    if Player.objects.get(game=game, user=person).stand_in:
        stand_ins.take_back(code=game.code, user=person)
    elif chance.random() < 0.6:
        stand_ins.hand_over(code=game.code, user=person)
    else:
        stand_ins.agree_to_end(code=game.code, user=person, agrees=chance.random() < 0.3)
