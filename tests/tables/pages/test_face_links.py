"""A face on a running table leads its reader to their suspicion of that player, and nobody else anywhere."""

import pytest

from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db


def test_the_faces_of_others_lead_to_my_suspicions_where_i_play() -> None:
    ada = make_person("Ada", language="en")
    game = start_table(ada, make_person("Ben"), bots=1, watchers="link", options={"wagers": False})
    play_on(game, 2)
    client = sign_in(ada)
    assert text_of(client.get(link("table", game))).count('class="note-face"') == 2
    assert "note-face" not in text_of(client.get(link("replay_step", game, 1)))
    assert "note-face" not in text_of(sign_in(make_person("Cleo")).get(f"/watch/{game.watch_key}/"))
