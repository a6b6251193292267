"""A new status of a game is not forgotten where statuses are listed."""

from typing import get_args

from games.api import schemas
from games.models import Game
from games.personal_data.words import STATUSES

EVERY = {*Game.Status}


def test_every_status_is_in_a_group() -> None:
    """But a cancelled table, which was never dealt and is in no list."""
    assert {*Game.GOING, *Game.ENDED, Game.Status.CANCELLED} == EVERY
    assert {*Game.GOING} - {*Game.DEALT} == {Game.Status.OPEN}


def test_programs_may_get_every_status() -> None:
    assert {*get_args(schemas.Status)} == EVERY


def test_every_status_has_words_in_the_export_of_personal_data() -> None:
    """But the usual end, of which the export has the result."""
    assert {*STATUSES, Game.Status.OVER} == EVERY
