"""Browser tests leave little to chance (`tests/browser/chance.py`): the same choices lead to the same game."""

import re
from random import Random

import pytest

from tests.browser.conftest import NewPerson
from tests.browser.player import Chromium, play
from tests.browser.turns import START_BUTTONS

pytestmark = pytest.mark.browser
TURNS = 3
GUEST = re.compile(r"Guest \d+")
"""The name of a guest, which is drawn for each of them."""
SEEN = "return [...document.querySelectorAll('#role, #board, #mine')].map((part) => part.innerText).join();"


@pytest.mark.parametrize("title", START_BUTTONS)
def test_two_guests_who_choose_the_same_play_the_same_game(title: str, new_person: NewPerson) -> None:
    windows = [Chromium(new_person(reveals=True)) for _ in range(2)]
    for window in windows:
        window.open("/")
        window.press(START_BUTTONS[title])
        play(window, Random(1), TURNS)
    first, second = (GUEST.sub("Guest", window.run(SEEN)) for window in windows)
    assert first == second
